import { Type } from 'typebox';
import { presentInRedirect } from '../presenters/token-response.ts';
import { browserCookie } from '../providers/browser-cookie.ts';
import { failureRedirect } from '../providers/failure.ts';
import { providerAnswer } from '../providers/provider-answer.ts';
import { assertOrganizations } from '../organizations/organization.ts';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { isPrefetch, redirectTo } from '../wire/redirects.ts';
import { HtmlPage } from '../wire/endpoint/schemas.ts';
import { SignInParams } from './connection.ts';
import { sendOutcome } from './test-page.ts';

export const getCallback = publicEndpoint({
  summary:
    'The return address for the identity providers of organizations; a sign-in ends with a redirect to the frontend, a test with a page',
  params: SignInParams,
  assertExists: assertOrganizations,
  response: { 307: Type.Null(), 200: HtmlPage, 204: Type.Null() },
  issuesTokens: 'in a redirect',
  errors: ['RouteNotFoundError'],
  async handle(context) {
    const { services, params, client, request, reply } = context;
    if (isPrefetch(request)) return reply.code(204).send();
    const { connection_id: id } = params;
    let frontend = services.frontends.fallback;
    try {
      const callback = providerAnswer(request);
      const { signIns, tests } = await services.connections();
      const tested = await tests.finish(id, callback, browserCookie(context));
      if (tested !== null) return await sendOutcome(context, tested);
      const flow = await signIns.take(id, callback.get('state'), browserCookie(context));
      frontend = flow.frontend;
      const connection = await signIns.open(id);
      const entry = await signIns.finish(connection, flow, callback, client);
      const query = await presentInRedirect(context, entry, flow.challenge);
      return await reply.redirect(redirectTo(frontend, '/oauth/callback', query), 307);
    } catch (thrown) {
      return reply.redirect(await failureRedirect(context, { name: id }, frontend, thrown), 307);
    }
  },
});
