import type { Route } from '../endpoint.ts';
import { getMe } from './get-me.ts';
import { logout } from './logout.ts';
import { logoutAll } from './logout-all.ts';
import { patchMe } from './patch-me.ts';
import { updatePassword } from './update-password.ts';

export const profileRoutes: readonly Route[] = [
  { method: 'GET', path: '/me', access: 'bearer', endpoint: getMe },
  { method: 'PATCH', path: '/me', access: 'bearer', endpoint: patchMe },
  { method: 'PUT', path: '/update/password', access: 'bearer', endpoint: updatePassword },
  { method: 'POST', path: '/logout', access: 'bearer', endpoint: logout },
  { method: 'POST', path: '/logout-all', access: 'bearer', endpoint: logoutAll },
];
