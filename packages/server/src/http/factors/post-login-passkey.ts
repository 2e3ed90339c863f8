import { AuthenticationCredential } from '../../features/identity/mfa/credentials.ts';
import { presentSignIn } from '../presenters/token-response.ts';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { body, TokenResponseSchema } from '../wire/endpoint/schemas.ts';
import { Challenge } from './schemas.ts';

export const postLoginPasskey = publicEndpoint({
  summary: 'Sign in with a passkey, which must verify its user; no second factor is asked for',
  body: body({ challenge: Challenge, credential: AuthenticationCredential }),
  response: { 200: TokenResponseSchema },
  errors: [
    'ChallengeInvalidError',
    'SecondFactorInvalidError',
    'FactorDisabledError',
    'LoginRefusedError',
    'ConnectionRequiredError',
    'AccountInactiveError',
    'EmailProofRequiredError',
    'RateLimitedError',
    'ServiceUnavailableError',
  ],
  issuesTokens: 'in the body',
  async handle(context) {
    const { services, body: answer, client, signal } = context;
    return presentSignIn(context, await services.passkeySignIn.finish({ ...answer, client, signal }));
  },
});
