import { Type } from 'typebox';
import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';
import { body } from '../wire/endpoint/schemas.ts';
import { DomainParams, DomainSchema, presentDomain } from './domain.ts';
import { assertOrganizations, ORGANIZATION_ERRORS } from './organization.ts';

export const postDomainVerify = organizationEndpoint({
  summary: 'Verify a domain of an organization: DNS must have its record',
  params: DomainParams,
  body: body({
    vouch: Type.Optional(
      Type.Boolean({
        description: 'Verify it without checking DNS, now and later: for superadmins and the host',
      }),
    ),
  }),
  bodyOptional: true,
  response: { 200: DomainSchema },
  errors: [...ORGANIZATION_ERRORS, 'DomainNotFoundError', 'DomainNotVerifiedError', 'DomainTakenError'],
  assertExists: assertOrganizations,
  async handle({ services, asker, params: { id, domain }, body: { vouch = false } }) {
    const { domains } = await services.organizations();
    return presentDomain(await domains.verify(asker, id, domain, { vouch }));
  },
});
