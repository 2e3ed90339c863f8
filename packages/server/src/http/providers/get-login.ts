import { Type } from 'typebox';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { isPrefetch } from '../wire/redirects.ts';
import { CodeChallenge, FrontendUrl } from '../wire/endpoint/schemas.ts';
import { browserCookie, setBrowserCookie } from './browser-cookie.ts';
import { failureRedirect } from './failure.ts';
import { assertProvider, ProviderParams } from './params.ts';

export const getLogin = publicEndpoint({
  summary: 'Send the browser to an identity provider, to sign in there',
  params: ProviderParams,
  assertExists: assertProvider,
  query: Type.Object({ frontend_url: FrontendUrl, ...CodeChallenge }),
  response: { 307: Type.Null(), 204: Type.Null() },
  errors: ['RouteNotFoundError', 'ProviderNotConfiguredError'],
  limitsItself: true,
  async handle(context) {
    const { services, params, query, client, request, reply } = context;
    const provider = services.providers.named(params.provider);
    services.providers.assertOpen(provider);
    if (isPrefetch(request)) return reply.code(204).send();
    let frontend = services.frontends.fallback;
    try {
      frontend = services.frontends.resolve(query.frontend_url);
      const challenge = query.code_challenge;
      await services.actLimits.byAddress(client.ipAddress);
      const start = { frontend, browser: browserCookie(context), challenge };
      const { url, browser } = await services.providers.begin(provider, start);
      setBrowserCookie(reply, context, browser);
      return await reply.redirect(url, 307);
    } catch (thrown) {
      return reply.redirect(await failureRedirect(context, provider, frontend, thrown), 307);
    }
  },
});
