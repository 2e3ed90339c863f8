import type { TokenResponse } from './api.ts';
import { type Arriving, type Confirm, take } from './arrivals.ts';
import { failed, KeywardError } from './errors.ts';
import { FACTORS_ROUTES, type FactorsApi } from './factors-api.ts';
import { sessionOf } from './sessions.ts';
import type { CallOptions, Result } from './types.ts';
import { type Assertion, assertAutofill, createCredential, getCredential, takeTurn } from './webauthn.ts';

/** The proof of a second factor. For a passkey, the browser asks the person. */
export type FactorAnswer = { method: 'totp' | 'recovery_code'; code: string } | { method: 'passkey' };

/** The answer to the challenge of a `SecondFactorRequiredError`. */
export type ChallengeAnswer = FactorAnswer & {
  challenge: string;
  /** As for `handleRedirect`, if a redirect brought the challenge. */
  confirm?: Confirm;
};

/** The proof of a person's identity, by one of the methods of a `ReauthenticationRequiredError`. */
export type Reauthentication =
  | FactorAnswer
  | { method: 'password'; password: string }
  /** A mailed code for `login`. */
  | { method: 'otp'; otp: string };

export type AddedPasskey = NonNullable<Awaited<ReturnType<FactorsApi['passkeys']['add']>>['data']>;

/** A challenge lives for ten minutes. Autofill waits longer, with a new challenge. */
const AUTOFILL_MS = 9 * 60_000;

/**
 * Acts that take several requests, or the browser's help. `@keyward/client` loads their code at the first use.
 */
export interface FactorActs {
  /**
   * Signs in with a passkey of any account, without a second step, and keeps the session. With `autofill`, the
   * browser offers passkeys in the field with `autocomplete="username webauthn"`, and this waits until the
   * person chooses one: call it when the page has the field. The next call that asks for a passkey ends the
   * wait with an `AbortError`, as `signal` does. Fails with the errors of `POST /auth/login/passkey`, with
   * `PasskeyCancelledError` and `PasskeyUnavailableError`.
   */
  signInWithPasskey: (
    input?: { autofill?: boolean },
    options?: CallOptions,
  ) => Promise<Result<TokenResponse>>;
  /**
   * Makes a passkey for the account that is signed in. The answer has `recovery_codes` if it is the first
   * factor: show them, because they are not shown again. Fails with the errors of `POST
   * /auth/account/passkeys`, with `PasskeyAlreadyExistsError` if this device has one, with
   * `PasskeyCancelledError` and `PasskeyUnavailableError`.
   * @param input.name default: the name of the program or device that keeps it
   */
  addPasskey: (input?: { name?: string }, options?: CallOptions) => Promise<Result<AddedPasskey>>;
  /**
   * Finishes a sign-in that needs a second factor, and keeps its session. Fails with the errors of `POST
   * /auth/login/challenge`, with `PasskeyCancelledError` and `PasskeyUnavailableError`; and with
   * `UnexpectedSignInError` if a redirect brought the challenge to a browser that did not begin the sign-in,
   * and `confirm` does not accept.
   */
  answerChallenge: (input: ChallengeAnswer, options?: CallOptions) => Promise<Result<TokenResponse>>;
  /**
   * Proves the person's identity again, as changes of factors require. Access tokens contain the proof after the next
   * `refresh`. Fails with the errors of `POST /auth/account/reauthenticate`, with `PasskeyCancelledError` and
   * `PasskeyUnavailableError`.
   * @returns the time until which the proof counts, in Unix seconds
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
  const api = bind(FACTORS_ROUTES) as FactorsApi;
  const { challenge: challenges, reauthentication, passkeys, passkeyLogin } = api;

  return {
    async signInWithPasskey({ autofill = false } = {}, { signal } = {}) {
      const turn = takeTurn(signal);
      if (autofill) await assertAutofill();
      for (;;) {
        const { data, error } = await passkeyLogin.options(undefined, { signal: turn });
        if (error) return failed(error);
        const over = AbortSignal.timeout(AUTOFILL_MS);
        const within = autofill ? AbortSignal.any([turn, over]) : turn;
        try {
          const credential = await getCredential(data.options, within, autofill);
          return await passkeyLogin.answer({ challenge: data.challenge, credential }, signal && { signal });
        } catch (thrown) {
          if (!autofill || turn.aborted || !over.aborted) throw thrown;
        }
      }
    },

    async addPasskey({ name } = {}, { signal } = {}) {
      const turn = takeTurn(signal);
      const { data, error } = await passkeys.options(undefined, { signal: turn });
      if (error) return failed(error);
      const credential = await createCredential(data.options, turn);
      const input = { challenge: data.challenge, credential, ...(name !== undefined && { name }) };
      return passkeys.add(input, signal && { signal });
    },

    async answerChallenge({ challenge, confirm, ...answer }, { signal } = {}) {
      let credential: Assertion | undefined;
      const verifier = await arriving.begun.find(challenge);
      const shown = { challenge, ...(verifier && { code_verifier: verifier }) };
      if (answer.method === 'passkey') {
        const turn = takeTurn(signal);
        const { data, error } = await challenges.options(shown, { signal: turn });
        if (error) return failed(error);
        credential = await getCredential(data.options, turn);
      }
      const input = { ...shown, ...answer, ...(credential && { credential }) };
      const options = signal && { signal };
      if (verifier === undefined) return challenges.answer(input, options);
      const answered = await arriving.transport.call<TokenResponse>(
        FACTORS_ROUTES.challenge.answer,
        input,
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
          new KeywardError('PasskeyUnavailableError', 'No passkey can be used here; use another method.'),
        );
      const credential = await getCredential(data.options, turn);
      return reauthentication.prove({ challenge: data.challenge, credential }, signal && { signal });
    },
  };
}
