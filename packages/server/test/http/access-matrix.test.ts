import assert from 'node:assert/strict';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import type { Route } from '../../src/http/wire/endpoint/route.ts';
import { isForAccounts } from '../../src/http/wire/access.ts';
import { type DeclaredRoute, declaredRoutes } from '../support/routes.ts';
import { FULL } from '../support/usual-size.ts';
import { ACCESS } from './access-table.ts';
import { setCookies } from './cookies/cookies.ts';
import { suiteKeyward } from './expectations.ts';
import { addPerson } from './people.ts';

const ROLES = ['none', 'suspended', 'user', 'superadmin'] as const;
type Role = (typeof ROLES)[number];

/** The answer of each kind of access to each role, before anything else: an error, or `in` for neither 401 nor 403. */
const SUPERADMINS: Record<Role, string> = {
  none: '401 TokenMissingError',
  suspended: '403 AccountInactiveError',
  user: '403 RoleMismatchError',
  superadmin: 'in',
};
const EXPECTED: Record<Route['access'], Record<Role, string>> = {
  public: { none: 'in', suspended: 'in', user: 'in', superadmin: 'in' },
  bearer: { ...SUPERADMINS, user: 'in' },
  // Of an organization that does not exist.
  organization: { ...SUPERADMINS, user: 'in' },
  superadmin: SUPERADMINS,
  'superadmin-or-cookie': SUPERADMINS,
  // By tokens of another kind; refused in a form of its own.
  connection: { none: '401', suspended: '401', user: '401', superadmin: '401' },
  // Without its key.
  mailbox: SUPERADMINS,
  // No token of a session is one of a portal.
  portal: { none: '401 TokenMissingError', suspended: 'in', user: 'in', superadmin: 'in' },
};
const NOBODY: Record<Role, string> = { ...EXPECTED.public };
for (const role of ROLES) NOBODY[role] = SUPERADMINS.none;

const FOREIGN = '403 OriginNotAllowedError';

