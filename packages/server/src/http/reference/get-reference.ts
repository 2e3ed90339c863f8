import { version } from '../../package.ts';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { builtWeb } from '../web/built-web.ts';
import { mountedBelow } from '../wire/mounted.ts';
import { pageHeaders } from '../wire/headers.ts';
import { HtmlPage } from '../wire/endpoint/schemas.ts';
import { referencePage } from './page.ts';

export const getReference = publicEndpoint({
  summary: 'HTML page of the API reference',
  response: { 200: HtmlPage },
  errors: [],
  async handle({ services, request, reply }) {
    const { origin, pathname } = new URL(services.publicUrl());
    // A proxy may serve Keyward below a path.
    const mounted = mountedBelow(request, '/reference');
    const below = pathname.replace(/\/$/, '') + mounted;
    const has = (path: string) => request.server.hasRoute({ method: 'GET', url: mounted + path });
    const fonts = has('/web/branding.css') ? (await builtWeb())?.entries.docs.fonts : undefined;
    const font = (name: string | undefined) => name && `${below}/web/${name}`;
    const { html, policy } = referencePage({
      document: `${below}/openapi.json`,
      docs: has('/docs') ? `${below}/docs` : null,
      fonts: { text: font(fonts?.latin), code: font(fonts?.['mono-latin']) },
      script: `${below}/reference/script.js?v=${encodeURIComponent(version())}`,
      origin,
    });
    reply.headers(pageHeaders(policy));
    return html;
  },
});
