import { type Account, PASSWORD } from '../support/keyward.ts';
import { request, type Sender } from '../support/load.ts';
import { refreshSenders } from '../service/refresh.ts';
import { CONNECTIONS, FRONTEND, SNAPSHOT, type World } from './world.ts';

/** The requests that the connections send to a route. */
export interface Case {
  senders: readonly Sender[];
  /** Of the answers. A status outside 200 to 399 means that the request is refused, after the full work. */
  status: number;
}

type Send = (connection: number) => Buffer;

const OTHER_PASSWORD = 'Correct-horse-2';
const CODE = '000000';
const UNKNOWN = 'A'.repeat(43);

/** Routes that are not measured, and why. */
export const OMITTED: readonly (readonly [route: RegExp, reason: string])[] = [
  [/\/stream$/, 'a stream lasts as long as its reader stays'],
  [/^GET \/auth\/event\/export$/, 'the answer has all events, however many there are'],
  [/clear$/, 'it ends the sessions of the run or removes its codes'],
  [/^POST \/auth\/config\/email\/test$/, 'it asks a mail server'],
  [/^(POST|PATCH) \/auth\/config\/\S+(?<!test)$/, 'it does the same as `PATCH /auth/config/branding`'],
  [/^POST \/auth\/webhook\/.*(test|retry|replay)$/, 'it asks a receiver'],
  [/^POST \/auth\/:provider\/callback$/, 'it does the same as its GET, for Apple'],
  [
    /^GET \/(account|signup|reset-password|invitation|email-undo|oauth\/|magic-link\/)/,
    'it does the same as `GET /signin`',
  ],
  [/^GET \/(setup|mailbox)$|^GET \/console\//, 'it does the same as `GET /console`'],
  [
    /^\w+ (\/mcp|\/\.well-known\/o.*|\/auth\/(account\/)?application.*|\/auth\/oauth\/(authorize|par|token|userinfo|revoke|introspect|device|register|logout|logo|request).*)$/,
    'it is off in this run; `oauth` measures what applications ask for',
  ],
  [/^DELETE \/mailbox\/mails$/, 'it removes the mails of the run'],
];

/** Every other route. Routes that consume something come after the routes that create it. */
export function createCases(world: World): Record<string, Case> {
  const { accounts } = world.keyward;
  const emailOf = (connection: number) => world.signingIn[connection]?.email ?? '';
  let serial = 0;
  let mailId = '';
  const fresh = () => `fresh${(serial += 1)}@example.org`;
  const newcomer = () => ({ name: 'New', email: fresh(), password: PASSWORD });
  const each = (send: Send, status = 200): Case => ({
    senders: Array.from({ length: CONNECTIONS }, (_, connection) => ({ next: () => send(connection) })),
    status,
  });
  /** An anonymous request, always the same. */
  const get = (path: string, status = 200) => {
    const bytes = request('GET', path, {});
    return each(() => bytes, status);
  };
  const post = (path: string, bodyOf: (connection: number) => object, status = 200) =>
    each((connection) => request('POST', path, { body: bodyOf(connection) }), status);
  const person = (method: string, path: string, bodyOf?: () => object, status = 200) =>
    each((connection) => world.person(connection, method, path, bodyOf?.()), status);
  const admin = (method: string, pathOf: string | (() => string), bodyOf?: () => object, status = 200) =>
    each(() => world.admin(method, typeof pathOf === 'string' ? pathOf : pathOf(), bodyOf?.()), status);

  return {
    'GET /livez': get('/livez'),
    'GET /readyz': get('/readyz'),
    'GET /auth/config/pulse': get('/auth/config/pulse'),
    'GET /.well-known/jwks.json': get('/.well-known/jwks.json'),
    'GET /auth/providers': get('/auth/providers'),
    'GET /signin': get('/signin'),
    'GET /console': get('/console'),
    'GET /web/console/:file': get(world.consoleFile),
    'GET /web/pages/:file': get(world.pagesFile),
    'GET /web/branding.css': get('/web/branding.css'),
    'GET /web/mail-frame': get('/web/mail-frame'),
    'GET /docs': get('/docs'),
    'GET /docs/:page': get('/docs/tokens'),
    'GET /docs/:page/:part': get('/docs/providers/google'),
    'GET /llms.txt': get('/llms.txt'),
    'GET /llms-full.txt': get('/llms-full.txt'),
    'GET /api/documents/tree': get('/api/documents/tree'),
    'GET /api/documents/file': get('/api/documents/file?path=tokens.md'),
    'GET /api/documents/search': get('/api/documents/search?q=refresh'),
    'GET /openapi.json': get('/openapi.json'),
    'GET /reference': get('/reference'),
    'GET /reference/script.js': get('/reference/script.js'),
    'GET /mailbox/mails': {
      senders: Array.from({ length: CONNECTIONS }, () => ({
        next: () => world.mailbox('GET', '/mailbox/mails'),
        answered(body) {
          // Newer mails have replaced those of the previous round.
          mailId = /"id":"([^"]+)"/.exec(body)?.[1] ?? mailId;
        },
      })),
      status: 200,
    },
    'GET /mailbox/mails/:id': each(() => world.mailbox('GET', `/mailbox/mails/${mailId}`)),

    'GET /auth/me': person('GET', '/auth/me'),
    'PATCH /auth/me': person('PATCH', '/auth/me', () => ({ name: `Name ${(serial += 1)}` })),
    'GET /auth/me/export': each(() => world.stranger('GET', () => '/auth/me/export')),
    'GET /auth/me/sessions': person('GET', '/auth/me/sessions'),
    'GET /auth/account/factors': person('GET', '/auth/account/factors'),
    'GET /auth/account/oauth/links': person('GET', '/auth/account/oauth/links'),
    'POST /auth/token/refresh': { senders: refreshSenders(accounts.slice(0, CONNECTIONS)), status: 200 },
    'POST /auth/account/passkeys/options': person('POST', '/auth/account/passkeys/options'),
    'POST /auth/account/reauthenticate/options': person('POST', '/auth/account/reauthenticate/options'),
    'POST /auth/login/passkey/options': post('/auth/login/passkey/options', () => ({})),
    'POST /auth/account/totp': person('POST', '/auth/account/totp'),

    'GET /auth/account': admin('GET', '/auth/account/'),
    'GET /auth/account/query': admin('GET', `/auth/account/query?field=email&value=${emailOf(0)}`),
    'GET /auth/account/:id': admin('GET', () => `/auth/account/${world.nextAccount()}`),
    'GET /auth/session': admin('GET', '/auth/session/'),
    'GET /auth/otp': admin('GET', '/auth/otp/'),
    'GET /auth/oauth': admin('GET', '/auth/oauth/'),
    'GET /auth/oauth/query': admin('GET', '/auth/oauth/query?field=provider&value=google', undefined, 404),
    'GET /auth/event': admin('GET', '/auth/event/'),
    'GET /auth/event/counts': admin('GET', '/auth/event/counts'),
    'GET /auth/event/:id': admin('GET', `/auth/event/${world.eventId}`),
    'GET /auth/invitation': admin('GET', '/auth/invitation/'),
    'GET /auth/apikey': admin('GET', '/auth/apikey/'),
    'GET /auth/webhook': admin('GET', '/auth/webhook/'),
    'GET /auth/config/load': admin('GET', '/auth/config/load'),
    'GET /auth/config/counts': admin('GET', '/auth/config/counts'),
    'GET /auth/config/sections': admin('GET', '/auth/config/sections'),
    'GET /auth/config/sources': admin('GET', '/auth/config/sources'),
    'GET /auth/config/findings': admin('GET', '/auth/config/findings'),
    'GET /auth/config/history': admin('GET', '/auth/config/history'),
    'GET /log': admin('GET', '/log'),
    'GET /log/:name': admin('GET', '/log/app'),

    'POST /auth/login': post('/auth/login', (one) => ({ identifier: emailOf(one), password: PASSWORD })),
    'POST /auth/login/password': post('/auth/login/password', (one) => ({
      identifier: emailOf(one),
      password: PASSWORD,
    })),
    'POST /auth/signup': post('/auth/signup', () => ({ ...newcomer(), handle: `fresh-${serial}` }), 201),
    'POST /auth/signup/password': post('/auth/signup/password', newcomer),
    'PUT /auth/update/password': { senders: passwordSenders(world.changing), status: 200 },
    'POST /auth/account/reauthenticate': person('POST', '/auth/account/reauthenticate', () => ({
      password: PASSWORD,
    })),
    'POST /auth/send/email/otp/:purpose': post('/auth/send/email/otp/signup', () => ({ email: fresh() })),
    'POST /auth/send/email/link/:purpose': post('/auth/send/email/link/signup', () => ({
      email: fresh(),
      frontend_url: FRONTEND,
    })),
    'POST /auth/login/otp': post('/auth/login/otp', () => ({ email: fresh(), otp: CODE }), 404),
    'POST /auth/signup/otp': post('/auth/signup/otp', () => ({ ...newcomer(), otp: CODE }), 404),
    'POST /auth/forgot/password': post(
      '/auth/forgot/password',
      () => ({ email: fresh(), password: PASSWORD, otp: CODE }),
      404,
    ),
    'GET /auth/link/:purpose': each(
      () => request('GET', `/auth/link/login?email=${fresh()}&otp=${CODE}`, {}),
      307,
    ),
    'POST /auth/link/:purpose': post('/auth/link/login', () => ({ email: fresh(), otp: CODE }), 404),
    'POST /auth/token/exchange': post('/auth/token/exchange', () => ({ code: UNKNOWN }), 401),
    'POST /auth/invitation/check': post('/auth/invitation/check', () => ({ token: UNKNOWN }), 400),
    'POST /auth/signup/invitation': post(
      '/auth/signup/invitation',
      () => ({ token: UNKNOWN, name: 'New', password: PASSWORD }),
      400,
    ),
    'POST /auth/email/undo': post('/auth/email/undo', () => ({ token: UNKNOWN }), 400),
    'POST /auth/setup': post('/auth/setup', () => ({ ...newcomer(), token: UNKNOWN }), 401),
    'POST /auth/setup/check': post('/auth/setup/check', () => ({ token: UNKNOWN }), 401),
    'POST /auth/login/challenge': post(
      '/auth/login/challenge',
      () => ({ challenge: UNKNOWN, method: 'totp', code: CODE }),
      400,
    ),
    'POST /auth/login/challenge/passkey': post(
      '/auth/login/challenge/passkey',
      () => ({ challenge: UNKNOWN }),
      400,
    ),
    'POST /auth/login/passkey': post('/auth/login/passkey', () => ({ challenge: UNKNOWN }), 422),
    'POST /auth/login/id-token': post(
      '/auth/login/id-token',
      () => ({ provider: 'idp1', id_token: 'a.b.c' }),
      400,
    ),
    'GET /auth/:provider/login': get(`/auth/idp2/login?frontend_url=${FRONTEND}`, 307),
    'GET /auth/:provider/callback': get('/auth/idp2/callback?state=unknown&code=unknown', 307),
    'POST /auth/account/oauth/link/:provider': person(
      'POST',
      '/auth/account/oauth/link/idp2',
      () => ({
        frontend_url: FRONTEND,
      }),
      303,
    ),
    'DELETE /auth/account/oauth/:provider': person('DELETE', '/auth/account/oauth/idp1', undefined, 404),
    'POST /auth/account/passkeys': person('POST', '/auth/account/passkeys', () => ({}), 422),
    'PATCH /auth/account/passkeys/:id': person(
      'PATCH',
      '/auth/account/passkeys/1',
      () => ({ name: 'Key' }),
      404,
    ),
    'DELETE /auth/account/passkeys/:id': person('DELETE', '/auth/account/passkeys/1', undefined, 404),
    // The delay of the answer grows with each wrong code.
    'POST /auth/account/totp/confirm': person('POST', '/auth/account/totp/confirm', () => ({}), 422),
    'DELETE /auth/account/totp': person('DELETE', '/auth/account/totp', undefined, 404),
    'POST /auth/account/recovery-codes': person('POST', '/auth/account/recovery-codes', undefined, 404),

    'PATCH /auth/config/branding': admin('PATCH', '/auth/config/branding', () => ({
      name: `Name ${(serial += 1)}`,
    })),
    'POST /auth/config/rollback': admin('POST', '/auth/config/rollback', () => ({}), 422),
    'POST /auth/config/logging/test': admin('POST', '/auth/config/logging/test', () => ({
      line: 'token=secret',
    })),
    'POST /auth/account': admin('POST', '/auth/account/', () => ({ name: 'New', email: fresh() }), 201),
    'PATCH /auth/account': admin('PATCH', '/auth/account/', () => ({
      account_id: world.nextAccount(),
      name: `Name ${(serial += 1)}`,
    })),
    'DELETE /auth/account/lock': admin(
      'DELETE',
      () => `/auth/account/lock?account_id=${world.nextAccount()}`,
    ),
    'DELETE /auth/account/factors': admin(
      'DELETE',
      () => `/auth/account/factors?account_id=${world.nextAccount()}`,
    ),
    'DELETE /auth/account/:id/sessions': admin(
      'DELETE',
      () => `/auth/account/${world.nextAccount()}/sessions`,
    ),
    'DELETE /auth/session/all': admin('DELETE', '/auth/session/all', () => ({
      account_id: world.nextAccount(),
    })),
    'DELETE /auth/session': admin('DELETE', '/auth/session/', () => ({ session_id: world.nextSession() })),
    'DELETE /auth/session/:id': admin('DELETE', () => `/auth/session/${world.nextSession()}`),
    'DELETE /auth/session/cleanup': admin('DELETE', '/auth/session/cleanup'),
    'DELETE /auth/otp/cleanup': admin('DELETE', '/auth/otp/cleanup'),
    'DELETE /auth/otp': admin('DELETE', '/auth/otp/', () => ({ id: 1_000_000_000 }), 404),
    'DELETE /auth/oauth': admin('DELETE', '/auth/oauth/', () => ({ id: 1 }), 404),
    'POST /auth/invitation': admin('POST', '/auth/invitation/', () => ({ email: fresh() }), 201),
    'DELETE /auth/invitation/:id': admin('DELETE', '/auth/invitation/1000000000', undefined, 404),
    'POST /auth/invitation/:id/resend': admin('POST', '/auth/invitation/1000000000/resend', () => ({}), 404),
    // The service allows a hundred keys.
    'POST /auth/apikey': admin('POST', '/auth/apikey/', () => ({}), 422),
    'DELETE /auth/apikey/:id': admin('DELETE', '/auth/apikey/1000000000', undefined, 404),
    'POST /auth/webhook': admin('POST', '/auth/webhook/', () => ({ url: 'ftp://127.0.0.1/' }), 422),
    'GET /auth/webhook/:id': admin('GET', `/auth/webhook/${world.webhookId}`),
    'PATCH /auth/webhook/:id': admin('PATCH', `/auth/webhook/${world.webhookId}`, () => ({
      description: `Number ${(serial += 1)}`,
    })),
    'DELETE /auth/webhook/:id': admin('DELETE', '/auth/webhook/none', undefined, 404),
    'POST /auth/webhook/:id/secret': admin('POST', `/auth/webhook/${world.webhookId}/secret`),
    'GET /auth/webhook/:id/delivery': admin('GET', `/auth/webhook/${world.webhookId}/delivery`),
    'POST /log': admin('POST', '/log', () => ({ name: SNAPSHOT, source: 'server' }), 409),
    'DELETE /log/:name': admin('DELETE', '/log/app-none', undefined, 404),
    'POST /log/:name/reset': admin('POST', '/log/server/reset'),

    'DELETE /auth/me/sessions': each(() => world.stranger('DELETE', () => '/auth/me/sessions')),
    'DELETE /auth/me/sessions/:id': each(() =>
      world.stranger('DELETE', ({ session }) => `/auth/me/sessions/${session}`),
    ),
    'POST /auth/logout': each(() => world.stranger('POST', () => '/auth/logout')),
    'POST /auth/logout-all': each(() => world.stranger('POST', () => '/auth/logout-all')),
    'DELETE /auth/me': each(() => world.stranger('DELETE', () => '/auth/me', {})),
    'DELETE /auth/account': admin('DELETE', '/auth/account/', () => ({ account_id: world.nextAccount() })),
  };
}

/** Each account changes its password back and forth. */
function passwordSenders(accounts: readonly Account[]): Sender[] {
  return accounts.map(({ token }) => {
    let current = PASSWORD;
    const other = () => (current === PASSWORD ? OTHER_PASSWORD : PASSWORD);
    return {
      next: () =>
        request('PUT', '/auth/update/password', {
          token,
          body: { current_password: current, password: other() },
        }),
      answered() {
        current = other();
      },
    };
  });
}
