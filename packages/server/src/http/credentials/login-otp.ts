import { Type } from 'typebox';
import { codeUse } from '../codes/present-code.ts';
import { captchaToken } from '../wire/captcha.ts';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { presentSignIn } from '../presenters/token-response.ts';
import { body, Code, Email, Password, TokenResponseSchema } from '../wire/endpoint/schemas.ts';

export const loginOtp = publicEndpoint({
  summary: 'Sign in with a mailed code; if the request has a password too, both must be right',
  body: body({ email: Email, otp: Code, password: Type.Optional(Password) }),
  response: { 200: TokenResponseSchema },
  errors: [
    'LoginRefusedError',
    'ConnectionRequiredError',
    'SecondFactorRequiredError',
    'OTPInvalidError',
    'OTPExpiredError',
    'OTPNotFoundError',
    'UserNotFoundError',
    'InvalidCredentialsError',
    'AccountInactiveError',
    'RateLimitedError',
    'ServiceUnavailableError',
  ],
  captcha: 'after failures',
  issuesTokens: 'in the body',
  takesSession: true,
  async handle(context) {
    const { password } = context.body;
    const use = { ...(await codeUse(context, context.body)), captchaToken: captchaToken(context.request) };
    return presentSignIn(context, await context.services.codeFlows.logIn(use, password));
  },
});
