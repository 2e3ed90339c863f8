import { Type } from 'typebox';
import { signedInEndpoint } from '../../wire/endpoint.ts';
import { Id } from '../../wire/lists.ts';
import { presentAccount } from '../../presenters/account.ts';
import { AccountSchema, body, Email, Handle, Name, nullable, Password, Phone } from '../../wire/schemas.ts';
import { Label } from '../schemas.ts';

export const patchAccount = signedInEndpoint({
  summary: 'Change an account; null clears phone and avatar_url',
  body: body({
    account_id: Id,
    name: Type.Optional(Name),
    email: Type.Optional(Email),
    handle: Type.Optional(Handle),
    phone: Type.Optional(nullable(Phone)),
    avatar_url: Type.Optional(nullable(Type.String({ format: 'web-url' }))),
    role: Type.Optional(Label),
    status: Type.Optional(Label),
    email_verified: Type.Optional(Type.Boolean()),
    password: Type.Optional(Password),
  }),
  response: { 200: AccountSchema },
  errors: [
    'WeakPasswordError',
    'UserNotFoundError',
    'EmailAlreadyExistsError',
    'HandleAlreadyExistsError',
    'PhoneAlreadyExistsError',
    'LastSuperadminError',
  ],
  async handle({ services, body: { account_id: id, ...edit }, caller, client, signal }) {
    return presentAccount(await services.administration.changeAccount({ caller, client, signal }, id, edit));
  },
});
