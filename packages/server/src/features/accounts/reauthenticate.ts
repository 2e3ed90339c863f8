import { KeywardError } from '../../errors.ts';
import type { Client } from '../../lib/client.ts';
import type { Clock } from '../../lib/clock.ts';
import type { AccountStore } from '../../store/accounts.ts';
import type { FailureLimiter } from '../limits/failure-limiter.ts';
import { loginKeys, type LoginLimits } from '../limits/login-limits.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import type { PasswordContext } from '../passwords/password-policy.ts';
import type { Caller } from '../sessions/sessions.ts';
import { isWrongGuess } from './log-in.ts';

/** Proof that the holder of a session is its owner; required in the strict profile. */
export interface Reauthentication {
  currentPassword?: string | undefined;
  client: Client;
  signal?: AbortSignal;
}

/**
 * Requires that proof before a change to a way into the account. A given password is checked in either profile, and a
 * wrong one counts as a wrong guess.
 * @throws KeywardError `ReauthenticationRequiredError`, `InvalidCredentialsError`, `RateLimitedError`,
 * `ServiceUnavailableError`
 */
export type Reauthenticate = (caller: Caller, proof: Reauthentication) => Promise<void>;

/** In the strict profile a session this young counts as proof. */
const FRESH_SESSION_MS = 15 * 60_000;

export function createReauthenticate(deps: {
  store: Pick<AccountStore, 'find'>;
  passwords: PasswordHasher;
  limiter: FailureLimiter;
  limits: LoginLimits;
  profile: PasswordContext['profile'];
  clock: Clock;
}): Reauthenticate {
  const { store, passwords, limiter, limits, profile, clock } = deps;

  return async (caller, { currentPassword, client, signal }) => {
    const accountId = caller.row.account_id;
    if (currentPassword === undefined) {
      const fresh = clock.now() - caller.row.created_at < FRESH_SESSION_MS;
      if (profile === 'strict' && !fresh) throw new KeywardError('ReauthenticationRequiredError');
      return;
    }
    const account = await store.find('id', accountId);
    await limiter.attempt(
      loginKeys(limits, accountId, client.ipAddress),
      async () => {
        const { valid } = await passwords.verify(account?.password_hash ?? null, currentPassword, {
          ipAddress: client.ipAddress,
          signal,
        });
        if (!valid)
          throw new KeywardError('InvalidCredentialsError', { message: 'current_password is wrong.' });
      },
      isWrongGuess,
      signal,
    );
  };
}
