import { Type } from 'typebox';
import { MAX_DOMAINS } from '../../features/organizations/domains.ts';
import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';
import { DomainSchema, presentDomain } from './domain.ts';
import { assertOrganizations, ORGANIZATION_ERRORS, OrganizationParams } from './organization.ts';

export const getDomains = organizationEndpoint({
  summary: `The email domains of an organization, at most ${MAX_DOMAINS}`,
  params: OrganizationParams,
  response: { 200: Type.Object({ total: Type.Integer(), domains: Type.Array(DomainSchema) }) },
  errors: ORGANIZATION_ERRORS,
  assertExists: assertOrganizations,
  async handle({ services, asker, params }) {
    const { domains } = await services.organizations();
    const all = await domains.list(asker, params.id);
    return { total: all.length, domains: all.map(presentDomain) };
  },
});
