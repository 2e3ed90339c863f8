import type { Tables } from '../../../store/database.ts';
import { DuplicateError } from '../../../store/engine/duplicate-error.ts';

/**
 * Reserves the previous, proven email of an account for the undo link that restores it. Otherwise an attacker who
 * took over an account could open another one with the old email, and the link would fail.
 * @throws DuplicateError
 */
export async function assertNotReserved(
  { emailChanges }: Pick<Tables, 'emailChanges'>,
  emailKey: string,
  { now, except = 0 }: { now: number; except?: number },
): Promise<void> {
  if (await emailChanges.reserves(emailKey, now, except)) throw new DuplicateError('email_key', null);
}
