import { Type } from 'typebox';
import { publicEndpoint, type PublicContext } from '../wire/endpoint/endpoint.ts';
import { HtmlPage } from '../wire/endpoint/schemas.ts';
import { isPrefetch } from '../wire/redirects.ts';
import { assertOAuth } from '../well-known/metadata.ts';
import { answer, orPage } from './answer.ts';
import { browserOf, sessionOf } from './browser.ts';
import { formOf, text } from './form.ts';

const PARAMETERS = Type.Object({
  client_id: text('Of the application'),
  redirect_uri: text('An address that the application has registered'),
  response_type: text('`code`'),
  response_mode: text('`query` or `form_post`'),
  scope: text('Separated by spaces; unknown ones are left out'),
  state: text('Returned unchanged'),
  code_challenge: text('RFC 7636'),
  code_challenge_method: text('`S256`'),
  nonce: text('Returned in the ID token'),
  prompt: text('`none`, `login`, `consent`, `select_account`, `create`'),
  max_age: text('The maximum number of seconds since the person authenticated'),
  acr_values: text('`urn:keyward:1` or `urn:keyward:2`'),
  claims: text('OpenID Connect Core §5.5'),
  login_hint: text('Fills in the identifier'),
  id_token_hint: text('The account that must be signed in'),
  resource: text('RFC 8707; can be repeated'),
  request_uri: text('The one of a pushed request (RFC 9126)'),
});

async function open(context: PublicContext, given: URLSearchParams) {
  const { services, client, reply, request } = context;
  // A prefetch must not use up a code.
  if (isPrefetch(request)) return reply.code(204).send();
  const oauth = await services.oauth();
  const browser = browserOf(context);
  const kept = given.get('reply');
  if (kept !== null) return answer(context, await oauth.authorize.kept(kept, browser.value));
  const outcome = await oauth.authorize.open(given, await sessionOf(context, oauth), {
    browser: browser.value,
    client,
  });
  if (outcome.kind === 'ask') browser.keep();
  return answer(context, outcome);
}

const COMMON = {
  response: { 200: HtmlPage, 204: Type.Null(), 303: Type.Null(), 400: HtmlPage },
  errors: ['RouteNotFoundError', 'RateLimitedError'],
  assertExists: assertOAuth,
} as const;

export const getAuthorize = publicEndpoint({
  ...COMMON,
  summary:
    'Begins a sign-in to an application (OpenID Connect Core §3.1.2.1); redirects to the application, or to a page that asks the person',
  query: PARAMETERS,
  handle: (context) => open(context, new URL(context.request.url, 'http://localhost').searchParams),
});

export const postAuthorize = publicEndpoint({
  ...COMMON,
  summary: 'The same, with the parameters in a form',
  form: PARAMETERS,
  handle: (context) => orPage(context, () => open(context, formOf(context.body))),
});
