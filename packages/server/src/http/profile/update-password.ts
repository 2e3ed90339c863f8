import { Type } from 'typebox';
import { markBrowser } from '../wire/cookies/browser-cookie.ts';
import { signedInEndpoint } from '../wire/endpoint/endpoint.ts';
import { ActionSchema, body, Password } from '../wire/endpoint/schemas.ts';

export const updatePassword = signedInEndpoint({
  summary: 'Set a new password; all other sessions of the account end',
  body: body({ password: Password, current_password: Type.Optional(Password) }),
  response: { 200: ActionSchema },
  errors: ['WeakPasswordError', 'InvalidCredentialsError', 'RateLimitedError', 'ServiceUnavailableError'],
  async handle(context) {
    const { services, body: sent, caller, client, signal } = context;
    const { password, current_password: currentPassword } = sent;
    const account = await services.profiles.changePassword(caller, password, {
      client,
      signal,
      ...(currentPassword !== undefined && { currentPassword }),
    });
    markBrowser(context, { account, session: caller.row, isNew: true });
    return { success: true, message: 'Password updated successfully' };
  },
});
