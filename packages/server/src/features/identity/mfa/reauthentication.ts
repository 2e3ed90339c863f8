import { invalidFields, KeywardError } from '../../../errors.ts';
import type { Client } from '../../../lib/client.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Store, Transaction } from '../../../store/database.ts';
import type { AccountRow, ChallengeRow } from '../../../store/engine/schema.ts';
import { changedMeanwhile } from '../accounts/changed-meanwhile.ts';
import type { Caller } from '../../audit/actors/caller.ts';
import { isVouched } from '../sessions/recent-authentication.ts';
import type { Challenges } from './challenges.ts';
import type { AuthenticationCredential } from './credentials.ts';
import { assertOwnAccount, onOwnAccount } from './own-account.ts';
import { methodWithoutFactors, nothingProves, RECENT_MS } from './recent.ts';
import type { FactorAnswer, SecondFactor } from './second-factor.ts';

/** The proof of a session's owner. The factors of the account decide which field is needed. */
export interface Shown {
  /** A code of an authenticator app, or a recovery code. */
  code?: string | undefined;
  challenge?: string | undefined;
  credential?: AuthenticationCredential | undefined;
  password?: string | undefined;
  /** A mailed code for a login, for accounts without a password. */
  otp?: string | undefined;
  client: Client;
  signal?: AbortSignal | undefined;
}

/**
 * Authenticates the owner of a session again.
 * @returns the time until which that counts as recent, in milliseconds since the epoch
 * @throws KeywardError `ValidationError` for the wrong kind of proof; with factors, the errors of {@link SecondFactor};
 * without, those of a password check or a mailed code; `ReauthenticationRequiredError` if the account has nothing to
 * prove its owner with
 */
export type Reauthenticate = (caller: Caller, shown: Shown) => Promise<number>;

export function createReauthentication(deps: {
  store: Store;
  challenges: Challenges;
  secondFactor: SecondFactor;
  /** Checks the current password, as a password change does. */
  checkPassword: (caller: Caller, password: string, shown: Shown) => Promise<void>;
  /** Spends a mailed code for a login, together with `use`. */
  spendCode: (
    account: AccountRow,
    code: string,
    shown: Shown,
    use: (tables: Transaction) => Promise<void>,
  ) => Promise<void>;
  clock: Clock;
}): Reauthenticate {
  const { store, challenges, secondFactor, checkPassword, spendCode, clock } = deps;

  async function byFactor(caller: Caller, account: AccountRow, shown: Shown): Promise<void> {
    const { client, signal } = shown;
    const { answer, challenge } = await answerOf(caller, shown);
    const vouchedIn = isVouched(caller.row) ? (caller.row.connection_organization_id ?? 0) : null;
    await secondFactor.check({ account, answer, challenge, vouchedIn, client, signal }, async (proof) => {
      await onOwnAccount(deps, caller, async (tables, locked) => {
        if (challenge !== null) await challenges.spend(tables, challenge);
        if (!(await proof.spend(tables, { account: locked, client })))
          throw new KeywardError('SecondFactorInvalidError');
        const amr = [proof.amr, 'mfa'];
        await tables.sessions.reauthenticated(caller.row.id, { amr, factor: true, now: clock.now() });
      });
    });
  }

  async function answerOf(
    caller: Caller,
    { code, challenge: token, credential }: Shown,
  ): Promise<{ answer: FactorAnswer; challenge: ChallengeRow | null }> {
    if (code !== undefined) {
      const method = /^\s*(\d\s*){6}$/.test(code) ? 'totp' : 'recovery_code';
      return { answer: { method, code }, challenge: null };
    }
    if (token === undefined || credential === undefined)
      throw invalidFields({
        path: 'code',
        message: 'is needed, or challenge and credential: the account has a second factor',
      });
    const challenge = await challenges.find(token, 'reauthentication');
    if (challenge.session_id !== caller.row.id) throw new KeywardError('ChallengeInvalidError');
    return { answer: { method: 'passkey', credential }, challenge };
  }

  return async (caller, shown) => {
    const { row } = caller;
    const account = await store.accounts.find('id', row.account_id);
    if (account === null) throw new KeywardError('SessionDestroyedError');
    const now = clock.now();
    if (account.second_factors !== 0) {
      await byFactor(caller, account, shown);
      return now + RECENT_MS;
    }
    const method = methodWithoutFactors(account, row, now);
    if (method === null) throw nothingProves();
    if (method === 'password') {
      if (shown.password === undefined)
        throw invalidFields({ path: 'password', message: 'is needed: the account has no second factor' });
      await checkPassword(caller, shown.password, shown);
      await onOwnAccount(deps, caller, async ({ sessions }, locked) => {
        // Otherwise a password that somebody sets at the same time, without a proof, would count.
        if (locked.password_hash !== account.password_hash) throw changedMeanwhile();
        await sessions.reauthenticated(row.id, { amr: ['pwd'], factor: false, now });
      });
    } else {
      if (shown.otp === undefined)
        throw invalidFields({
          path: 'otp',
          message:
            'is needed: the account has no second factor, and no password that was set with a proof; ask for a code with the purpose login',
        });
      await spendCode(account, shown.otp, shown, async (tables) => {
        await assertOwnAccount(tables, caller, now);
        await tables.sessions.reauthenticated(row.id, { amr: ['otp'], factor: false, now });
      });
    }
    return now + RECENT_MS;
  };
}
