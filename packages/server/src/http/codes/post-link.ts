import { Type } from 'typebox';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { presentSignIn } from '../presenters/token-response.ts';
import { body, Code, Email, LinkKey, PurposeParams, TokenResponseSchema } from '../wire/endpoint/schemas.ts';
import { codeUse } from './present-code.ts';

const VerifiedSchema = Type.Object({
  success: Type.Literal(true),
  message: Type.String(),
  email: Type.String(),
});

export const postLink = publicEndpoint({
  summary: "Use a magic link's code without opening the link, for a page that asks before it spends the code",
  params: PurposeParams,
  body: body({ email: Email, otp: Code, key: LinkKey }),
  response: { 200: Type.Union([TokenResponseSchema, VerifiedSchema]) },
  errors: [
    'LoginRefusedError',
    'ConnectionRequiredError',
    'SecondFactorRequiredError',
    'SignupClosedError',
    'EmailDomainNotAllowedError',
    'OTPInvalidError',
    'OTPExpiredError',
    'OTPNotFoundError',
    'UserNotFoundError',
    'AccountInactiveError',
    'EmailAlreadyExistsError',
    'ReauthenticationRequiredError',
    'EmailProofRequiredError',
    'ServiceUnavailableError',
    'RateLimitedError',
  ],
  issuesTokens: 'in the body',
  takesSession: true,
  async handle(context) {
    const { services, params } = context;
    const use = await codeUse(context, context.body);
    switch (params.purpose) {
      case 'login':
        return presentSignIn(context, await services.codeFlows.logIn({ ...use, via: 'link' }));
      case 'verify': {
        const { email } = await services.codeFlows.verifyEmail(use);
        return { success: true, message: 'Email verified successfully', email };
      }
      case 'reset':
      case 'signup':
        await services.codeFlows.check(use, params.purpose);
        return { success: true, message: 'OTP verified successfully', email: use.email.address };
    }
  },
});
