import type { Route } from '../wire/endpoint/endpoint.ts';
import { checkSetUp } from './check-set-up.ts';
import { setUp } from './set-up.ts';

export const setUpRoutes: readonly Route[] = [
  { method: 'POST', path: '/setup', access: 'public', endpoint: setUp },
  { method: 'POST', path: '/setup/check', access: 'public', endpoint: checkSetUp },
];
