import type { Route } from '../wire/endpoint/route.ts';
import { ONE_TOKEN } from '../wire/endpoint/limits.ts';
import { checkSetUp } from './check-set-up.ts';
import { setUp } from './set-up.ts';

export const setUpRoutes: readonly Route[] = [
  { method: 'POST', path: '/setup', access: 'public', act: ONE_TOKEN, guesses: ['none'], endpoint: setUp },
  {
    method: 'POST',
    path: '/setup/check',
    access: 'public',
    act: { bound: 'writes nothing' },
    guesses: ['none'],
    endpoint: checkSetUp,
  },
];
