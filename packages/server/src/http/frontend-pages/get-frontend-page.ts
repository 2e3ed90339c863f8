import { Type } from 'typebox';
import { type Endpoint, publicEndpoint } from '../endpoint.ts';
import { formPageHeaders } from '../form-page.ts';
import { frontendPage } from './page.ts';
import { SCRIPT } from './page-script.ts';

/** @param prefix path of the API */
export function getFrontendPage(prefix: string): Endpoint {
  return publicEndpoint({
    summary: 'The page that mails and redirects lead to where no frontend is named, as HTML',
    response: { 200: Type.String({ contentMediaType: 'text/html' }) },
    errors: [],
    handle({ services, reply }) {
      reply.headers(formPageHeaders(SCRIPT));
      return frontendPage(prefix, services.minPasswordLength);
    },
  });
}
