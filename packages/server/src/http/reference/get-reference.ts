import { version } from '../../package.ts';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { mountedBelow } from '../wire/mounted.ts';
import { pageHeaders } from '../wire/headers.ts';
import { HtmlPage } from '../wire/endpoint/schemas.ts';
import { referencePage } from './page.ts';

export const getReference = publicEndpoint({
  summary: 'HTML page of the API reference',
  response: { 200: HtmlPage },
  errors: [],
  handle({ services, request, reply }) {
    const { origin, pathname } = new URL(services.publicUrl());
    // A proxy may serve Keyward below a path.
    const below = pathname.replace(/\/$/, '') + mountedBelow(request, '/reference');
    const { html, policy } = referencePage({
      document: `${below}/openapi.json`,
      docs: request.server.hasRoute({ method: 'GET', url: `${mountedBelow(request, '/reference')}/docs` })
        ? `${below}/docs`
        : null,
      script: `${below}/reference/script.js?v=${encodeURIComponent(version())}`,
      origin,
    });
    reply.headers(pageHeaders(policy));
    return html;
  },
});
