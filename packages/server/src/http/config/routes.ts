import type { Route } from '../wire/endpoint.ts';
import { counts } from './counts.ts';
import { getHistory } from './get-history.ts';
import { getSources } from './get-sources.ts';
import { load } from './load.ts';
import { postEmailTest } from './post-email-test.ts';
import {
  postCookie,
  postEmail,
  postEvents,
  postFactors,
  postJwt,
  postLogging,
  postProvider,
  postSignup,
} from './post-section.ts';
import { postRollback } from './post-rollback.ts';
import { pulse } from './pulse.ts';

export const configRoutes: readonly Route[] = [
  { method: 'GET', path: '/config/pulse', access: 'public', endpoint: pulse },
  { method: 'GET', path: '/config/load', access: 'superadmin', endpoint: load },
  { method: 'GET', path: '/config/counts', access: 'superadmin', endpoint: counts },
  { method: 'GET', path: '/config/sources', access: 'superadmin', endpoint: getSources },
  { method: 'GET', path: '/config/history', access: 'superadmin', endpoint: getHistory },
  { method: 'POST', path: '/config/rollback', access: 'superadmin', endpoint: postRollback },
  { method: 'POST', path: '/config/email', access: 'superadmin', endpoint: postEmail },
  { method: 'POST', path: '/config/email/test', access: 'superadmin', endpoint: postEmailTest },
  { method: 'POST', path: '/config/jwt', access: 'superadmin', endpoint: postJwt },
  { method: 'POST', path: '/config/cookie', access: 'superadmin', endpoint: postCookie },
  { method: 'POST', path: '/config/logging', access: 'superadmin-or-cookie', endpoint: postLogging },
  { method: 'POST', path: '/config/events', access: 'superadmin', endpoint: postEvents },
  { method: 'POST', path: '/config/factors', access: 'superadmin', endpoint: postFactors },
  { method: 'POST', path: '/config/signup', access: 'superadmin', endpoint: postSignup },
  { method: 'POST', path: '/config/:provider', access: 'superadmin', endpoint: postProvider },
];
