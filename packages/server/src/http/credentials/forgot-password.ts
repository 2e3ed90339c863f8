import { codeUse } from '../codes/present-code.ts';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { presentSignIn } from '../presenters/token-response.ts';
import { body, Code, Email, LinkKey, Password, TokenResponseSchema } from '../wire/endpoint/schemas.ts';

export const forgotPassword = publicEndpoint({
  summary: 'Set a new password with a mailed code; all earlier sessions end',
  body: body({ email: Email, otp: Code, key: LinkKey, password: Password }),
  response: { 200: TokenResponseSchema },
  errors: [
    'LoginRefusedError',
    'ConnectionRequiredError',
    'SecondFactorRequiredError',
    'WeakPasswordError',
    'OTPInvalidError',
    'OTPExpiredError',
    'OTPNotFoundError',
    'UserNotFoundError',
    'AccountInactiveError',
    'RateLimitedError',
    'ServiceUnavailableError',
  ],
  issuesTokens: 'in the body',
  takesSession: true,
  async handle(context) {
    const { password } = context.body;
    const use = await codeUse(context, context.body);
    return presentSignIn(context, await context.services.codeFlows.resetPassword(use, password));
  },
});
