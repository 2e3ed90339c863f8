import type { Route } from '../wire/endpoint/route.ts';
import { deleteLog } from './delete-log.ts';
import { getLog } from './get-log.ts';
import { getLogs } from './get-logs.ts';
import { postLog } from './post-log.ts';
import { resetLog } from './reset-log.ts';
import { streamLog } from './stream-log.ts';

/**
 * Relative to the path that the logs are mounted at. A name is `app`, `server` or, at the end of a path, the name of a
 * snapshot.
 */
export const logRoutes: readonly Route[] = [
  { method: 'GET', path: '', access: 'superadmin-or-cookie', scope: 'logs:read', endpoint: getLogs },
  {
    method: 'POST',
    path: '',
    access: 'superadmin-or-cookie',
    scope: 'logs:write',
    stepUp: 'never',
    endpoint: postLog,
  },
  { method: 'GET', path: '/:name', access: 'superadmin-or-cookie', scope: 'logs:read', endpoint: getLog },
  {
    method: 'DELETE',
    path: '/:name',
    access: 'superadmin-or-cookie',
    scope: 'logs:write',
    stepUp: 'never',
    endpoint: deleteLog,
  },
  {
    method: 'GET',
    path: '/:name/stream',
    access: 'superadmin-or-cookie',
    scope: 'logs:read',
    endpoint: streamLog,
  },
  {
    method: 'POST',
    path: '/:name/reset',
    access: 'superadmin-or-cookie',
    scope: 'logs:write',
    stepUp: 'never',
    endpoint: resetLog,
  },
];
