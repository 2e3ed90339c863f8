import { KeywardError } from '../../../errors.ts';
import type { Client } from '../../../lib/client.ts';
import type { Store } from '../../../store/database.ts';
import type { AccountRow, PasskeyRow } from '../../../store/engine/schema.ts';
import { presentEventAccount } from '../../audit/serializers/account.ts';
import type { FailureLimiter } from '../../limits/failure-limiter.ts';
import { addressKey, type LoginLimits } from '../../limits/login-limits.ts';
import type { Settings } from '../../settings/settings.ts';
import { anonymous } from '../../audit/events/origin.ts';
import type { FailedAttempts } from '../../audit/log/failed-attempts.ts';
import { isEnabled } from '../../audit/serializers/factor-kinds.ts';
import type { Challenges } from '../../identity/mfa/challenges.ts';
import type { AuthenticationCredential } from '../../identity/mfa/credentials.ts';
import type { Passkeys, RequestOptions } from '../../identity/mfa/passkeys.ts';
import { isWrongFactor } from '../../identity/sessions/proof.ts';
import type { SignIn, SignIns } from '../complete.ts';

/** Sign-in by a passkey alone. Its user must be verified, so it counts as two factors. */
export interface PasskeySignIn {
  /** @throws KeywardError `FactorDisabledError` */
  begin(): Promise<{ challenge: string; options: RequestOptions; expiresAt: number }>;
  /**
   * Spends the challenge, then begins a session. Wrong answers count only for the address:
   * nobody can guess a signature, and a stranger must not lock the owner out.
   * @throws KeywardError `FactorDisabledError`, `ChallengeInvalidError`, `SecondFactorInvalidError`,
   * `AccountInactiveError` only after the right passkey, `RateLimitedError`, and the errors of `SignIns.complete`
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
  signIns: Pick<SignIns, 'assertMayBegin' | 'complete'>;
  limiter: FailureLimiter;
  limits: LoginLimits;
  settings: Settings;
  failedAttempts: FailedAttempts;
}): PasskeySignIn {
  const { store, passkeys, challenges, signIns, limiter, limits, settings, failedAttempts } = deps;

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
      const guess = async () => {
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
          await signIns.assertMayBegin(account, { method: 'passkey' }, tables);
          await challenges.spend(tables, challenge);
          if (!(await proof.spend(tables, { account, client })))
            throw new KeywardError('SecondFactorInvalidError');
          return { account, proof };
        });
      };
      const metadata = { method: 'passkey' } as const;
      const { ipAddress } = client;
      const { account, proof } = await failedAttempts.record(
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
      return signIns.complete(account, {
        client,
        ...metadata,
        proof,
        reason: 'login',
        event: { name: 'login.succeeded', metadata },
      });
    },
  };
}
