import { Type } from 'typebox';
import { type Endpoint, publicEndpoint } from '../endpoint.ts';
import { SET_UP_PAGE_POLICY, setUpPage, type SetUpPagePaths } from './page.ts';

export function getSetUpPage(paths: SetUpPagePaths): Endpoint {
  return publicEndpoint({
    summary: 'The page behind the set-up link, as HTML',
    response: { 200: Type.String({ contentMediaType: 'text/html' }) },
    errors: [],
    handle({ services, reply }) {
      reply.headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': SET_UP_PAGE_POLICY,
      });
      return setUpPage(paths, services.minPasswordLength);
    },
  });
}
