import { Type } from 'typebox';
import { PROFILE_FIELD_NAMES } from '../../../lib/profile-fields.ts';
import { callableEndpoint } from '../../wire/endpoint/endpoint.ts';
import { Id } from '../../wire/endpoint/lists.ts';
import { body, Email, Name, Password } from '../../wire/endpoint/schemas.ts';
import { AccountFields } from './account-fields.ts';
import { AdministeredAccountSchema, presentAdministeredAccount } from './administered-account.ts';

export const patchAccount = callableEndpoint({
  summary: `Change an account; a null or empty ${PROFILE_FIELD_NAMES.join(' or ')} is cleared`,
  body: body({
    account_id: Id,
    name: Type.Optional(Name),
    email: Type.Optional(Email),
    ...AccountFields,
    password: Type.Optional(Password),
  }),
  response: { 200: AdministeredAccountSchema },
  errors: [
    'WeakPasswordError',
    'UserNotFoundError',
    'EmailAlreadyExistsError',
    'HandleAlreadyExistsError',
    'PhoneAlreadyExistsError',
    'ExternalIdAlreadyExistsError',
    'LastSuperadminError',
    'EmailNotConfiguredError',
  ],
  async handle({ services, body: { account_id: id, ...edit }, actor }) {
    return presentAdministeredAccount(services, await services.administration.changeAccount(actor, id, edit));
  },
});
