import type { Route } from '../wire/endpoint/route.ts';
import { getEvent } from './get-event.ts';
import { exportEvents } from './export-events.ts';
import { getCounts } from './get-counts.ts';
import { getEvents } from './get-events.ts';
import { streamEvents } from './stream-events.ts';

export const eventRoutes: readonly Route[] = [
  { method: 'GET', path: '/event', access: 'superadmin', scope: 'events:read', endpoint: getEvents },
  {
    method: 'GET',
    path: '/event/export',
    access: 'superadmin',
    scope: 'events:read',
    endpoint: exportEvents,
  },
  {
    method: 'GET',
    path: '/event/stream',
    access: 'superadmin',
    scope: 'events:read',
    endpoint: streamEvents,
  },
  {
    method: 'GET',
    path: '/event/counts',
    access: 'superadmin',
    scope: 'events:read',
    endpoint: getCounts,
  },
  { method: 'GET', path: '/event/:id', access: 'superadmin', scope: 'events:read', endpoint: getEvent },
];
