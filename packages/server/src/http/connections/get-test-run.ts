import { Type } from 'typebox';
import { browserCookie, setBrowserCookie } from '../providers/browser-cookie.ts';
import { assertOrganizations } from '../organizations/organization.ts';
import { publicEndpoint } from '../wire/endpoint/endpoint.ts';
import { HtmlPage } from '../wire/endpoint/schemas.ts';
import { isPrefetch } from '../wire/redirects.ts';
import { TestRunParams } from './connection.ts';
import { sendOutcome } from './test-page.ts';

export const getTestRun = publicEndpoint({
  summary: 'Send the browser to the identity provider, to test a connection; the callback shows the result',
  params: TestRunParams,
  assertExists: assertOrganizations,
  response: { 307: Type.Null(), 200: HtmlPage, 204: Type.Null() },
  errors: ['RouteNotFoundError', 'ConnectionNotFoundError'],
  async handle(context) {
    const { services, params, request, reply } = context;
    if (isPrefetch(request)) return reply.code(204).send();
    const { tests } = await services.connections();
    const sent = await tests.run(params.connection_id, params.test_id, browserCookie(context));
    if (!('url' in sent)) return sendOutcome(context, sent);
    setBrowserCookie(reply, context, sent.browser);
    return reply.redirect(sent.url, 307);
  },
});
