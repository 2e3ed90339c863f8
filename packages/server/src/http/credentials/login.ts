import { KeywardError } from '../../errors.ts';
import { captchaToken } from '../wire/captcha.ts';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { presentSignIn } from '../presenters/token-response.ts';
import { TokenResponseSchema } from '../wire/endpoint/schemas.ts';
import { LoginBody } from './login-password.ts';

export const login = publicEndpoint({
  summary: 'Sign in; unknown identifiers and wrong passwords get the same answer',
  body: LoginBody,
  response: { 200: TokenResponseSchema },
  errors: [
    'LoginRefusedError',
    'ConnectionRequiredError',
    'SecondFactorRequiredError',
    'InvalidCredentialsError',
    'AccountInactiveError',
    'EmailProofRequiredError',
    'RateLimitedError',
    'ServiceUnavailableError',
  ],
  captcha: 'after failures',
  issuesTokens: 'in the body',
  async handle(context) {
    const { services, body, client, signal } = context;
    const token = captchaToken(context.request);
    try {
      const entry = await services.passwordSignIns.logIn({ ...body, captchaToken: token, client, signal });
      return await presentSignIn(context, entry);
    } catch (error) {
      const unknown = error instanceof KeywardError && error.kind === 'UserNotFoundError';
      throw unknown ? new KeywardError('InvalidCredentialsError', { cause: error }) : error;
    }
  },
});
