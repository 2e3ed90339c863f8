import { Type } from 'typebox';
import { ORGANIZATION_ORDERS } from '../../store/tables/organizations.ts';
import { keysOf } from '../../lib/keys-of.ts';
import { organizationEndpoint } from '../wire/endpoint/endpoint.ts';
import { Id, listOf, PAGE_FIELDS, sortedBy } from '../wire/endpoint/lists.ts';
import { assertOrganizations, OrganizationSchema, presentOrganization } from './organization.ts';

const ORDERS = keysOf(ORGANIZATION_ORDERS);
const Filter = (description: string) =>
  Type.Optional(Type.String({ format: 'text', minLength: 1, maxLength: 255, description }));

const ORGANIZATIONS = listOf('organizations', ORDERS, {
  q: Filter('The beginning of a name or a slug'),
  slug: Filter('Its slug'),
  external_id: Filter('Its id in another system'),
  member: Type.Optional(Id),
});

export const getOrganizations = organizationEndpoint({
  summary: 'Organizations, newest first; accounts see their own, superadmins and keys all',
  query: ORGANIZATIONS.query,
  response: { 200: Type.Object({ ...PAGE_FIELDS, organizations: Type.Array(OrganizationSchema) }) },
  errors: ['RouteNotFoundError'],
  assertExists: assertOrganizations,
  async handle({ services, asker, query, signal }) {
    const asked = ORGANIZATIONS.asked(query, { now: services.clock.now(), signal });
    const { organizations } = await services.organizations();
    const page = await organizations.list(asker, {
      ...asked.request,
      order: sortedBy(query, ORDERS),
      search: query.q,
      slug: query.slug,
      externalId: query.external_id,
      member: query.member,
    });
    return { ...asked.present(page), organizations: page.rows.map(presentOrganization) };
  },
});
