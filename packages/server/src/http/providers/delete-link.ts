import { Type } from 'typebox';
import { signedInEndpoint } from '../wire/endpoint/endpoint.ts';
import { ActionSchema, body, Password } from '../wire/endpoint/schemas.ts';
import { ProviderParams } from './params.ts';

export const deleteLink = signedInEndpoint({
  summary: 'Unlink an identity provider from the account',
  params: ProviderParams,
  body: body({ current_password: Type.Optional(Password) }),
  bodyOptional: true,
  response: { 200: ActionSchema },
  errors: [
    'AuthError',
    'ConnectionRequiredError',
    'OAuthLinkNotFoundError',
    'InvalidCredentialsError',
    'RateLimitedError',
    'ServiceUnavailableError',
  ],
  async handle({ services, params: { provider }, body: given, caller, client, signal }) {
    await services.reauthenticate(caller, 'links', {
      currentPassword: given.current_password,
      client,
      signal,
    });
    const { id: sessionId, account_id: accountId } = caller.row;
    await services.identityLinks.unlink(caller, services.providers.issuerOf(provider), client);
    services.events.emit('provider.unlinked', { client, accountId, sessionId, metadata: { provider } });
    return { success: true, message: 'OAuth account unlinked successfully' };
  },
});
