import { Type } from 'typebox';
import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';
import { body } from '../wire/endpoint/schemas.ts';
import { DomainName, DomainSchema, Joining, presentDomain } from './domain.ts';
import { assertOrganizations, ORGANIZATION_ERRORS, OrganizationParams } from './organization.ts';

export const postDomain = organizationEndpoint({
  summary: 'Claim an email domain for an organization; it is pending until it is verified',
  params: OrganizationParams,
  body: body({
    domain: Type.String({
      ...DomainName,
      description: 'A domain that is not of a public mail provider, in Unicode or ASCII',
    }),
    joining: Type.Optional(Joining),
  }),
  response: { 201: DomainSchema },
  errors: [...ORGANIZATION_ERRORS, 'DomainTakenError', 'OrganizationLimitError'],
  assertExists: assertOrganizations,
  async handle({ services, asker, params, body: { domain, joining = 'none' } }) {
    const { domains } = await services.organizations();
    return presentDomain(await domains.claim(asker, params.id, domain, joining));
  },
});
