import { KeywardError } from '../../../errors.ts';
import type { Client } from '../../../lib/client.ts';
import type { Store } from '../../../store/database.ts';
import type { AccountRow, PasskeyRow } from '../../../store/engine/schema.ts';
import { presentEventAccount } from '../../audit/serializers/account.ts';
import type { Events } from '../../audit/events/events.ts';
import type { SignInHooks } from '../../hooks/sign-in-hooks.ts';
import type { FailureLimiter } from '../../limits/failure-limiter.ts';
import { addressKey, type LoginLimits } from '../../limits/login-limits.ts';
import type { Sessions, SignIn } from '../sessions/sessions.ts';
import type { Settings } from '../../settings/settings.ts';
import { anonymous } from '../../audit/events/origin.ts';
import type { FailedAttempts } from '../../audit/log/failed-attempts.ts';
import type { Challenges } from './challenges.ts';
import type { AuthenticationCredential } from './credentials.ts';
import { isEnabled } from '../../audit/serializers/factor-kinds.ts';
import type { Passkeys, RequestOptions } from './passkeys.ts';
import { isWrongFactor } from '../sessions/proof.ts';

/** Sign-in by a passkey alone. Its user must be verified, so it is two factors by itself. */
export interface PasskeySignIn {
  /** @throws KeywardError `FactorDisabledError` */
  begin(): Promise<{ challenge: string; options: RequestOptions; expiresAt: number }>;
  /**
   * Spends the challenge and begins a session, in one transaction. Asks the host. Wrong answers count only for the
   * address: nobody can guess a signature, and a stranger must not lock the owner out.
   * @throws KeywardError `FactorDisabledError`, `ChallengeInvalidError`, `SecondFactorInvalidError`,
   * `AccountInactiveError` only after the right passkey, `LoginRefusedError`, `RateLimitedError`,
   * `ServiceUnavailableError`
   */
  finish(answer: {
    challenge: string;
    credential: AuthenticationCredential;
    client: Client;
    signal?: AbortSignal;
  }): Promise<SignIn>;
}

export function createPasskeySignIn(deps: {
  store: Store;
  passkeys: Passkeys;
  challenges: Challenges;
  sessions: Sessions;
  signInHooks: SignInHooks;
  limiter: FailureLimiter;
  limits: LoginLimits;
  settings: Settings;
  events: Events;
  failedAttempts: FailedAttempts;
}): PasskeySignIn {
  const { store, passkeys, challenges, sessions, signInHooks, limiter, limits } = deps;
  const { settings, events, failedAttempts } = deps;

  const ownerOf = async (passkey: PasskeyRow | null): Promise<AccountRow | null> =>
    passkey === null ? null : store.accounts.find('id', passkey.account_id);

  return {
    async begin() {
      const options = await passkeys.options(null);
      const { token, expiresAt } = await challenges.open(store, {
        purpose: 'passkey_login',
        webauthn_challenge: options.challenge,
      });
      return { challenge: token, options, expiresAt };
    },

    async finish({ challenge: token, credential, client, signal }) {
      if (!isEnabled('passkey', settings.current.factors)) throw new KeywardError('FactorDisabledError');
      const challenge = await challenges.find(token, 'passkey_login');
      const passkey = await store.passkeys.findByCredential(credential.id);
      const guess = async (): Promise<SignIn> => {
        await challenges.attempt(challenge);
        const proof = await passkeys.prove({
          accountId: null,
          credential,
          webauthnChallenge: challenge.webauthn_challenge ?? '',
          userVerification: true,
        });
        if (proof === null) throw new KeywardError('SecondFactorInvalidError');
        return store.transaction(async (tables) => {
          const account = await tables.accounts.lock(proof.accountId);
          if (account === null) throw new KeywardError('SecondFactorInvalidError');
          if (account.status !== 'active') throw new KeywardError('AccountInactiveError');
          await challenges.spend(tables, challenge);
          if (!(await proof.spend(tables, { account, client })))
            throw new KeywardError('SecondFactorInvalidError');
          const session = await sessions.create(account, {
            client,
            method: 'passkey',
            proof,
            within: tables,
          });
          return { account, session };
        });
      };
      const metadata = { method: 'passkey' } as const;
      const { ipAddress } = client;
      const { account, session } = await failedAttempts.record(
        limiter.attempt([addressKey(limits, ipAddress)], guess, isWrongFactor, signal),
        {
          ...metadata,
          by: anonymous(client),
          account: async () => {
            const owner = await ownerOf(passkey);
            return owner && presentEventAccount(owner);
          },
          typed: '',
        },
        { client, accountId: passkey?.account_id, metadata },
      );
      await signInHooks.admit({ account, client, ...metadata, reason: 'login' }, session);
      events.emit('login.succeeded', { client, accountId: account.id, sessionId: session.id, metadata });
      return { account, session };
    },
  };
}
