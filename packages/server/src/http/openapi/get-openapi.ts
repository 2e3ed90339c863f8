import { Type } from 'typebox';
import type { Services } from '../../features/services.ts';
import type { SettingsValues } from '../../features/settings/settings.ts';
import { version } from '../../package.ts';
import { publicEndpoint } from '../wire/endpoint.ts';
import type { MountedRoute } from '../wire/routing.ts';

/** By the settings that they name cookies after; a change of the settings replaces them as a whole. */
const written = new WeakMap<SettingsValues, string>();

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
    const settings = services.settings.current;
    let text = written.get(settings);
    if (text === undefined) {
      text = await write(services, request.server.mounted);
      written.set(settings, text);
    }
    return reply.type('application/json; charset=utf-8').serializer(String).send(text);
  },
});

/** What it takes is loaded now, so that a start does not wait for it. */
async function write(
  { settings, runtimeSettings, providers, publicUrl, prefix }: Services,
  routes: readonly MountedRoute[],
): Promise<string> {
  const { openApiDocument } = await import('./document.ts');
  const { access_cookie_name: accessCookie, refresh_cookie_name: refreshCookie } = settings.current.cookie;
  return JSON.stringify(
    openApiDocument({
      routes,
      publicUrl: publicUrl(),
      prefix,
      program: version(),
      accessCookie,
      refreshCookie,
      names: { provider: providers.names, section: Object.keys(runtimeSettings.show()) },
    }),
  );
}
