import { Type } from 'typebox';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { presentSignIn } from '../presenters/token-response.ts';
import { body, Email, Name, Password, TokenResponseSchema } from '../wire/endpoint/schemas.ts';

export const SetUpToken = Type.String({
  format: 'text',
  minLength: 1,
  maxLength: 256,
  description:
    'The part after # in the link that the start prints; valid for 30 minutes, or until a superadmin exists',
});

export const setUp = publicEndpoint({
  summary: 'Create the first superadmin with the set-up link and sign in at once',
  body: body({ token: SetUpToken, name: Name, email: Email, password: Password }),
  response: { 201: TokenResponseSchema },
  errors: [
    'LoginRefusedError',
    'InvalidTokenError',
    'WeakPasswordError',
    'EmailAlreadyExistsError',
    'ServiceUnavailableError',
  ],
  issuesTokens: 'in the body',
  async handle(context) {
    const { services, body: sent, client, signal } = context;
    const { token, ...fields } = sent;
    return presentSignIn(context, await services.passwordSignIns.setUp(token, fields, client, signal));
  },
});
