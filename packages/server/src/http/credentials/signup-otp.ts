import { Type } from 'typebox';
import { codeUse } from '../codes/present-code.ts';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { presentSignIn } from '../presenters/token-response.ts';
import {
  body,
  Code,
  Email,
  Handle,
  LinkKey,
  Name,
  Password,
  TokenResponseSchema,
} from '../wire/endpoint/schemas.ts';

export const signupOtp = publicEndpoint({
  summary: 'Create an account with a password and a mailed code, and sign in at once',
  body: body({
    name: Name,
    email: Email,
    password: Password,
    otp: Code,
    key: LinkKey,
    handle: Type.Optional(Handle),
  }),
  response: { 200: TokenResponseSchema },
  errors: [
    'LoginRefusedError',
    'ConnectionRequiredError',
    'SignupClosedError',
    'EmailDomainNotAllowedError',
    'WeakPasswordError',
    'EmailAlreadyExistsError',
    'HandleAlreadyExistsError',
    'OTPInvalidError',
    'OTPExpiredError',
    'OTPNotFoundError',
    'RateLimitedError',
    'ServiceUnavailableError',
  ],
  captcha: 'always',
  issuesTokens: 'in the body',
  async handle(context) {
    const { otp, key, ...fields } = context.body;
    const use = await codeUse(context, { email: fields.email, otp, key });
    return presentSignIn(context, await context.services.codeFlows.signUp(use, fields));
  },
});
