import type { Route } from '../../wire/endpoint/route.ts';
import { deleteLink } from './delete-link.ts';
import { getLinks } from './get-links.ts';
import { queryLinks } from './query-links.ts';

export const adminLinkRoutes: readonly Route[] = [
  { method: 'GET', path: '/oauth', access: 'superadmin', scope: 'accounts:read', endpoint: getLinks },
  {
    method: 'DELETE',
    path: '/oauth',
    access: 'superadmin',
    scope: 'accounts:write',
    stepUp: 'by act',
    endpoint: deleteLink,
  },
  { method: 'GET', path: '/oauth/query', access: 'superadmin', scope: 'accounts:read', endpoint: queryLinks },
];
