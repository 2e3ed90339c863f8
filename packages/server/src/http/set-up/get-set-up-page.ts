import { Type } from 'typebox';
import { type Endpoint, publicEndpoint } from '../endpoint.ts';
import { SET_UP_PAGE_POLICY, setUpPage } from './page.ts';

/**
 * @param page its own path
 * @param action path to which the page posts, with the prefix
 */
export function getSetUpPage(page: string, action: string): Endpoint {
  return publicEndpoint({
    summary: 'The page behind the set-up link, as HTML',
    response: { 200: Type.String({ contentMediaType: 'text/html' }) },
    errors: [],
    handle({ services, reply }) {
      reply.headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': SET_UP_PAGE_POLICY,
      });
      return setUpPage({ page, action, minPasswordLength: services.minPasswordLength });
    },
  });
}
