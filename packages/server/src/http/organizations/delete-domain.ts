import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';
import { ActionSchema } from '../wire/endpoint/schemas.ts';
import { DomainParams } from './domain.ts';
import { assertOrganizations, ORGANIZATION_ERRORS } from './organization.ts';

export const deleteDomain = organizationEndpoint({
  summary: 'Remove a domain from an organization; its members stay',
  params: DomainParams,
  response: { 200: ActionSchema },
  errors: [...ORGANIZATION_ERRORS, 'DomainNotFoundError'],
  assertExists: assertOrganizations,
  async handle({ services, asker, params: { id, domain } }) {
    const { domains } = await services.organizations();
    await domains.remove(asker, id, domain);
    return { success: true, message: 'Domain removed successfully' };
  },
});
