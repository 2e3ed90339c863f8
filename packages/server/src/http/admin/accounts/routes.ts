import type { Route } from '../../wire/endpoint.ts';
import { deleteAccount } from './delete-account.ts';
import { deleteAccountSessions } from './delete-account-sessions.ts';
import { getAccount } from './get-account.ts';
import { getAccounts } from './get-accounts.ts';
import { patchAccount } from './patch-account.ts';
import { postAccount } from './post-account.ts';
import { queryAccount } from './query-account.ts';

export const adminAccountRoutes: readonly Route[] = [
  { method: 'GET', path: '/account', access: 'superadmin', endpoint: getAccounts },
  { method: 'POST', path: '/account', access: 'superadmin', endpoint: postAccount },
  { method: 'PATCH', path: '/account', access: 'superadmin', endpoint: patchAccount },
  { method: 'DELETE', path: '/account', access: 'superadmin', endpoint: deleteAccount },
  { method: 'GET', path: '/account/query', access: 'superadmin', endpoint: queryAccount },
  { method: 'GET', path: '/account/:id', access: 'superadmin', endpoint: getAccount },
  { method: 'DELETE', path: '/account/:id/sessions', access: 'superadmin', endpoint: deleteAccountSessions },
];
