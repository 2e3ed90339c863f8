import type { Route } from '../wire/endpoint/endpoint.ts';
import { deleteApiKey } from './delete-api-key.ts';
import { getApiKeys } from './get-api-keys.ts';
import { postApiKey } from './post-api-key.ts';

/** No key counts here: a leaked one must not make others. */
export const apiKeyRoutes: readonly Route[] = [
  { method: 'GET', path: '/apikey', access: 'superadmin', scope: null, endpoint: getApiKeys },
  {
    method: 'POST',
    path: '/apikey',
    access: 'superadmin',
    scope: null,
    stepUp: 'always',
    endpoint: postApiKey,
  },
  {
    method: 'DELETE',
    path: '/apikey/:id',
    access: 'superadmin',
    scope: null,
    stepUp: 'never',
    endpoint: deleteApiKey,
  },
];
