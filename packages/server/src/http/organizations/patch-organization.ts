import { Type } from 'typebox';
import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';
import { body } from '../wire/endpoint/schemas.ts';
import {
  assertOrganizations,
  FIELDS,
  Name,
  ORGANIZATION_ERRORS,
  OrganizationParams,
  OrganizationSchema,
  presentOrganization,
} from './organization.ts';
import { PolicyEdit } from './policy.ts';

export const patchOrganization = organizationEndpoint({
  summary: 'Change an organization; an earlier slug still works for 90 days',
  params: OrganizationParams,
  body: body({ name: Type.Optional(Name), ...FIELDS, policy: Type.Optional(PolicyEdit) }),
  response: { 200: OrganizationSchema },
  errors: [
    ...ORGANIZATION_ERRORS,
    'SlugTakenError',
    'ExternalIdAlreadyExistsError',
    'OrganizationPolicyError',
  ],
  assertExists: assertOrganizations,
  async handle({ services, asker, params, body: edit }) {
    const { organizations } = await services.organizations();
    return presentOrganization(await organizations.change(asker, params.id, edit));
  },
});
