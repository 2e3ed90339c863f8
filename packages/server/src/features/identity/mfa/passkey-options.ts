import { KeywardError } from '../../../errors.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Store } from '../../../store/database.ts';
import type { Caller } from '../../audit/actors/caller.ts';
import type { Bindings, Challenges, OpenChallenge } from './challenges.ts';
import { factorsOf } from '../../audit/serializers/factor-kinds.ts';
import type { RequestOptions } from './passkeys.ts';
import { onOwnAccount } from './own-account.ts';
import type { Recent, ReauthenticationMethod } from '../../audit/actors/recent.ts';

/** The options for a signature by a passkey of a known account. */
export interface PasskeyOptions {
  /**
   * For the challenge of a sign-in.
   * @throws KeywardError `ChallengeInvalidError`, also for another browser; `FactorNotFoundError` if the account has
   * no passkey: the challenge stays valid for its other methods; `FactorDisabledError`
   */
  forSignIn(token: string, bindings: Bindings): Promise<RequestOptions>;
  /**
   * Begins a reauthentication, which replaces an earlier one of the session. `options` is null if no passkey can be
   * used.
   * @throws KeywardError `SessionDestroyedError`
   */
  forReauthentication(
    caller: Caller,
  ): Promise<OpenChallenge & { options: RequestOptions | null; methods: ReauthenticationMethod[] }>;
}

export function createPasskeyOptions(deps: {
  store: Store;
  challenges: Challenges;
  recent: Recent;
  clock: Clock;
  /** The options for an account's passkeys. @throws KeywardError `FactorDisabledError` */
  optionsOf: (accountId: number) => Promise<RequestOptions>;
}): PasskeyOptions {
  const { store, challenges, recent, optionsOf } = deps;
  return {
    async forSignIn(token, bindings) {
      const challenge = await challenges.find(token, 'login');
      challenges.assertBound(challenge, bindings);
      const account =
        challenge.account_id === null ? null : await store.accounts.find('id', challenge.account_id);
      if (account === null) throw new KeywardError('ChallengeInvalidError');
      if (!factorsOf(account.second_factors).includes('passkey'))
        throw new KeywardError('FactorNotFoundError', {
          message: 'The account has no passkey: answer the challenge with another of its methods.',
        });
      const options = await optionsOf(account.id);
      await store.challenges.ask(challenge.token_hash, options.challenge);
      return options;
    },

    async forReauthentication(caller) {
      const methods = await recent.methods(caller);
      const { id, account_id } = caller.row;
      const options = methods.includes('passkey') ? await optionsOf(account_id) : null;
      const open = await onOwnAccount(deps, caller, (tables) =>
        challenges.open(tables, {
          purpose: 'reauthentication',
          account_id,
          session_id: id,
          webauthn_challenge: options?.challenge ?? null,
        }),
      );
      return { ...open, options, methods };
    },
  };
}
