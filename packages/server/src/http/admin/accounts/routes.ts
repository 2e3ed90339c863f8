import type { Route } from '../../wire/endpoint/route.ts';
import { deleteAccount } from './delete-account.ts';
import { deleteAccountApplication } from './delete-account-application.ts';
import { deleteAccountSessions } from './delete-account-sessions.ts';
import { deleteLock } from './delete-lock.ts';
import { getAccount } from './get-account.ts';
import { getAccounts } from './get-accounts.ts';
import { patchAccount } from './patch-account.ts';
import { postAccount } from './post-account.ts';
import { postImpersonation } from './post-impersonation.ts';
import { queryAccount } from './query-account.ts';

export const adminAccountRoutes: readonly Route[] = [
  { method: 'GET', path: '/account', access: 'superadmin', scope: 'accounts:read', endpoint: getAccounts },
  {
    method: 'POST',
    path: '/account',
    access: 'superadmin',
    scope: 'accounts:write',
    stepUp: 'by act',
    endpoint: postAccount,
  },
  {
    method: 'PATCH',
    path: '/account',
    access: 'superadmin',
    scope: 'accounts:write',
    stepUp: 'by act',
    endpoint: patchAccount,
  },
  {
    method: 'DELETE',
    path: '/account',
    access: 'superadmin',
    scope: 'accounts:write',
    stepUp: 'by act',
    endpoint: deleteAccount,
  },
  {
    method: 'POST',
    path: '/account/impersonate',
    access: 'superadmin',
    scope: null,
    stepUp: 'always',
    endpoint: postImpersonation,
  },
  {
    method: 'GET',
    path: '/account/query',
    access: 'superadmin',
    scope: 'accounts:read',
    endpoint: queryAccount,
  },
  {
    method: 'DELETE',
    path: '/account/lock',
    access: 'superadmin',
    scope: 'accounts:write',
    stepUp: 'by act',
    endpoint: deleteLock,
  },
  { method: 'GET', path: '/account/:id', access: 'superadmin', scope: 'accounts:read', endpoint: getAccount },
  {
    method: 'DELETE',
    path: '/account/:id/sessions',
    access: 'superadmin',
    scope: 'sessions:write',
    stepUp: 'never',
    endpoint: deleteAccountSessions,
  },
  {
    method: 'DELETE',
    path: '/account/:id/application/:client_id',
    access: 'superadmin',
    scope: 'sessions:write',
    stepUp: 'never',
    endpoint: deleteAccountApplication,
  },
];
