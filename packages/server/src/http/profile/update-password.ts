import { Type } from 'typebox';
import { signedInEndpoint } from '../wire/endpoint/endpoint.ts';
import { ActionSchema, body, Password } from '../wire/endpoint/schemas.ts';

export const updatePassword = signedInEndpoint({
  summary: 'Set a new password; all other sessions of the account end',
  body: body({ password: Password, current_password: Type.Optional(Password) }),
  response: { 200: ActionSchema },
  errors: ['WeakPasswordError', 'InvalidCredentialsError', 'RateLimitedError', 'ServiceUnavailableError'],
  async handle({ services, body: { password, current_password: currentPassword }, caller, client, signal }) {
    await services.profiles.changePassword(caller, password, {
      client,
      signal,
      ...(currentPassword !== undefined && { currentPassword }),
    });
    return { success: true, message: 'Password updated successfully' };
  },
});
