import { Type } from 'typebox';
import { publicEndpoint } from '../endpoint.ts';
import { startSession } from '../presenters/token-response.ts';
import { body, Email, Handle, Name, Password, TokenResponseSchema } from '../schemas.ts';

export const signupPassword = publicEndpoint({
  summary: 'Create an account with a password and sign in at once',
  body: body({ name: Name, email: Email, password: Password, handle: Type.Optional(Handle) }),
  response: { 200: TokenResponseSchema },
  errors: [
    'WeakPasswordError',
    'EmailAlreadyExistsError',
    'HandleAlreadyExistsError',
    'ServiceUnavailableError',
  ],
  issuesTokens: true,
  async handle(context) {
    return startSession(context, await context.services.signUps.signUp(context.body, context.signal));
  },
});
