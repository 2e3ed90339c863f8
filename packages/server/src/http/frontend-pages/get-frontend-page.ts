import { type Endpoint, publicEndpoint } from '../wire/endpoint.ts';
import { formPageHeaders } from '../pages/form-page.ts';
import { HtmlPage } from '../wire/schemas.ts';
import { frontendPage } from './page.ts';
import { SCRIPT } from './page-script.ts';

/**
 * @param path of the page
 * @param prefix path of the API
 */
export function getFrontendPage(path: string, prefix: string): Endpoint {
  return publicEndpoint({
    summary: `HTML page that stands in for the frontend's ${path} if mails and redirects name no frontend`,
    tag: 'Operation',
    response: { 200: HtmlPage },
    errors: [],
    handle({ services, reply }) {
      reply.headers(formPageHeaders(SCRIPT));
      return frontendPage(prefix, services.minPasswordLength);
    },
  });
}
