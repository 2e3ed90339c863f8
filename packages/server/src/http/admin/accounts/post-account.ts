import { Type } from 'typebox';
import { callableEndpoint } from '../../wire/endpoint/endpoint.ts';
import { body, Email, Name, Password } from '../../wire/endpoint/schemas.ts';
import { AccountFields } from './account-fields.ts';
import { AdministeredAccountSchema, presentAdministeredAccount } from './administered-account.ts';
import { nullable } from '../../../features/audit/serializers/shapes.ts';

export const postAccount = callableEndpoint({
  summary: 'Create an account; without a password it signs in by code or provider',
  body: body({
    name: Name,
    email: Email,
    ...AccountFields,
    password: Type.Optional(nullable(Password)),
  }),
  response: { 201: AdministeredAccountSchema },
  errors: [
    'WeakPasswordError',
    'EmailAlreadyExistsError',
    'HandleAlreadyExistsError',
    'PhoneAlreadyExistsError',
    'ExternalIdAlreadyExistsError',
  ],
  async handle({ services, body: fields, actor }) {
    const { email_verified: emailVerified, password = null, ...rest } = fields;
    const account = await services.administration.createAccount(actor, {
      ...rest,
      emailVerified,
      password,
      data: rest,
    });
    return presentAdministeredAccount(services, account);
  },
});
