import type { Route } from '../wire/endpoint/route.ts';
import { deleteGroup, deleteUser } from './delete-resource.ts';
import {
  getResourceType,
  getResourceTypes,
  getSchema,
  getSchemas,
  getServiceProviderConfig,
} from './get-discovery.ts';
import { getGroup, getUser } from './get-resource.ts';
import { getGroups, getUsers } from './get-resources.ts';
import { patchGroup, patchUser } from './patch-resource.ts';
import { postGroup, postUser } from './post-resource.ts';
import { searchAll, searchGroups, searchUsers } from './post-search.ts';
import { putGroup, putUser } from './put-resource.ts';

const BASE = '/scim/v2/:connection_id';
const access = 'connection';

/** Provisioning (RFC 7644), with a token of the connection in the path. */
export const scimRoutes: readonly Route[] = [
  { method: 'GET', path: `${BASE}/ServiceProviderConfig`, access, endpoint: getServiceProviderConfig },
  { method: 'GET', path: `${BASE}/ResourceTypes`, access, endpoint: getResourceTypes },
  { method: 'GET', path: `${BASE}/ResourceTypes/:id`, access, endpoint: getResourceType },
  { method: 'GET', path: `${BASE}/Schemas`, access, endpoint: getSchemas },
  { method: 'GET', path: `${BASE}/Schemas/:id`, access, endpoint: getSchema },
  { method: 'POST', path: `${BASE}/.search`, access, endpoint: searchAll },
  { method: 'GET', path: `${BASE}/Users`, access, endpoint: getUsers },
  { method: 'POST', path: `${BASE}/Users`, access, endpoint: postUser },
  { method: 'POST', path: `${BASE}/Users/.search`, access, endpoint: searchUsers },
  { method: 'GET', path: `${BASE}/Users/:id`, access, endpoint: getUser },
  { method: 'PUT', path: `${BASE}/Users/:id`, access, endpoint: putUser },
  { method: 'PATCH', path: `${BASE}/Users/:id`, access, endpoint: patchUser },
  { method: 'DELETE', path: `${BASE}/Users/:id`, access, endpoint: deleteUser },
  { method: 'GET', path: `${BASE}/Groups`, access, endpoint: getGroups },
  { method: 'POST', path: `${BASE}/Groups`, access, endpoint: postGroup },
  { method: 'POST', path: `${BASE}/Groups/.search`, access, endpoint: searchGroups },
  { method: 'GET', path: `${BASE}/Groups/:id`, access, endpoint: getGroup },
  { method: 'PUT', path: `${BASE}/Groups/:id`, access, endpoint: putGroup },
  { method: 'PATCH', path: `${BASE}/Groups/:id`, access, endpoint: patchGroup },
  { method: 'DELETE', path: `${BASE}/Groups/:id`, access, endpoint: deleteGroup },
];
