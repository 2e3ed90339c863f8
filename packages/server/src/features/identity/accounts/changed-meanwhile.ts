import { KeywardError } from '../../../errors.ts';
import type { AccountRow } from '../../../store/engine/schema.ts';

/** The error if an account has changed since the decision was made. */
export function changedMeanwhile(): KeywardError {
  return new KeywardError('ServiceUnavailableError', {
    message: 'The account was changed at the same time; try again.',
    retryAfter: 1,
  });
}

/** Whether an account has not been changed by an act that may end its sessions, since its owner was recognised. */
export function isAsSeen(now: AccountRow | null, seen: AccountRow): now is AccountRow {
  return (
    now?.password_hash === seen.password_hash &&
    now.status === seen.status &&
    now.second_factors === seen.second_factors &&
    now.device_epoch === seen.device_epoch
  );
}
