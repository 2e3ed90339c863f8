import { Type } from 'typebox';
import { nullable, Timestamp } from '../../features/audit/serializers/shapes.ts';
import { timestamp } from '../../lib/clock.ts';
import { clearTokenCookies } from '../wire/cookies/token-cookies.ts';
import { signedInEndpoint } from '../wire/endpoint/endpoint.ts';
import { ActionSchema, body, Password } from '../wire/endpoint/schemas.ts';

export const deleteMe = signedInEndpoint({
  summary: 'Delete your own account; needs recent authentication or current_password',
  body: body({ current_password: Type.Optional(Password) }),
  bodyOptional: true,
  response: {
    200: Type.Object({
      ...ActionSchema.properties,
      deletion_at: nullable({
        ...Timestamp,
        description: 'Until this time a sign-in cancels the deletion; null: the account is deleted',
      }),
    }),
  },
  errors: [
    'LastSuperadminError',
    'LastOwnerError',
    'InvalidCredentialsError',
    'RateLimitedError',
    'ServiceUnavailableError',
  ],
  async handle(context) {
    const { services, body: given, caller, client, signal } = context;
    const { current_password: currentPassword } = given;
    const proof = { client, signal, ...(currentPassword !== undefined && { currentPassword }) };
    const at = await services.ownerRights.deleteAccount(caller, proof);
    clearTokenCookies(context);
    return at === null
      ? { success: true, message: 'Account deleted successfully', deletion_at: null }
      : { success: true, message: 'Account will be deleted', deletion_at: timestamp(at) };
  },
});
