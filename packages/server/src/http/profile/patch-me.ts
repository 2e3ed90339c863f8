import { Type } from 'typebox';
import { PROFILE_FIELD_NAMES } from '../../lib/profile-fields.ts';
import { signedInEndpoint } from '../wire/endpoint/endpoint.ts';
import {
  body,
  Email,
  Handle,
  MetadataPatch,
  Name,
  Password,
  ProfileFields,
} from '../wire/endpoint/schemas.ts';
import { presentAccount } from '../../features/audit/serializers/account.ts';
import { OwnAccountSchema, presentOwnAccount } from './own-account.ts';

export const patchMe = signedInEndpoint({
  summary: `Change your own profile; a null or empty ${PROFILE_FIELD_NAMES.join(' or ')} is cleared`,
  body: body({
    name: Type.Optional(Name),
    email: Type.Optional(Email),
    handle: Type.Optional(Handle),
    ...ProfileFields,
    metadata: Type.Optional(MetadataPatch),
    confirm_email_change: Type.Optional(
      Type.Boolean({
        description:
          'Whether a new email must be confirmed, as with the setting of the same name; the setting, second factors and organizations require it always',
      }),
    ),
    current_password: Type.Optional(Password),
  }),
  response: { 200: OwnAccountSchema },
  errors: [
    'EmailDomainNotAllowedError',
    'EmailAlreadyExistsError',
    'HandleAlreadyExistsError',
    'PhoneAlreadyExistsError',
    'InvalidCredentialsError',
    'EmailNotConfiguredError',
    'EmailProofRequiredError',
    'RateLimitedError',
    'ServiceUnavailableError',
  ],
  async handle({
    services,
    body: { current_password: currentPassword, confirm_email_change: confirmEmail, ...changes },
    caller,
    client,
    signal,
  }) {
    const proof = {
      client,
      signal,
      ...(currentPassword !== undefined && { currentPassword }),
    };
    const account = await services.profiles.update(caller, { ...changes, confirmEmail }, proof);
    return presentOwnAccount(presentAccount(account), await services.emailChanges.pendingEmail(account));
  },
});
