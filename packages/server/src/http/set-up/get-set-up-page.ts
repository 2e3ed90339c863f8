import { type Endpoint, publicEndpoint } from '../wire/endpoint.ts';
import { formPageHeaders } from '../pages/form-page.ts';
import { HtmlPage } from '../wire/schemas.ts';
import { SCRIPT } from './page-script.ts';
import { setUpPage, type SetUpPagePaths } from './page.ts';

export function getSetUpPage(paths: SetUpPagePaths): Endpoint {
  return publicEndpoint({
    summary: 'HTML page behind the set-up link',
    response: { 200: HtmlPage },
    errors: [],
    handle({ services, reply }) {
      reply.headers(formPageHeaders(SCRIPT));
      return setUpPage(paths, services.minPasswordLength);
    },
  });
}
