import { Type } from 'typebox';
import { requestedFrontend } from '../codes/frontend.ts';
import { signedInEndpoint } from '../wire/endpoint/endpoint.ts';
import { body, FrontendUrl, Password } from '../wire/endpoint/schemas.ts';
import { browserCookie, setBrowserCookie } from './browser-cookie.ts';
import { assertProvider, ProviderParams } from './params.ts';

export const postLink = signedInEndpoint({
  summary: 'Send the browser to an identity provider, to link it to the signed-in account',
  params: ProviderParams,
  assertExists: assertProvider,
  query: Type.Object({ frontend_url: Type.Optional(FrontendUrl) }),
  body: body({
    frontend_url: Type.Optional(FrontendUrl),
    current_password: Type.Optional(Password),
  }),
  bodyOptional: true,
  response: {
    307: Type.Null(),
    303: Type.Null({ description: 'For a request with a body, which a 307 would pass on to the provider' }),
    200: Type.Object({ url: Type.String() }, { description: 'For Accept: application/json' }),
  },
  errors: [
    'RouteNotFoundError',
    'ProviderNotConfiguredError',
    'FrontendUrlNotAllowedError',
    'ProviderFailedError',
    'InvalidCredentialsError',
    'RateLimitedError',
    'ServiceUnavailableError',
  ],
  async handle(context) {
    const { services, params, query, body: sent, caller, client, signal, request, reply } = context;
    const provider = services.providers.named(params.provider);
    services.providers.assertOpen(provider);
    const named = requestedFrontend(context, sent.frontend_url ?? query.frontend_url);
    const frontend = named ?? services.frontends.fallback;
    const proven = await services.reauthenticate(caller, 'links', {
      currentPassword: sent.current_password,
      client,
      signal,
    });
    const { url, browser } = await services.providers.begin(provider, {
      frontend,
      browser: browserCookie(context),
      linkFor: caller.row.id,
      proven,
    });
    setBrowserCookie(reply, context, browser);
    // A page's fetch can neither follow a redirect to another site nor read its target.
    if (/\bapplication\/json\b/i.test(request.headers.accept ?? '')) return reply.code(200).send({ url });
    return reply.redirect(url, request.headers['content-type'] === undefined ? 307 : 303);
  },
});
