import { signedInEndpoint } from '../wire/endpoint.ts';
import { ActionSchema } from '../wire/schemas.ts';
import { ProviderParams } from './params.ts';

export const deleteLink = signedInEndpoint({
  summary: 'Unlink an identity provider from the account',
  params: ProviderParams,
  response: { 200: ActionSchema },
  errors: ['AuthError', 'OAuthLinkNotFoundError'],
  async handle({ services, params: { provider }, caller, client }) {
    const { id: sessionId, account_id: accountId } = caller.row;
    await services.identities.unlink(accountId, services.providers.issuerOf(provider));
    services.events.emit('provider.unlinked', { client, accountId, sessionId, metadata: { provider } });
    return { success: true, message: 'OAuth account unlinked successfully' };
  },
});
