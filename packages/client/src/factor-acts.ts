import type { TokenResponse } from './api.ts';
import { type Arriving, type Confirm, take } from './arrivals.ts';
import { failed, KeywardError } from './errors.ts';
import { FACTORS_ROUTES, type FactorsApi } from './factors-api.ts';
import { sessionOf } from './sessions.ts';
import type { CallOptions, Result } from './types.ts';
import { type Assertion, getCredential, takeTurn } from './webauthn.ts';

/** Shows a second factor. For a passkey, the browser asks the person. */
export type FactorAnswer = { method: 'totp' | 'recovery_code'; code: string } | { method: 'passkey' };

/** The answer to the challenge of a `SecondFactorRequiredError`. */
export type ChallengeAnswer = FactorAnswer & {
  challenge: string;
  /** As for `handleRedirect`, if a redirect brought the challenge. */
  confirm?: Confirm;
};

/** Shows who somebody is, by one of the methods of a `ReauthenticationRequiredError`. */
export type Reauthentication =
  | FactorAnswer
  | { method: 'password'; password: string }
  /** A mailed code for `login`. */
  | { method: 'otp'; otp: string };

/** What takes several requests, or the browser's help. `@keyward/client` loads the code of it at the first use. */
export interface FactorActs {
  /**
   * Finishes a sign-in that needs a second factor, and keeps its session. Fails with the errors of `POST
   * /auth/login/challenge`, with `PasskeyCancelledError` and `PasskeyUnavailableError`; and with `UnexpectedSignInError`
   * if a redirect brought the challenge to a browser that did not begin the sign-in, and `confirm` does not say yes.
   */
  answerChallenge: (input: ChallengeAnswer, options?: CallOptions) => Promise<Result<TokenResponse>>;
  /**
   * Proves again who is signed in, as what changes factors asks for. Access tokens tell it after the next `refresh`.
   * Fails with the errors of `POST /auth/account/reauthenticate`, with `PasskeyCancelledError` and
   * `PasskeyUnavailableError`.
   * @returns until when it counts, in Unix seconds
   */
  reauthenticate: (
    input: Reauthentication,
    options?: CallOptions,
  ) => Promise<Result<{ authenticated_until: number }>>;
}

/** @param bind makes methods of a table of routes */
export function createFactorActs(
  bind: (table: typeof FACTORS_ROUTES) => object,
  arriving: Arriving,
): FactorActs {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both are made from the same routes, in one file
  const { challenge: challenges, reauthentication } = bind(FACTORS_ROUTES) as FactorsApi;

  return {
    async answerChallenge({ challenge, confirm, ...answer }, { signal } = {}) {
      let credential: Assertion | undefined;
      if (answer.method === 'passkey') {
        const turn = takeTurn(signal);
        const { data, error } = await challenges.options({ challenge }, { signal: turn });
        if (error) return failed(error);
        credential = await getCredential(data.options, turn);
      }
      const verifier = await arriving.begun.find(challenge);
      const input = { challenge, ...answer, ...(credential && { credential }) };
      const options = signal && { signal };
      if (verifier === undefined) return challenges.answer(input, options);
      const answered = await arriving.transport.call<TokenResponse>(
        FACTORS_ROUTES.challenge.answer,
        { ...input, ...(verifier && { code_verifier: verifier }) },
        options,
      );
      if (!answered.error) await take(sessionOf(answered.data), verifier || undefined, confirm, arriving);
      return answered;
    },

    async reauthenticate(shown, { signal } = {}) {
      if (shown.method !== 'passkey') {
        const { method: _method, ...input } = shown;
        return reauthentication.prove(input, signal && { signal });
      }
      const turn = takeTurn(signal);
      const { data, error } = await reauthentication.options(undefined, { signal: turn });
      if (error) return failed(error);
      if (!data.options)
        return failed(
          new KeywardError('PasskeyUnavailableError', 'No passkey can answer; use another method.'),
        );
      const credential = await getCredential(data.options, turn);
      return reauthentication.prove({ challenge: data.challenge, credential }, signal && { signal });
    },
  };
}
