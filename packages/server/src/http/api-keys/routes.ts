import type { Route } from '../wire/endpoint/route.ts';
import { deleteApiKey } from './delete-api-key.ts';
import { getApiKeys } from './get-api-keys.ts';
import { postApiKey } from './post-api-key.ts';

/** API keys are not accepted here: a leaked key must not be able to make others. */
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
