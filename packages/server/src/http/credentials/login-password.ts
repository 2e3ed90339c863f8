import { body, Identifier, Password, TokenResponseSchema } from '../wire/endpoint/schemas.ts';
import { presentSignIn } from '../presenters/token-response.ts';
import { captchaToken } from '../wire/captcha.ts';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';

export const loginPassword = publicEndpoint({
  summary: 'Sign in with an email, handle or phone and a password',
  body: body({ identifier: Identifier, password: Password }),
  response: { 200: TokenResponseSchema },
  errors: [
    'LoginRefusedError',
    'ConnectionRequiredError',
    'SecondFactorRequiredError',
    'InvalidCredentialsError',
    'UserNotFoundError',
    'AccountInactiveError',
    'EmailProofRequiredError',
    'RateLimitedError',
    'ServiceUnavailableError',
  ],
  captcha: 'after failures',
  issuesTokens: 'in the body',
  async handle(context) {
    const { services, body: login, client, signal } = context;
    const token = captchaToken(context.request);
    const entry = await services.passwordSignIns.logIn({ ...login, captchaToken: token, client, signal });
    return presentSignIn(context, entry);
  },
});
