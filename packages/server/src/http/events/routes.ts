import type { Route } from '../wire/endpoint.ts';
import { getEvent } from './get-event.ts';
import { getEvents } from './get-events.ts';

export const eventRoutes: readonly Route[] = [
  { method: 'GET', path: '/event', access: 'superadmin', endpoint: getEvents },
  { method: 'GET', path: '/event/:id', access: 'superadmin', endpoint: getEvent },
];
