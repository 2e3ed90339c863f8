import type { Route } from '../wire/endpoint/route.ts';
import { OWN, OWN_ROW } from '../wire/endpoint/limits.ts';
import { getMyInvitations } from './get-my-invitations.ts';
import { getMyOrganizations } from './get-my-organizations.ts';
import { postAccept } from './post-accept.ts';
import { postActive } from './post-active.ts';
import { postJoin } from './post-join.ts';

/** The routes for the organizations that an account belongs to, or is invited to. */
export const ownOrganizationRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/me/organizations',
    access: 'bearer',
    impersonated: 'allowed',
    endpoint: getMyOrganizations,
  },
  {
    method: 'GET',
    path: '/me/invitations',
    access: 'bearer',
    impersonated: 'allowed',
    endpoint: getMyInvitations,
  },
  {
    method: 'POST',
    path: '/invitation/accept',
    access: 'bearer',
    impersonated: 'refused',
    stepUp: 'never',
    vouched: 'by act',
    act: OWN,
    guesses: ['none'],
    endpoint: postAccept,
  },
  {
    method: 'POST',
    path: '/organization/:id/join',
    access: 'bearer',
    impersonated: 'refused',
    stepUp: 'never',
    vouched: 'by act',
    act: OWN,
    guesses: [],
    endpoint: postJoin,
  },
  {
    method: 'POST',
    path: '/token/organization',
    access: 'bearer',
    impersonated: 'refused',
    stepUp: 'never',
    vouched: 'allowed',
    act: OWN_ROW,
    guesses: ['none'],
    endpoint: postActive,
  },
];
