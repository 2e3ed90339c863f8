import { KeywardError } from '../../errors.ts';
import { captchaToken } from '../wire/captcha.ts';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { startSession } from '../presenters/token-response.ts';
import { TokenResponseSchema } from '../wire/endpoint/schemas.ts';
import { LoginBody } from './login-password.ts';

export const login = publicEndpoint({
  summary: 'Sign in; unknown identifiers and wrong passwords get the same answer',
  body: LoginBody,
  response: { 200: TokenResponseSchema },
  errors: [
    'LoginRefusedError',
    'SecondFactorRequiredError',
    'InvalidCredentialsError',
    'AccountInactiveError',
    'EmailProofRequiredError',
    'RateLimitedError',
    'ServiceUnavailableError',
  ],
  captcha: 'after failures',
  issuesTokens: true,
  async handle(context) {
    const { services, body, client, signal } = context;
    const token = captchaToken(context.request);
    try {
      const account = await services.logIn({ ...body, captchaToken: token, client, signal });
      return await startSession(context, account, 'login.succeeded');
    } catch (error) {
      const unknown = error instanceof KeywardError && error.kind === 'UserNotFoundError';
      throw unknown ? new KeywardError('InvalidCredentialsError', { cause: error }) : error;
    }
  },
});
