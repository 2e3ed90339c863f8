import { Type } from 'typebox';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { presentSignIn } from '../presenters/token-response.ts';
import { body, Email, Handle, Name, Password, TokenResponseSchema } from '../wire/endpoint/schemas.ts';

export const signupPassword = publicEndpoint({
  summary: 'Create an account with a password and sign in at once',
  body: body({ name: Name, email: Email, password: Password, handle: Type.Optional(Handle) }),
  response: { 200: TokenResponseSchema },
  errors: [
    'LoginRefusedError',
    'ConnectionRequiredError',
    'SignupClosedError',
    'EmailDomainNotAllowedError',
    'EmailProofRequiredError',
    'WeakPasswordError',
    'EmailAlreadyExistsError',
    'HandleAlreadyExistsError',
    'RateLimitedError',
    'ServiceUnavailableError',
  ],
  captcha: 'always',
  issuesTokens: 'in the body',
  async handle(context) {
    const { services, body: fields, client, signal } = context;
    return presentSignIn(context, await services.passwordSignIns.signUp(fields, client, signal));
  },
});
