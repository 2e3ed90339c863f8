import type { Tables } from '../../../store/database.ts';
import { DuplicateError } from '../../../store/engine/duplicate-error.ts';

/**
 * Keeps the proven email that an account has just left for the link that brings it back. Otherwise whoever took over an
 * account could open another one with the old email, and the link would end in nothing.
 * @throws DuplicateError
 */
export async function assertNotReserved(
  { emailChanges }: Pick<Tables, 'emailChanges'>,
  emailKey: string,
  { now, except = 0 }: { now: number; except?: number },
): Promise<void> {
  if (await emailChanges.reserves(emailKey, now, except)) throw new DuplicateError('email_key', null);
}
