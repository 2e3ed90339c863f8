import type { Route } from '../wire/endpoint/route.ts';
import { ANONYMOUS, NO_ROW, ONE_ANSWER, ONE_FLOW, OWN } from '../wire/endpoint/limits.ts';
import { deleteConnection } from './delete-connection.ts';
import { deleteScimToken } from './delete-scim-token.ts';
import { getCallback } from './get-callback.ts';
import { getConnection } from './get-connection.ts';
import { getConnections } from './get-connections.ts';
import { getLogin } from './get-login.ts';
import { getTestRun } from './get-test-run.ts';
import { getTest } from './get-test.ts';
import { getMetadata } from './get-metadata.ts';
import { getScimRequests } from './get-scim-requests.ts';
import { getScimTokens } from './get-scim-tokens.ts';
import { patchConnection } from './patch-connection.ts';
import { postAcs } from './post-acs.ts';
import { postDiscover } from './post-discover.ts';
import { postConnection } from './post-connection.ts';
import { postScimToken } from './post-scim-token.ts';
import { postTest } from './post-test.ts';

/** An identity provider decides who signs in as whom, so changes need a recent proof. */
const READ = {
  access: 'organization',
  permission: 'org:connections:write',
  impersonated: 'refused',
} as const;
const MANAGED = { ...READ, portal: ['connections'] } as const;
const CHANGED = {
  ...MANAGED,
  scope: 'organizations:write',
  stepUp: 'always',
  act: OWN,
  guesses: [],
} as const;

export const connectionRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/organization/:id/connection',
    ...READ,
    scope: 'organizations:read',
    endpoint: getConnections,
  },
  { method: 'POST', path: '/organization/:id/connection', ...CHANGED, endpoint: postConnection },
  {
    method: 'GET',
    path: '/organization/:id/connection/:connection_id',
    ...MANAGED,
    scope: 'organizations:read',
    endpoint: getConnection,
  },
  {
    method: 'PATCH',
    path: '/organization/:id/connection/:connection_id',
    ...CHANGED,
    endpoint: patchConnection,
  },
  {
    method: 'DELETE',
    path: '/organization/:id/connection/:connection_id',
    ...CHANGED,
    endpoint: deleteConnection,
  },
  {
    method: 'POST',
    path: '/organization/:id/connection/:connection_id/test',
    ...CHANGED,
    // It changes nothing, and shows only what the administrators of the provider know.
    stepUp: 'never',
    endpoint: postTest,
  },
  {
    method: 'GET',
    path: '/organization/:id/connection/:connection_id/test/:test_id',
    ...MANAGED,
    scope: 'organizations:read',
    endpoint: getTest,
  },
  {
    method: 'GET',
    path: '/connection/:connection_id/test/:test_id',
    access: 'public',
    act: ANONYMOUS,
    guesses: [],
    endpoint: getTestRun,
  },
  {
    method: 'GET',
    path: '/organization/:id/connection/:connection_id/scim_token',
    ...MANAGED,
    portal: ['scim'],
    scope: 'organizations:read',
    endpoint: getScimTokens,
  },
  {
    method: 'POST',
    path: '/organization/:id/connection/:connection_id/scim_token',
    ...CHANGED,
    portal: ['scim'],
    endpoint: postScimToken,
  },
  {
    method: 'DELETE',
    path: '/organization/:id/connection/:connection_id/scim_token/:token_id',
    ...CHANGED,
    portal: ['scim'],
    endpoint: deleteScimToken,
  },
  {
    method: 'GET',
    path: '/organization/:id/connection/:connection_id/request',
    ...MANAGED,
    portal: ['scim'],
    scope: 'organizations:read',
    endpoint: getScimRequests,
  },
  {
    method: 'GET',
    path: '/connection/:connection_id/login',
    access: 'public',
    act: ANONYMOUS,
    guesses: [],
    endpoint: getLogin,
  },
  {
    method: 'GET',
    path: '/connection/:connection_id/callback',
    access: 'public',
    act: ONE_FLOW,
    guesses: [],
    endpoint: getCallback,
  },
  {
    method: 'POST',
    path: '/login/discover',
    access: 'public',
    act: NO_ROW,
    guesses: [],
    endpoint: postDiscover,
  },
  { method: 'GET', path: '/saml/:connection_id/metadata', access: 'public', endpoint: getMetadata },
  {
    method: 'GET',
    path: '/saml/:connection_id/login',
    access: 'public',
    act: ANONYMOUS,
    guesses: [],
    endpoint: getLogin,
  },
  {
    method: 'POST',
    path: '/saml/:connection_id/acs',
    access: 'public',
    act: ONE_ANSWER,
    guesses: ['answer'],
    endpoint: postAcs,
  },
];
