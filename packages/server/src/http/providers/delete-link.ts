import { signedInEndpoint } from '../endpoint.ts';
import { ActionSchema } from '../schemas.ts';
import { ProviderParams } from './params.ts';

export const deleteLink = signedInEndpoint({
  summary: 'Unlink an identity provider from the account',
  params: ProviderParams,
  response: { 200: ActionSchema },
  errors: ['AuthError', 'OAuthLinkNotFoundError'],
  async handle({ services, params, caller }) {
    await services.identities.unlink(caller.row.account_id, services.providers.issuerOf(params.provider));
    return { success: true, message: 'OAuth account unlinked successfully' };
  },
});