describe('AZ1: every route × role × credential', () => {
  const keyward = suiteKeyward('sqlite', {
    settings: {
      KEYWARD_OAUTH_ENABLED: 'on',
      KEYWARD_OAUTH_REGISTRATION: 'open',
      KEYWARD_ORGANIZATIONS_ENABLED: 'on',
    },
  });
  // Thousands of requests, each of which `fetch` would make twice as long.
  const agent = new Agent({ keepAlive: true });
  after(() => agent.destroy());
  let routes: DeclaredRoute[];
  const tokens: Partial<Record<Role, string>> = {};
  before(async () => {
    routes = await declaredRoutes('/auth');
    for (const role of ['suspended', 'user', 'superadmin'] as const) {
      const { id, token } = await addPerson(keyward, role === 'superadmin' ? { role } : {});
      tokens[role] = token;
      if (role === 'suspended')
        await keyward.database.query("update accounts set status = 'suspended' where id = $1", [id]);
    }
  });

  /** @returns `in`, or the status and the kind of the refusal */
  async function answerTo({ route, path }: DeclaredRoute, headers: Record<string, string>): Promise<string> {
    const { method } = route;
    const address = path
      .replace(':provider', 'idp1')
      .replace(':purpose', 'login')
      .replace(':name', 'app')
      .replace(':id', '1');
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = {
        // Routes that are open only to this machine are not open to a client of its proxy.
        'x-forwarded-for': '203.0.113.1',
        'content-type': 'application/json',
        ...(method !== 'GET' && { 'content-length': '1' }),
        ...headers,
      };
      request(keyward.url + address, { method, agent, headers: sent }, resolve)
        .on('error', reject)
        // Malformed, so that a route that grants access does nothing.
        .end(method === 'GET' ? undefined : '{');
    });
    const { statusCode, headers: answered } = answer;
    if (statusCode === 401 || statusCode === 403) {
      const { error }: { error?: string } = JSON.parse(await text(answer));
      if (error === undefined) return `${statusCode}`;
      // The endpoint's own protocol refuses these; the tokens of its protocol have other tests.
      if (!error.endsWith('Error')) return 'in';
      return `${statusCode} ${error}`;
    }
    // A stream does not end.
    if (answered['content-type']?.startsWith('text/event-stream') === true) answer.destroy();
    else answer.resume();
    return 'in';
  }

  /** Sends a request to every route in every role. @param headers what is sent with a token, and without one */
  async function assertMatrix(
    headers: (token: string | undefined) => Record<string, string>,
    expected: (route: Route) => Record<Role, string>,
    roles: readonly Role[] = ROLES,
  ): Promise<void> {
    for (const declared of routes) {
      const { method, access } = declared.route;
      const answers = await Promise.all(
        roles.map(async (role) => [role, await answerTo(declared, headers(tokens[role]))] as const),
      );
      const name = `${method} ${declared.path} (${access})`;
      const all = access === 'connection' ? EXPECTED.connection : expected(declared.route);
      assert.deepEqual(
        Object.fromEntries(answers),
        Object.fromEntries(roles.map((role) => [role, all[role]])),
        name,
      );
    }
  }

  const cookie = (token: string | undefined) =>
    token === undefined ? {} : { cookie: `access_token=${token}` };

  /** No cookie opens a portal. */
  const byCookie = ({ access }: Pick<Route, 'access'>) => (access === 'portal' ? NOBODY : EXPECTED[access]);

  const someRoles = FULL ? ROLES : (['superadmin'] as const);
  const consoleCookie = (token: string | undefined) =>
    token === undefined ? {} : { cookie: `keyward_console=${token}` };

  it('AZ1: the table has every route, with the access that each declares', () => {
    const declared = routes.map(({ route, path }) => [`${route.method} ${path}`, route.access]);
    assert.deepEqual(Object.fromEntries(declared), ACCESS);
  });

  it('AZ1: by Bearer token', async () => {
    const bearer = (token: string | undefined): Record<string, string> =>
      token === undefined ? {} : { authorization: `Bearer ${token}` };
    if (FULL) await assertMatrix(bearer, ({ access }) => EXPECTED[access]);
    setCookies(keyward, { cookie_mode: true });
    await assertMatrix(bearer, ({ access }) => EXPECTED[access]);
  });

  it('AZ1: by cookie, from an own page', async () => {
    setCookies(keyward, { cookie_mode: true });
    await assertMatrix((token) => ({ ...cookie(token), origin: keyward.url }), byCookie);
  });

  it('AZ1, CK3: by cookie, from a foreign page', async () => {
    setCookies(keyward, { cookie_mode: true });
    await assertMatrix(
      (token) => ({ ...cookie(token), origin: 'https://evil.example' }),
      ({ method, access, endpoint }) => {
        if (method === 'GET' || access === 'portal') return byCookie({ access });
        const refused = endpoint.issuesTokens === 'in the body' ? FOREIGN : 'in';
        if (access === 'public')
          return { none: refused, suspended: refused, user: refused, superadmin: refused };
        return { none: SUPERADMINS.none, suspended: FOREIGN, user: FOREIGN, superadmin: FOREIGN };
      },
    );
  });

  it('AZ1: by cookie, while cookie mode is off: for logs and their settings only', async () => {
    setCookies(keyward, { cookie_mode: false });
    await assertMatrix(
      (token) => ({ ...cookie(token), origin: keyward.url }),
      ({ access }) => (access === 'public' || access === 'superadmin-or-cookie' ? EXPECTED[access] : NOBODY),
    );
  });

  it('AZ1: by the console’s cookie, from its own pages', async () => {
    setCookies(keyward, { cookie_mode: false });
    const own = (token: string | undefined) => ({ ...consoleCookie(token), origin: keyward.url });
    await assertMatrix((token) => ({ ...own(token), 'x-keyward-console': '1' }), byCookie);
    await assertMatrix(
      own,
      ({ access }) => (isForAccounts(access) ? NOBODY : byCookie({ access })),
      someRoles,
    );
  });

  it('AZ1, CK7: by the console’s cookie, from an allowed frontend', async () => {
    const { origin } = new URL(keyward.url.replace('127.0.0.1', 'localhost'));
    assert.equal(keyward.app.services.frontends.isAllowed(origin), true);
    const refused = ({ method }: Route) =>
      method === 'GET'
        ? NOBODY
        : { none: SUPERADMINS.none, suspended: FOREIGN, user: FOREIGN, superadmin: FOREIGN };
    for (const cookie_mode of FULL ? [true, false] : [true]) {
      setCookies(keyward, { cookie_mode });
      const foreign = (token: string | undefined) => ({ ...consoleCookie(token), origin });
      await assertMatrix(
        foreign,
        (route) => {
          if (route.access === 'public') return EXPECTED.public;
          return isForAccounts(route.access) || route.access === 'portal' ? NOBODY : refused(route);
        },
        someRoles,
      );
      await assertMatrix(
        (token) => ({ ...foreign(token), 'x-keyward-console': '1' }),
        (route) => {
          if (route.access === 'portal') return NOBODY;
          if (route.access !== 'public') return refused(route);
          if (route.endpoint.issuesTokens !== 'in the body') return EXPECTED.public;
          return { none: FOREIGN, suspended: FOREIGN, user: FOREIGN, superadmin: FOREIGN };
        },
        someRoles,
      );
    }
  });

  it('CK4: every route whose answer can set cookies is marked', () => {
    for (const { route, path } of routes) {
      // The tokens of the protocol belong to applications, and set no cookies.
      const answersTokens =
        route.endpoint.oauthErrors === undefined &&
        JSON.stringify(route.endpoint.response).includes('"token_type"');
      assert.equal(route.endpoint.issuesTokens === 'in the body', answersTokens, `${route.method} ${path}`);
    }
  });
});
