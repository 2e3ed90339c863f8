import type { Route } from '../wire/endpoint.ts';
import { counts } from './counts.ts';
import { getFindings } from './get-findings.ts';
import { getHistory } from './get-history.ts';
import { getSections } from './get-sections.ts';
import { getSources } from './get-sources.ts';
import { load } from './load.ts';
import { postEmailTest } from './post-email-test.ts';
import { postLoggingTest } from './post-logging-test.ts';
import {
  brandingSection,
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
  { method: 'GET', path: '/config/load', access: 'superadmin', scope: 'settings:read', endpoint: load },
  { method: 'GET', path: '/config/counts', access: 'superadmin', scope: 'settings:read', endpoint: counts },
  {
    method: 'GET',
    path: '/config/sections',
    access: 'superadmin',
    scope: 'settings:read',
    endpoint: getSections,
  },
  {
    method: 'GET',
    path: '/config/sources',
    access: 'superadmin',
    scope: 'settings:read',
    endpoint: getSources,
  },
  {
    method: 'GET',
    path: '/config/findings',
    access: 'superadmin',
    scope: 'settings:read',
    endpoint: getFindings,
  },
  {
    method: 'GET',
    path: '/config/history',
    access: 'superadmin',
    scope: 'settings:read',
    endpoint: getHistory,
  },
  { method: 'POST', path: '/config/rollback', access: 'superadmin', scope: null, endpoint: postRollback },
  { method: 'POST', path: '/config/email', access: 'superadmin', scope: null, endpoint: emailSection.post },
  { method: 'PATCH', path: '/config/email', access: 'superadmin', scope: null, endpoint: emailSection.patch },
  { method: 'POST', path: '/config/email/test', access: 'superadmin', scope: null, endpoint: postEmailTest },
  {
    method: 'POST',
    path: '/config/jwt',
    access: 'superadmin',
    scope: 'settings:write',
    endpoint: jwtSection.post,
  },
  {
    method: 'PATCH',
    path: '/config/jwt',
    access: 'superadmin',
    scope: 'settings:write',
    endpoint: jwtSection.patch,
  },
  {
    method: 'POST',
    path: '/config/cookie',
    access: 'superadmin',
    scope: 'settings:write',
    endpoint: cookieSection.post,
  },
  {
    method: 'PATCH',
    path: '/config/cookie',
    access: 'superadmin',
    scope: 'settings:write',
    endpoint: cookieSection.patch,
  },
  {
    method: 'POST',
    path: '/config/logging',
    access: 'superadmin-or-cookie',
    scope: 'settings:write',
    endpoint: loggingSection.post,
  },
  {
    method: 'PATCH',
    path: '/config/logging',
    access: 'superadmin-or-cookie',
    scope: 'settings:write',
    endpoint: loggingSection.patch,
  },
  {
    method: 'POST',
    path: '/config/logging/test',
    access: 'superadmin',
    scope: 'settings:read',
    endpoint: postLoggingTest,
  },
  {
    method: 'POST',
    path: '/config/events',
    access: 'superadmin',
    scope: 'settings:write',
    endpoint: eventsSection.post,
  },
  {
    method: 'PATCH',
    path: '/config/events',
    access: 'superadmin',
    scope: 'settings:write',
    endpoint: eventsSection.patch,
  },
  {
    method: 'POST',
    path: '/config/factors',
    access: 'superadmin',
    // With it, a leaked key could weaken superadmins' sign-in, or lock them out.
    scope: null,
    endpoint: factorsSection.post,
  },
  {
    method: 'PATCH',
    path: '/config/factors',
    access: 'superadmin',
    scope: null,
    endpoint: factorsSection.patch,
  },
  {
    method: 'POST',
    path: '/config/signup',
    access: 'superadmin',
    scope: 'settings:write',
    endpoint: signupSection.post,
  },
  {
    method: 'PATCH',
    path: '/config/signup',
    access: 'superadmin',
    scope: 'settings:write',
    endpoint: signupSection.patch,
  },
  {
    method: 'POST',
    path: '/config/branding',
    access: 'superadmin',
    scope: 'settings:write',
    endpoint: brandingSection.post,
  },
  {
    method: 'PATCH',
    path: '/config/branding',
    access: 'superadmin',
    scope: 'settings:write',
    endpoint: brandingSection.patch,
  },
  {
    method: 'POST',
    path: '/config/:provider',
    access: 'superadmin',
    scope: null,
    endpoint: providerSection.post,
  },
  {
    method: 'PATCH',
    path: '/config/:provider',
    access: 'superadmin',
    scope: null,
    endpoint: providerSection.patch,
  },
];
