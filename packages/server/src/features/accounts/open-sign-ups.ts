import { addressKey, type LoginLimits } from '../limits/login-limits.ts';
import type { FailureLimiter } from '../limits/failure-limiter.ts';
import type { Asker } from '../passwords/hash-queue.ts';
import type { AccountRow } from '../../store/schema.ts';
import { isTaken } from './identity.ts';
import type { AccountDraft, NewAccountFields, SignUps } from './sign-up.ts';

/** Whoever sends a sign-up. */
export type Stranger = Asker & { ipAddress: string };

/**
 * Sign-ups by people whom nobody knows. That an identifier is taken tells who is here, so such an answer counts as a
 * failure of the address, like a wrong password; sign-ups that succeed never count.
 */
export interface OpenSignUps {
  /** As `draft` of {@link SignUps}. @throws KeywardError as that, `RateLimitedError`, `ServiceUnavailableError` */
  draft(fields: NewAccountFields, by: Stranger): Promise<AccountDraft>;
  /** As `signUp` of {@link SignUps}. @throws KeywardError as above */
  signUp(fields: NewAccountFields, by: Stranger): Promise<AccountRow>;
}

export function createOpenSignUps(deps: {
  signUps: SignUps;
  limiter: FailureLimiter;
  limits: LoginLimits;
}): OpenSignUps {
  const { signUps, limiter, limits } = deps;

  const draft: OpenSignUps['draft'] = (fields, { ipAddress, signal }) =>
    limiter.attempt([addressKey(limits, ipAddress)], () => signUps.draft(fields), isTaken, signal);

  return {
    draft,
    signUp: async (fields, by) => signUps.create(await draft(fields, by), fields.password, by),
  };
}
