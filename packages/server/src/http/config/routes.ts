import type { Route } from '../wire/endpoint/endpoint.ts';
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

/**
 * What decides who is who, and who learns what was done, is closed to keys: with it, a leaked one could weaken the
 * sign-in of superadmins, lock them out, or remove its traces.
 */
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
  {
    method: 'POST',
    path: '/config/rollback',
    access: 'superadmin',
    scope: null,
    stepUp: 'by act',
    endpoint: postRollback,
  },
  {
    method: 'POST',
    path: '/config/email',
    access: 'superadmin',
    scope: null,
    stepUp: 'by act',
    endpoint: emailSection.post,
  },
  {
    method: 'PATCH',
    path: '/config/email',
    access: 'superadmin',
    scope: null,
    stepUp: 'by act',
    endpoint: emailSection.patch,
  },
  {
    method: 'POST',
    path: '/config/email/test',
    access: 'superadmin',
    scope: null,
    stepUp: 'by act',
    endpoint: postEmailTest,
  },
  {
    method: 'POST',
    path: '/config/jwt',
    access: 'superadmin',
    scope: 'settings:write',
    stepUp: 'by act',
    endpoint: jwtSection.post,
  },
  {
    method: 'PATCH',
    path: '/config/jwt',
    access: 'superadmin',
    scope: 'settings:write',
    stepUp: 'by act',
    endpoint: jwtSection.patch,
  },
  {
    method: 'POST',
    path: '/config/cookie',
    access: 'superadmin',
    scope: null,
    stepUp: 'by act',
    endpoint: cookieSection.post,
  },
  {
    method: 'PATCH',
    path: '/config/cookie',
    access: 'superadmin',
    scope: null,
    stepUp: 'by act',
    endpoint: cookieSection.patch,
  },
  {
    method: 'POST',
    path: '/config/logging',
    access: 'superadmin-or-cookie',
    scope: 'settings:write',
    stepUp: 'never',
    endpoint: loggingSection.post,
  },
  {
    method: 'PATCH',
    path: '/config/logging',
    access: 'superadmin-or-cookie',
    scope: 'settings:write',
    stepUp: 'never',
    endpoint: loggingSection.patch,
  },
  {
    method: 'POST',
    path: '/config/logging/test',
    access: 'superadmin',
    scope: 'settings:read',
    stepUp: 'never',
    endpoint: postLoggingTest,
  },
  {
    method: 'POST',
    path: '/config/events',
    access: 'superadmin',
    scope: null,
    stepUp: 'by act',
    endpoint: eventsSection.post,
  },
  {
    method: 'PATCH',
    path: '/config/events',
    access: 'superadmin',
    scope: null,
    stepUp: 'by act',
    endpoint: eventsSection.patch,
  },
  {
    method: 'POST',
    path: '/config/factors',
    access: 'superadmin',
    scope: null,
    stepUp: 'by act',
    endpoint: factorsSection.post,
  },
  {
    method: 'PATCH',
    path: '/config/factors',
    access: 'superadmin',
    scope: null,
    stepUp: 'by act',
    endpoint: factorsSection.patch,
  },
  {
    method: 'POST',
    path: '/config/signup',
    access: 'superadmin',
    scope: null,
    stepUp: 'by act',
    endpoint: signupSection.post,
  },
  {
    method: 'PATCH',
    path: '/config/signup',
    access: 'superadmin',
    scope: null,
    stepUp: 'by act',
    endpoint: signupSection.patch,
  },
  {
    method: 'POST',
    path: '/config/branding',
    access: 'superadmin',
    scope: 'settings:write',
    stepUp: 'never',
    endpoint: brandingSection.post,
  },
  {
    method: 'PATCH',
    path: '/config/branding',
    access: 'superadmin',
    scope: 'settings:write',
    stepUp: 'never',
    endpoint: brandingSection.patch,
  },
  {
    method: 'POST',
    path: '/config/:provider',
    access: 'superadmin',
    scope: null,
    stepUp: 'by act',
    endpoint: providerSection.post,
  },
  {
    method: 'PATCH',
    path: '/config/:provider',
    access: 'superadmin',
    scope: null,
    stepUp: 'by act',
    endpoint: providerSection.patch,
  },
];
