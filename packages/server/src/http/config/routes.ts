import type { Route } from '../wire/endpoint.ts';
import { counts } from './counts.ts';
import { getHistory } from './get-history.ts';
import { getSources } from './get-sources.ts';
import { load } from './load.ts';
import { postEmailTest } from './post-email-test.ts';
import {
  cookieSection,
  emailSection,
  eventsSection,
  factorsSection,
  jwtSection,
  loggingSection,
  providerSection,
  signupSection,
} from './change-section.ts';
import { postRollback } from './post-rollback.ts';
import { pulse } from './pulse.ts';

export const configRoutes: readonly Route[] = [
  { method: 'GET', path: '/config/pulse', access: 'public', endpoint: pulse },
  { method: 'GET', path: '/config/load', access: 'superadmin', endpoint: load },
  { method: 'GET', path: '/config/counts', access: 'superadmin', endpoint: counts },
  { method: 'GET', path: '/config/sources', access: 'superadmin', endpoint: getSources },
  { method: 'GET', path: '/config/history', access: 'superadmin', endpoint: getHistory },
  { method: 'POST', path: '/config/rollback', access: 'superadmin', endpoint: postRollback },
  { method: 'POST', path: '/config/email', access: 'superadmin', endpoint: emailSection.post },
  { method: 'PATCH', path: '/config/email', access: 'superadmin', endpoint: emailSection.patch },
  { method: 'POST', path: '/config/email/test', access: 'superadmin', endpoint: postEmailTest },
  { method: 'POST', path: '/config/jwt', access: 'superadmin', endpoint: jwtSection.post },
  { method: 'PATCH', path: '/config/jwt', access: 'superadmin', endpoint: jwtSection.patch },
  { method: 'POST', path: '/config/cookie', access: 'superadmin', endpoint: cookieSection.post },
  { method: 'PATCH', path: '/config/cookie', access: 'superadmin', endpoint: cookieSection.patch },
  { method: 'POST', path: '/config/logging', access: 'superadmin-or-cookie', endpoint: loggingSection.post },
  {
    method: 'PATCH',
    path: '/config/logging',
    access: 'superadmin-or-cookie',
    endpoint: loggingSection.patch,
  },
  { method: 'POST', path: '/config/events', access: 'superadmin', endpoint: eventsSection.post },
  { method: 'PATCH', path: '/config/events', access: 'superadmin', endpoint: eventsSection.patch },
  { method: 'POST', path: '/config/factors', access: 'superadmin', endpoint: factorsSection.post },
  { method: 'PATCH', path: '/config/factors', access: 'superadmin', endpoint: factorsSection.patch },
  { method: 'POST', path: '/config/signup', access: 'superadmin', endpoint: signupSection.post },
  { method: 'PATCH', path: '/config/signup', access: 'superadmin', endpoint: signupSection.patch },
  { method: 'POST', path: '/config/:provider', access: 'superadmin', endpoint: providerSection.post },
  { method: 'PATCH', path: '/config/:provider', access: 'superadmin', endpoint: providerSection.patch },
];
