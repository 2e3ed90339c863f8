import { Type } from 'typebox';
import type { Services } from '../../services/services.ts';
import type { SettingsValues } from '../../features/settings/settings.ts';
import { loadOncePer } from '../../lib/load-once.ts';
import { version } from '../../package.ts';
import { encode, JSON_TYPE, sendEncoded } from '../wire/encoded.ts';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { consoleCookies } from '../wire/cookies/request-cookies.ts';
import type { MountedRoute } from '../wire/mounted.ts';
import type { DocumentOptions } from './document.ts';

/** Cached by the settings, which name the cookies; a change replaces the settings object. */
const documentOf = loadOncePer(
  async (_settings: SettingsValues, services: Services, routes: readonly MountedRoute[]) =>
    encode(await write(services, routes)),
);

export const getOpenApi = publicEndpoint({
  summary: 'This API as an OpenAPI 3.1 document',
  response: {
    200: Type.Unknown({
      description: 'https://spec.openapis.org/oas/v3.1.0',
      examples: [{ openapi: '3.1.0' }],
    }),
  },
  errors: [],
  async handle({ services, request, reply }) {
    const document = await documentOf(services.settings.current, services, request.server.mounted);
    return sendEncoded({ request, reply: reply.type(JSON_TYPE) }, document);
  },
});

/** Imported here, so that a start does not wait for these modules. */
async function write(services: Services, routes: readonly MountedRoute[]): Promise<string> {
  const { openApiDocument } = await import('./document.ts');
  const { publicUrl, prefix } = services;
  return JSON.stringify(openApiDocument({ ...instanceOf(services), routes, publicUrl: publicUrl(), prefix }));
}

/** The parts of the API's description that depend on this instance, except its addresses. */
export function instanceOf(services: Services): Omit<DocumentOptions, 'routes' | 'publicUrl' | 'prefix'> {
  const { settings, runtimeSettings, providers } = services;
  const { access_cookie_name: accessCookie, refresh_cookie_name: refreshCookie } = settings.current.cookie;
  return {
    program: version(),
    accessCookie,
    refreshCookie,
    consoleCookie: consoleCookies(services).access,
    names: { provider: providers.names, section: Object.keys(runtimeSettings.show()) },
  };
}
