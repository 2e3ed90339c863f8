import type { Route } from '../wire/endpoint/route.ts';
import { ANONYMOUS, ONE_FLOW, OWN, SECURING } from '../wire/endpoint/limits.ts';
import { deleteLink } from './delete-link.ts';
import { getCallback } from './get-callback.ts';
import { getLinks } from './get-links.ts';
import { getLogin } from './get-login.ts';
import { getProviders } from './get-providers.ts';
import { postCallback } from './post-callback.ts';
import { postLoginIdToken } from './post-login-id-token.ts';
import { postLink } from './post-link.ts';

export const providerRoutes: readonly Route[] = [
  { method: 'GET', path: '/providers', access: 'public', endpoint: getProviders },
  {
    method: 'POST',
    path: '/login/id-token',
    access: 'public',
    act: ANONYMOUS,
    guesses: ['address'],
    endpoint: postLoginIdToken,
  },
  {
    method: 'GET',
    path: '/:provider/login',
    access: 'public',
    act: ANONYMOUS,
    guesses: [],
    endpoint: getLogin,
  },
  {
    method: 'GET',
    path: '/:provider/callback',
    access: 'public',
    act: ONE_FLOW,
    guesses: [],
    endpoint: getCallback,
  },
  {
    method: 'POST',
    path: '/:provider/callback',
    access: 'public',
    act: ONE_FLOW,
    guesses: [],
    endpoint: postCallback,
  },
  {
    method: 'GET',
    path: '/account/oauth/links',
    access: 'bearer',
    impersonated: 'allowed',
    endpoint: getLinks,
  },
  {
    method: 'POST',
    path: '/account/oauth/link/:provider',
    access: 'bearer',
    impersonated: 'refused',
    stepUp: 'by act',
    vouched: 'by act',
    act: OWN,
    guesses: ['password'],
    endpoint: postLink,
  },
  {
    method: 'DELETE',
    path: '/account/oauth/:provider',
    access: 'bearer',
    impersonated: 'refused',
    stepUp: 'by act',
    vouched: 'by act',
    act: SECURING,
    guesses: ['password'],
    endpoint: deleteLink,
  },
];
