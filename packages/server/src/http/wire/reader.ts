import { KeywardError } from '../../errors.ts';
import type { Actor } from '../../features/actors/actor.ts';

/** Who reads an answer that goes on, so that it ends with the right to read it. */
export function readerOf({ caller }: Actor) {
  if (caller === null) throw new KeywardError('ScopeMissingError', { details: { scope: null } });
  return { accountId: caller.row.account_id, sessionId: caller.row.id, token: caller.token };
}
