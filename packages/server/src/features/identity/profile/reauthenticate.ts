import { KeywardError } from '../../../errors.ts';
import type { Client } from '../../../lib/client.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { AccountStore } from '../../../store/tables/accounts.ts';
import type { AccountRow } from '../../../store/engine/schema.ts';
import { assertOwner } from '../../audit/events/impersonator.ts';
import type { Recent } from '../../audit/actors/recent.ts';
import type { FailureLimiter } from '../../limits/failure-limiter.ts';
import type { PasswordBudget } from '../../limits/password-budget.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import type { PasswordContext } from '../passwords/password-policy.ts';
import type { Caller } from '../../audit/actors/caller.ts';
import { countsAsProof, isVouched } from '../sessions/recent-authentication.ts';
import type { Settings } from '../../settings/settings.ts';
import { isWrongGuess } from '../../limits/wrong-guess.ts';
import { SUPERADMIN } from '../../audit/actors/superadmin-role.ts';

/** Proof that the holder of a session is its owner; required in the strict profile, and where the settings ask. */
export interface Reauthentication {
  currentPassword?: string | undefined;
  client: Client;
  signal?: AbortSignal;
}

/**
 * Requires that proof before a change of a credential. A given password is checked in either profile, and a wrong one
 * counts as a failed guess. @returns whether there was a proof: a credential that is set without one does not count as
 * a proof for some days
 * @throws KeywardError `ImpersonationError`, `ReauthenticationRequiredError`, `InvalidCredentialsError`, `RateLimitedError`,
 * `ServiceUnavailableError`
 */
export type Reauthenticate = (caller: Caller, act: SensitiveAct, proof: Reauthentication) => Promise<boolean>;

/** The acts that need the proof. `check` only checks a password. */
export type SensitiveAct = 'password' | 'email' | 'links' | 'deletion' | 'check';

export function createReauthenticate(deps: {
  store: Pick<AccountStore, 'find'>;
  passwords: PasswordHasher;
  limiter: FailureLimiter;
  passwordBudget: Pick<PasswordBudget, 'ofSession'>;
  profile: PasswordContext['profile'];
  settings: Settings;
  recent: Pick<Recent, 'assert' | 'is'>;
  clock: Clock;
}): Reauthenticate {
  const { store, passwords, limiter, passwordBudget, profile, settings, recent, clock } = deps;

  /** Whether the settings, or the factors of the account, require recent authentication. */
  function mustBeRecent(caller: Caller, act: SensitiveAct): boolean {
    if (act === 'check') return false;
    if (act === 'deletion' || isVouched(caller.row)) return true;
    if (caller.row.account__role === SUPERADMIN) return true;
    // Otherwise a stolen session could change the mailbox, and then remove the factors with a mailed code.
    if (act === 'email' && caller.row.account__second_factors !== 0) return true;
    return settings.current.factors.step_up === 'sensitive';
  }

  /** @returns the account if it has this password @throws KeywardError `InvalidCredentialsError`, `RateLimitedError` */
  async function accountWith(
    currentPassword: string,
    accountId: number,
    act: SensitiveAct,
    { client, signal }: Reauthentication,
  ): Promise<AccountRow> {
    const account = await store.find('id', accountId);
    if (account === null) throw new KeywardError('SessionDestroyedError');
    await limiter.attempt(
      await passwordBudget.ofSession(account, client),
      async () => {
        const { valid } = await passwords.verify(account.password_hash, currentPassword, {
          ipAddress: client.ipAddress,
          signal,
        });
        if (!valid)
          throw new KeywardError('InvalidCredentialsError', {
            message: act === 'check' ? 'The password is wrong.' : 'current_password is wrong.',
          });
      },
      isWrongGuess,
      signal,
    );
    return account;
  }

  return async (caller, act, proof) => {
    assertOwner(caller);
    const { currentPassword } = proof;
    const { account_id: accountId, account__second_factors: bits } = caller.row;
    const needsRecent = mustBeRecent(caller, act);
    // The password reauthenticates an account without factors.
    if (needsRecent && (bits !== 0 || currentPassword === undefined)) await recent.assert(caller);
    const account =
      currentPassword === undefined ? null : await accountWith(currentPassword, accountId, act, proof);
    if (act === 'check') return true;
    const byPassword =
      account !== null && countsAsProof(caller.row, account.password_unproven_at, clock.now());
    if (!byPassword && (needsRecent || profile === 'strict')) await recent.assert(caller);
    return (byPassword && bits === 0) || recent.is(caller);
  };
}
