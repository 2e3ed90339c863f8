import { Type } from 'typebox';
import { browserCookie, setBrowserCookie } from '../providers/browser-cookie.ts';
import { failureRedirect } from '../providers/failure.ts';
import { assertOrganizations } from '../organizations/organization.ts';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { CodeChallenge, FrontendUrl } from '../wire/endpoint/schemas.ts';
import { isPrefetch } from '../wire/redirects.ts';
import { SignInParams } from './connection.ts';

export const getLogin = publicEndpoint({
  summary: 'Send the browser to the identity provider of an organization, to sign in there',
  params: SignInParams,
  assertExists: assertOrganizations,
  query: Type.Object({ frontend_url: Type.Optional(FrontendUrl), ...CodeChallenge }),
  response: { 307: Type.Null(), 204: Type.Null() },
  errors: ['RouteNotFoundError', 'ConnectionNotFoundError'],
  limitsItself: true,
  async handle(context) {
    const { services, params, query, client, request, reply } = context;
    const { signIns } = await services.connections();
    const connection = await signIns.named(params.connection_id);
    if (isPrefetch(request)) return reply.code(204).send();
    let frontend = services.frontends.fallback;
    try {
      if (query.frontend_url !== undefined) frontend = services.frontends.resolve(query.frontend_url);
      await services.actLimits.byAddress(client.ipAddress);
      const start = { frontend, browser: browserCookie(context), challenge: query.code_challenge };
      const { url, browser } = await signIns.begin(connection, start);
      setBrowserCookie(reply, context, browser);
      return await reply.redirect(url, 307);
    } catch (thrown) {
      const name = { name: connection.uid };
      return reply.redirect(await failureRedirect(context, name, frontend, thrown), 307);
    }
  },
});
