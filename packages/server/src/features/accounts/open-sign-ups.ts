import type { AccountRow } from '../../store/schema.ts';
import type { FailureLimiter, Limit } from '../limits/failure-limiter.ts';
import { addressKey, type LoginLimits, signUpKey } from '../limits/login-limits.ts';
import type { Asker } from '../passwords/hash-queue.ts';
import { isTaken } from './identity.ts';
import type { AccountDraft, NewAccountFields, SignUps } from './sign-up.ts';

/** Whoever sends a sign-up. */
export type Stranger = Asker & { ipAddress: string };

/** Sign-ups by people whom nobody knows. An address may open only so many accounts. */
export interface OpenSignUps {
  /**
   * Runs what may tell that an identifier is taken, and so who is here: such an answer counts as a failure of the
   * address, like a wrong password.
   * @throws KeywardError `RateLimitedError`, `ServiceUnavailableError`, and what `work` throws
   */
  guess<T>(by: Stranger, work: () => Promise<T>): Promise<T>;
  /** As `draft` of {@link SignUps}, as a {@link guess}. */
  draft(fields: NewAccountFields, by: Stranger): Promise<AccountDraft>;
  /**
   * Runs what opens an account, which takes a place of the address first and gives it back when none was opened.
   * @param opened whether an account was opened; default: always
   * @throws KeywardError as {@link guess}
   */
  counted<T>(by: Stranger, open: () => Promise<T>, opened?: (outcome: T) => boolean): Promise<T>;
  /** As `signUp` of {@link SignUps}, {@link counted}. */
  signUp(fields: NewAccountFields, by: Stranger): Promise<AccountRow>;
}

export function createOpenSignUps(deps: {
  signUps: SignUps;
  limiter: FailureLimiter;
  limits: LoginLimits & { signUps: Limit };
}): OpenSignUps {
  const { signUps, limiter, limits } = deps;

  const guess: OpenSignUps['guess'] = ({ ipAddress, signal }, work) =>
    limiter.attempt([addressKey(limits, ipAddress)], work, isTaken, signal);

  const draft: OpenSignUps['draft'] = (fields, by) => guess(by, () => signUps.draft(fields));

  const counted: OpenSignUps['counted'] = ({ ipAddress, signal }, open, opened = () => true) =>
    limiter.countSuccess([signUpKey(limits, ipAddress)], open, opened, signal);

  return {
    guess,
    draft,
    counted,
    signUp: (fields, by) =>
      counted(by, async () => signUps.create(await draft(fields, by), fields.password, by)),
  };
}
