import { Type } from 'typebox';
import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';
import { Id } from '../wire/endpoint/lists.ts';
import { body } from '../wire/endpoint/schemas.ts';
import {
  assertOrganizations,
  FIELDS,
  Name,
  OrganizationSchema,
  presentOrganization,
} from './organization.ts';

export const postOrganization = organizationEndpoint({
  summary: 'Create an organization; its owner is the caller, or the account that an administrator names',
  body: body({ name: Name, ...FIELDS, owner: Type.Optional(Id) }),
  response: { 201: OrganizationSchema },
  errors: [
    'RouteNotFoundError',
    'OrganizationCreationError',
    'RoleMismatchError',
    'OrganizationLimitError',
    'MembershipRefusedError',
    'SlugTakenError',
    'ExternalIdAlreadyExistsError',
    'UserNotFoundError',
  ],
  assertExists: assertOrganizations,
  async handle({ services, asker, body: fields }) {
    const { organizations } = await services.organizations();
    return presentOrganization(await organizations.create(asker, fields));
  },
});
