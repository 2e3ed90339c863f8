import { Type } from 'typebox';
import { callableEndpoint } from '../../wire/endpoint/endpoint.ts';
import {
  body,
  Email,
  ExternalId,
  Handle,
  MetadataPatch,
  Name,
  Password,
  ProfileFields,
} from '../../wire/endpoint/schemas.ts';
import { Label } from '../schemas.ts';
import { AdministeredAccountSchema, presentAdministeredAccount } from './administered-account.ts';
import { nullable } from '../../../features/audit/serializers/shapes.ts';

export const postAccount = callableEndpoint({
  summary: 'Create an account; without a password it signs in by code or provider',
  body: body({
    name: Name,
    email: Email,
    handle: Type.Optional(Handle),
    ...ProfileFields,
    role: Type.Optional(Label),
    status: Type.Optional(Label),
    email_verified: Type.Optional(Type.Boolean()),
    password: Type.Optional(nullable(Password)),
    external_id: Type.Optional(ExternalId),
    metadata: Type.Optional(MetadataPatch),
    app_metadata: Type.Optional(MetadataPatch),
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
