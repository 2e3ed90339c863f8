import { body, Identifier, Password, TokenResponseSchema } from '../wire/schemas.ts';
import { startSession } from '../presenters/token-response.ts';
import { publicEndpoint } from '../wire/endpoint.ts';

export const LoginBody = body({ identifier: Identifier, password: Password });

export const loginPassword = publicEndpoint({
  summary: 'Sign in with an email, handle or phone and a password',
  body: LoginBody,
  response: { 200: TokenResponseSchema },
  errors: [
    'LoginRefusedError',
    'SecondFactorRequiredError',
    'InvalidCredentialsError',
    'UserNotFoundError',
    'AccountInactiveError',
    'EmailProofRequiredError',
    'RateLimitedError',
    'ServiceUnavailableError',
  ],
  issuesTokens: true,
  async handle(context) {
    const { services, body: login, client, signal } = context;
    const account = await services.logIn({ ...login, client, signal });
    return startSession(context, account, 'login.succeeded');
  },
});
