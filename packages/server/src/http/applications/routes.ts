import type { Route } from '../wire/endpoint/route.ts';
import { deleteApplication } from './delete-application.ts';
import { deleteApplicationSecret } from './delete-secret.ts';
import { getApplication } from './get-application.ts';
import { getApplications } from './get-applications.ts';
import { patchApplication } from './patch-application.ts';
import { postApplication } from './post-application.ts';
import { postOAuthKeys } from './post-keys.ts';
import { postApplicationSecret } from './post-secret.ts';

export const applicationRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/application',
    access: 'superadmin',
    scope: 'applications:read',
    endpoint: getApplications,
  },
  {
    method: 'POST',
    path: '/application',
    access: 'superadmin',
    scope: 'applications:write',
    stepUp: 'by act',
    endpoint: postApplication,
  },
  {
    method: 'GET',
    path: '/application/:id',
    access: 'superadmin',
    scope: 'applications:read',
    endpoint: getApplication,
  },
  {
    method: 'PATCH',
    path: '/application/:id',
    access: 'superadmin',
    scope: 'applications:write',
    stepUp: 'by act',
    endpoint: patchApplication,
  },
  {
    method: 'DELETE',
    path: '/application/:id',
    access: 'superadmin',
    scope: 'applications:write',
    stepUp: 'never',
    endpoint: deleteApplication,
  },
  {
    method: 'POST',
    path: '/application/:id/secrets',
    access: 'superadmin',
    scope: 'applications:write',
    stepUp: 'always',
    endpoint: postApplicationSecret,
  },
  {
    method: 'DELETE',
    path: '/application/:id/secrets/:secret_id',
    access: 'superadmin',
    scope: 'applications:write',
    stepUp: 'never',
    endpoint: deleteApplicationSecret,
  },
  {
    method: 'POST',
    path: '/config/oauth/keys',
    access: 'superadmin',
    scope: null,
    stepUp: 'always',
    endpoint: postOAuthKeys,
  },
];
