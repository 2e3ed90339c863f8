import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { presentSignIn } from '../presenters/token-response.ts';
import {
  body,
  Email,
  Handle,
  Name,
  Password,
  ProfileFields,
  TokenResponseSchema,
} from '../wire/endpoint/schemas.ts';

export const signup = publicEndpoint({
  summary: 'Create an account with a password, a handle and an optional phone, and sign in at once',
  body: body({ email: Email, password: Password, handle: Handle, name: Name, phone: ProfileFields.phone }),
  response: { 201: TokenResponseSchema },
  errors: [
    'LoginRefusedError',
    'ConnectionRequiredError',
    'SignupClosedError',
    'EmailDomainNotAllowedError',
    'EmailProofRequiredError',
    'WeakPasswordError',
    'EmailAlreadyExistsError',
    'HandleAlreadyExistsError',
    'PhoneAlreadyExistsError',
    'RateLimitedError',
    'ServiceUnavailableError',
  ],
  // By contract, this route answers 400 for every invalid input.
  errorStatus: {
    ValidationError: 400,
    EmailAlreadyExistsError: 400,
    HandleAlreadyExistsError: 400,
    PhoneAlreadyExistsError: 400,
  },
  captcha: 'always',
  issuesTokens: 'in the body',
  async handle(context) {
    const { services, body: fields, client, signal } = context;
    return presentSignIn(context, await services.passwordSignIns.signUp(fields, client, signal));
  },
});
