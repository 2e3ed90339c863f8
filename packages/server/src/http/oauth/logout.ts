import { Type } from 'typebox';
import { readParameters } from '../../features/oauth/parameters.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import { publicEndpoint, type PublicContext } from '../wire/endpoint/endpoint.ts';
import { pageHeaders } from '../wire/headers.ts';
import { HtmlPage } from '../wire/endpoint/schemas.ts';
import { cookieCaller } from '../wire/cookie-caller.ts';
import { clearTokenCookies } from '../wire/cookies/token-cookies.ts';
import { assertOAuth } from '../well-known/metadata.ts';
import { orPage, pageOf, policy } from './answer.ts';
import { sessionOf } from './browser.ts';
import { formOf, text } from './form.ts';

const PARAMETERS = Type.Object({
  id_token_hint: text('An ID token of the session, also an old one'),
  client_id: text('Of the application'),
  post_logout_redirect_uri: text('An address that the application has registered'),
  state: text('Returned unchanged'),
});

/** Set if the person has pressed the button of the service's page. */
const CONFIRMED = 'keyward_confirmed';

/**
 * Whether the service's own page has sent a form. Browsers without `Sec-Fetch-Site` send `Origin`, programs send
 * neither.
 */
const isOurs = ({ request, services }: PublicContext): boolean => {
  const { origin, 'sec-fetch-site': site } = request.headers;
  return site === undefined
    ? origin === undefined || origin === new URL(services.publicUrl()).origin
    : site === 'same-origin';
};

async function end(context: PublicContext, given: URLSearchParams, isPost: boolean) {
  const { services, client, reply } = context;
  const oauth = await services.oauth();
  const parameters = readParameters(given);
  const { request } = context;
  // An idle browser has lost the access cookie, but the refresh cookie keeps it signed in.
  const cookies =
    (await cookieCaller(request, services, 'access')) ?? (await cookieCaller(request, services, 'refresh'));
  const session = cookies?.row ?? (await sessionOf(context, oauth));
  const confirmed = isPost && isOurs(context) && parameters.get(CONFIRMED) === '1';
  const outcome = await oauth.logout.request(parameters, session, client, confirmed);
  if (outcome.kind === 'done') {
    // Cookies of another session are kept: the ID token may belong to a stranger.
    if (outcome.ended !== null && outcome.ended === cookies?.row.id) clearTokenCookies(context);
    if (outcome.redirect !== null) return reply.redirect(outcome.redirect, 303);
    if (session === null || outcome.ended === session.id) {
      // Without cookies, an application that holds its tokens itself stays signed in.
      const [title, advice] =
        outcome.ended === null
          ? ['No session was found', 'If you are still signed in somewhere, sign out there.']
          : ['You are signed out', 'You can close this page.'];
      return reply
        .code(200)
        .headers(pageHeaders(policy()))
        .send(pageOf(title, `<p>${advice}</p>`));
    }
  }
  const kept = parameters
    .entries()
    // The ID token's session has ended, but it was not the session of this browser.
    .filter(([name]) => name !== CONFIRMED && (outcome.kind === 'ask' || name !== 'id_token_hint'))
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`);
  const form = `<form method="post" action=""><input type="hidden" name="${CONFIRMED}" value="1">${kept.join('')}<button>Sign out</button></form>`;
  return (
    reply
      .code(200)
      // With the policy of other pages, the form's `Origin` would be `null`.
      .headers({ ...pageHeaders(policy('with form')), 'referrer-policy': 'same-origin' })
      .send(pageOf('Do you want to sign out?', form))
  );
}

const COMMON = {
  response: { 200: HtmlPage, 303: Type.Null(), 400: HtmlPage },
  errors: ['RouteNotFoundError'],
  assertExists: assertOAuth,
} as const;

export const getLogout = publicEndpoint({
  ...COMMON,
  summary:
    'Ends the session of an ID token (OpenID Connect RP-Initiated Logout 1.0); without one, it asks the person first',
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
