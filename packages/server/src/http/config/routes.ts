import type { Route } from '../wire/endpoint/route.ts';
import { providerSection, type SectionEndpoints } from './change-section.ts';
import { deleteChecklist, getChecklist } from './checklist.ts';
import { counts } from './counts.ts';
import { getFindings } from './get-findings.ts';
import { getHistory } from './get-history.ts';
import { getSections } from './get-sections.ts';
import { getSources } from './get-sources.ts';
import { load } from './load.ts';
import { getMail } from './mails/get-mail.ts';
import { getMails } from './mails/get-mails.ts';
import { postMailPreview } from './mails/post-mail-preview.ts';
import { putMail } from './mails/put-mail.ts';
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
  oauthSection,
  organizationsSection,
  signupSection,
} from './section-endpoints.ts';
import { getProviderTrial, postProviderTrial } from './provider-trial.ts';
import { deleteProvider, postProvider } from './providers.ts';
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
    path: '/config/checklist',
    access: 'superadmin',
    scope: 'settings:read',
    endpoint: getChecklist,
  },
  {
    method: 'DELETE',
    path: '/config/checklist',
    access: 'superadmin',
    scope: null,
    stepUp: 'never',
    endpoint: deleteChecklist,
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
  ...changes('email', emailSection),
  {
    method: 'POST',
    path: '/config/email/test',
    access: 'superadmin',
    scope: null,
    stepUp: 'by act',
    endpoint: postEmailTest,
  },
  {
    method: 'GET',
    path: '/config/mails',
    access: 'superadmin',
    scope: 'settings:read',
    endpoint: getMails,
  },
  {
    method: 'GET',
    path: '/config/mails/:kind/:language',
    access: 'superadmin',
    scope: 'settings:read',
    endpoint: getMail,
  },
  {
    method: 'PUT',
    path: '/config/mails/:kind/:language',
    access: 'superadmin',
    scope: null,
    stepUp: 'by act',
    endpoint: putMail,
  },
  {
    method: 'POST',
    path: '/config/mails/:kind/:language/preview',
    access: 'superadmin',
    scope: null,
    stepUp: 'never',
    endpoint: postMailPreview,
  },
  ...changes('jwt', jwtSection),
  ...changes('cookie', cookieSection),
  ...changes('logging', loggingSection, 'superadmin-or-cookie'),
  {
    method: 'POST',
    path: '/config/logging/test',
    access: 'superadmin',
    scope: 'settings:read',
    stepUp: 'never',
    endpoint: postLoggingTest,
  },
  ...changes('events', eventsSection),
  ...changes('factors', factorsSection),
  ...changes('signup', signupSection),
  ...changes('branding', brandingSection),
  ...changes('oauth', oauthSection),
  ...changes('organizations', organizationsSection),
  {
    method: 'POST',
    path: '/config/providers',
    access: 'superadmin',
    scope: null,
    stepUp: 'by act',
    endpoint: postProvider,
  },
  ...changes(':provider', providerSection),
  {
    method: 'DELETE',
    path: '/config/:provider',
    access: 'superadmin',
    scope: null,
    stepUp: 'by act',
    endpoint: deleteProvider,
  },
  {
    method: 'POST',
    path: '/config/:provider/test',
    access: 'superadmin',
    scope: null,
    stepUp: 'always',
    endpoint: postProviderTrial,
  },
  {
    method: 'GET',
    path: '/config/:provider/test/:id',
    access: 'superadmin',
    scope: null,
    endpoint: getProviderTrial,
  },
];

/** The two routes that change a section. */
function changes(
  name: string,
  { post, patch, ...asked }: SectionEndpoints,
  access: 'superadmin' | 'superadmin-or-cookie' = 'superadmin',
): Route[] {
  const path = `/config/${name}`;
  return [
    { method: 'POST', path, access, ...asked, endpoint: post },
    { method: 'PATCH', path, access, ...asked, endpoint: patch },
  ];
}
