import type { Route } from '../../wire/endpoint/route.ts';
import { cleanupSessions } from './cleanup-sessions.ts';
import { clearSessions } from './clear-sessions.ts';
import { deleteSessionsOfAccount } from '../accounts/delete-account-sessions.ts';
import { deleteSession, deleteSessionByBody } from './delete-session.ts';
import { getSessions } from './get-sessions.ts';

export const adminSessionRoutes: readonly Route[] = [
  { method: 'GET', path: '/session', access: 'superadmin', scope: 'sessions:read', endpoint: getSessions },
  {
    method: 'DELETE',
    path: '/session',
    access: 'superadmin',
    scope: 'sessions:write',
    stepUp: 'never',
    endpoint: deleteSessionByBody,
  },
  {
    method: 'DELETE',
    path: '/session/all',
    access: 'superadmin',
    scope: 'sessions:write',
    stepUp: 'never',
    endpoint: deleteSessionsOfAccount,
  },
  {
    method: 'DELETE',
    path: '/session/cleanup',
    access: 'superadmin',
    scope: 'sessions:write',
    stepUp: 'never',
    endpoint: cleanupSessions,
  },
  // Closed to keys, because superadmins' sessions are included.
  {
    method: 'DELETE',
    path: '/session/clear',
    access: 'superadmin',
    scope: null,
    stepUp: 'never',
    endpoint: clearSessions,
  },
  {
    method: 'DELETE',
    path: '/session/:id',
    access: 'superadmin',
    scope: 'sessions:write',
    stepUp: 'never',
    endpoint: deleteSession,
  },
];
