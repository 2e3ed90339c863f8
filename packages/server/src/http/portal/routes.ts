import { type TObject, Type } from 'typebox';
import { PORTAL_SECTIONS } from '../../features/organizations/portals.ts';
import { connectionRoutes } from '../connections/routes.ts';
import { organizationRoutes } from '../organizations/routes.ts';
import type { Endpoint, OrganizationContext } from '../wire/endpoint/endpoint.ts';
import type { Route } from '../wire/endpoint/route.ts';
import { ANONYMOUS, ONE_TOKEN, OWN } from '../wire/endpoint/limits.ts';
import { deletePortal } from './delete-portal.ts';
import { deletePortals } from './delete-portals.ts';
import { getPortalConnections } from './get-portal-connections.ts';
import { getPortalRoles } from './get-portal-roles.ts';
import { getPortal } from './get-portal.ts';
import { postDone } from './post-done.ts';
import { postPortal } from './post-portal.ts';

const ORGANIZATION = '/organization/:id';

/** A link gives nearly all the rights of an administrator, so only owners may create one. */
const GIVEN = {
  access: 'organization',
  permission: 'org:owner',
  scope: 'organizations:write',
  impersonated: 'refused',
  act: OWN,
  guesses: [],
} as const;

/** The links of an organization, and the routes for their holders. */
export const portalRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: `${ORGANIZATION}/portal`,
    ...GIVEN,
    stepUp: 'always',
    endpoint: postPortal,
  },
  {
    method: 'DELETE',
    path: `${ORGANIZATION}/portal`,
    ...GIVEN,
    stepUp: 'never',
    endpoint: deletePortals,
  },
  {
    method: 'DELETE',
    path: `${ORGANIZATION}/portal/:portal_id`,
    ...GIVEN,
    stepUp: 'never',
    endpoint: deletePortal,
  },
  { method: 'GET', path: '/portal', access: 'portal', sections: PORTAL_SECTIONS, endpoint: getPortal },
  {
    method: 'POST',
    path: '/portal/done',
    access: 'portal',
    sections: PORTAL_SECTIONS,
    act: ONE_TOKEN,
    guesses: [],
    endpoint: withoutOrganization(postDone),
  },
  {
    method: 'GET',
    path: '/portal/connection',
    access: 'portal',
    sections: ['connections', 'scim'],
    endpoint: withoutOrganization(getPortalConnections),
  },
  {
    method: 'GET',
    path: '/portal/role',
    access: 'portal',
    sections: ['connections'],
    endpoint: withoutOrganization(getPortalRoles),
  },
  ...[...organizationRoutes, ...connectionRoutes].flatMap(mirrored),
];

/** The portal's copy of a route of an organization; its token replaces the organization in the path. */
function mirrored(route: Route): Route[] {
  if (route.access !== 'organization' || route.portal === undefined) return [];
  const { method, portal: sections } = route;
  const path = `/portal${route.path.slice(ORGANIZATION.length)}`;
  const endpoint = withoutOrganization(route.endpoint);
  const row = { path, access: 'portal', sections, endpoint } as const;
  return [method === 'GET' ? { ...row, method } : { ...row, method, act: ANONYMOUS, guesses: [] }];
}

/** The endpoint with the remaining path parameters. Routing adds the organization of the token. */
function withoutOrganization(endpoint: Endpoint<OrganizationContext>): Endpoint<OrganizationContext> {
  const { properties }: Partial<TObject> = { ...endpoint.params };
  const { id: _, ...rest } = properties ?? {};
  const { params: __, ...others } = endpoint;
  return Object.keys(rest).length === 0 ? others : { ...others, params: Type.Object(rest) };
}
