import { Type } from 'typebox';
import { invalidFields } from '../../errors.ts';
import { AuthenticationCredential } from '../../features/identity/mfa/credentials.ts';
import { describedAs } from '../../lib/documented.ts';
import { presentSignIn } from '../presenters/token-response.ts';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { body, CodeVerifier, TokenResponseSchema } from '../wire/endpoint/schemas.ts';
import { Challenge, FactorCode } from './schemas.ts';
import { challengeCookie } from '../wire/cookies/challenge-cookie.ts';

/** The field that contains the proof of each method. */
const PROOFS = { totp: 'code', passkey: 'credential', recovery_code: 'code' } as const;
type Method = keyof typeof PROOFS;

const fields = body({
  challenge: Challenge,
  method: Type.Unsafe<Method>({ type: 'string', enum: Object.keys(PROOFS) }),
  code: Type.Optional(FactorCode),
  credential: Type.Optional(AuthenticationCredential),
  code_verifier: Type.Optional(CodeVerifier),
});

export const postChallenge = publicEndpoint({
  summary: 'Finish a sign-in with the second factor',
  body: describedAs(fields, {
    ...fields,
    anyOf: Object.entries(PROOFS).map(([method, proof]) => ({
      properties: { method: { const: method } },
      required: [proof],
    })),
  }),
  response: { 200: TokenResponseSchema },
  errors: [
    'ChallengeInvalidError',
    'SecondFactorInvalidError',
    'FactorDisabledError',
    'FactorLockedError',
    'LoginRefusedError',
    'ConnectionRequiredError',
    'AccountInactiveError',
    'EmailProofRequiredError',
    'RateLimitedError',
    'ServiceUnavailableError',
  ],
  issuesTokens: 'in the body',
  async handle(context) {
    const { services, body: sent, client, signal } = context;
    const { challenge, method, code, credential, code_verifier: verifier = null } = sent;
    const needed = PROOFS[method];
    if (sent[needed] === undefined)
      throw invalidFields({ path: needed, message: `is needed for the method ${method}` });
    const signIn = await services.answerChallenge({
      challenge,
      method,
      code,
      credential,
      browser: challengeCookie(context),
      verifier,
      client,
      signal,
    });
    return presentSignIn(context, signIn);
  },
});
