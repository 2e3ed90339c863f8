import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';
import { body } from '../wire/endpoint/schemas.ts';
import { DomainParams, DomainSchema, Joining, presentDomain } from './domain.ts';
import { assertOrganizations, ORGANIZATION_ERRORS } from './organization.ts';

export const patchDomain = organizationEndpoint({
  summary: 'Say who may join an organization by an email of a domain',
  params: DomainParams,
  body: body({ joining: Joining }),
  response: { 200: DomainSchema },
  errors: [...ORGANIZATION_ERRORS, 'DomainNotFoundError'],
  assertExists: assertOrganizations,
  async handle({ services, asker, params: { id, domain }, body: { joining } }) {
    const { domains } = await services.organizations();
    return presentDomain(await domains.change(asker, id, domain, joining));
  },
});
