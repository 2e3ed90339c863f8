import type { Route } from '../wire/endpoint/endpoint.ts';
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
  { method: 'POST', path: '/login/id-token', access: 'public', endpoint: postLoginIdToken },
  { method: 'GET', path: '/:provider/login', access: 'public', endpoint: getLogin },
  { method: 'GET', path: '/:provider/callback', access: 'public', endpoint: getCallback },
  { method: 'POST', path: '/:provider/callback', access: 'public', endpoint: postCallback },
  { method: 'GET', path: '/account/oauth/links', access: 'bearer', endpoint: getLinks },
  {
    method: 'POST',
    path: '/account/oauth/link/:provider',
    access: 'bearer',
    stepUp: 'by act',
    endpoint: postLink,
  },
  {
    method: 'DELETE',
    path: '/account/oauth/:provider',
    access: 'bearer',
    stepUp: 'by act',
    endpoint: deleteLink,
  },
];
