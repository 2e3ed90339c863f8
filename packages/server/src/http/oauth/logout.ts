import { Type } from 'typebox';
import { readParameters } from '../../features/oauth/parameters.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import { publicEndpoint, type PublicContext } from '../wire/endpoint/endpoint.ts';
import { pageHeaders } from '../wire/headers.ts';
import { HtmlPage } from '../wire/endpoint/schemas.ts';
import { clearTokenCookies } from '../wire/cookies/token-cookies.ts';
import { assertOAuth } from '../well-known/metadata.ts';
import { orPage, pageOf, policy } from './answer.ts';
import { sessionOf } from './browser.ts';
import { formOf, text } from './form.ts';

const PARAMETERS = Type.Object({
  id_token_hint: text('An ID token of the session, also an old one'),
  client_id: text('Of the application'),
  post_logout_redirect_uri: text('One of the application'),
  state: text('Comes back as it is'),
});

/** The person has pressed our button. The session's cookie is Lax, so browsers leave it out of forms of other sites. */
const CONFIRMED = 'keyward_confirmed';

async function end(context: PublicContext, given: URLSearchParams, isPost: boolean) {
  const { services, client, reply } = context;
  const oauth = await services.oauth();
  const parameters = readParameters(given);
  const session = await sessionOf(context, oauth);
  const confirmed = isPost && parameters.get(CONFIRMED) === '1';
  const outcome = await oauth.logout.request(parameters, session, client, confirmed);
  if (outcome.kind === 'done') {
    clearTokenCookies(context);
    if (outcome.redirect !== null) return reply.redirect(outcome.redirect, 303);
    return reply
      .code(200)
      .headers(pageHeaders(policy()))
      .send(pageOf('You are signed out', '<p>You can close this page.</p>'));
  }
  const kept = parameters
    .entries()
    .filter(([name]) => name !== CONFIRMED)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`);
  const form = `<form method="post" action=""><input type="hidden" name="${CONFIRMED}" value="1">${kept.join('')}<button>Sign out</button></form>`;
  return reply
    .code(200)
    .headers(pageHeaders(policy("'self'")))
    .send(pageOf('Do you want to sign out?', form));
}

const COMMON = {
  response: { 200: HtmlPage, 303: Type.Null(), 400: HtmlPage },
  errors: ['RouteNotFoundError'],
  assertExists: assertOAuth,
} as const;

export const getLogout = publicEndpoint({
  ...COMMON,
  summary:
    'Ends the session of an ID token (OpenID Connect RP-Initiated Logout 1.0); without one it asks first',
  query: PARAMETERS,
  handle: (context) =>
    orPage(context, () => end(context, new URL(context.request.url, 'http://localhost').searchParams, false)),
});

export const postLogout = publicEndpoint({
  ...COMMON,
  summary: 'The same, with the parameters in a form',
  form: PARAMETERS,
  handle: (context) => orPage(context, () => end(context, formOf(context.body), true)),
});
