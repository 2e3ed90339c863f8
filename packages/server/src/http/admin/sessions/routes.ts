import type { Route } from '../../wire/endpoint.ts';
import { cleanupSessions } from './cleanup-sessions.ts';
import { clearSessions } from './clear-sessions.ts';
import { deleteSession } from './delete-session.ts';
import { getSessions } from './get-sessions.ts';

export const adminSessionRoutes: readonly Route[] = [
  { method: 'GET', path: '/session', access: 'superadmin', endpoint: getSessions },
  { method: 'DELETE', path: '/session/cleanup', access: 'superadmin', endpoint: cleanupSessions },
  { method: 'DELETE', path: '/session/clear', access: 'superadmin', endpoint: clearSessions },
  { method: 'DELETE', path: '/session/:id', access: 'superadmin', endpoint: deleteSession },
];
