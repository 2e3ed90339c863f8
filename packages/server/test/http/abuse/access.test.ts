import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { after, describe, it } from 'node:test';
import { isForAccounts } from '../../../src/http/wire/access.ts';
import { assertError } from '../../support/keyward.ts';
import { requestFrom } from '../../support/raw-http.ts';
import { declaredRoutes, registeredPaths } from '../../support/routes.ts';
import { ANY_DATABASE, databasesFor, FULL, inTurn } from '../../support/usual-size.ts';
import { ACCESS } from '../access-table.ts';
import { turnOAuthOn } from '../oauth/flows.ts';
import { signUpSuperadmin, suiteKeyward } from './logins.ts';

/** Other spellings of a path, which a proxy, a file system or another router may treat as equal. */
const VARIANTS: Record<string, (path: string) => string> = {
  'a slash at the end': (path) => `${path}/`,
  'two slashes at the end': (path) => `${path}//`,
  'two slashes at the start': (path) => `/${path}`,
  'two slashes inside': (path) => path.replace(/(.)\/([^/]+)$/, '$1//$2'),
  'an encoded slash': (path) => path.replace(/(.)\/([^/]+)$/, '$1%2F$2'),
  'an encoded slash at the end': (path) => `${path}%2f`,
  'an encoded letter': (path) => path.replace(/.$/, (last) => `%${last.charCodeAt(0).toString(16)}`),
  'a letter encoded twice': (path) => path.replace(/.$/, (last) => `%25${last.charCodeAt(0).toString(16)}`),
  'upper case': (path) => path.toUpperCase(),
  'a parameter': (path) => `${path};x`,
  'a parameter in the middle': (path) => path.replace(/(.)\/([^/]+)$/, '$1;x/$2'),
  'an extension': (path) => `${path}.json`,
  'a dot segment': (path) => path.replace(/(.)\/([^/]+)$/, '$1/./$2'),
  'two dot segments': (path) => path.replace(/(.)\/([^/]+)$/, '$1/x/../$2'),
  'a way over a public path': (path) => `/auth/config/pulse/..${path.replace('/auth', '/..')}`,
  'an encoded way over a public path': (path) =>
    `/auth/config/pulse/%2e%2e/%2e%2e${path.replace('/auth', '')}`,
  'a backslash': (path) => path.replace(/(.)\/([^/]+)$/, '$1\\$2'),
  'an encoded NUL': (path) => `${path}%00`,
  'an encoded space': (path) => `${path}%20`,
  'a query': (path) => `${path}?a=/auth/config/pulse`,
};

for (const kind of databasesFor(import.meta.filename)) {
  describe(`access on ${kind}`, async () => {
    // One account logs in very often here.
    const keyward = await suiteKeyward(kind, {
      settings: { KEYWARD_SESSIONS_PER_ACCOUNT: '1000', KEYWARD_ORGANIZATIONS_ENABLED: 'on' },
    });
    const routes = await declaredRoutes('/auth');
    const { port } = keyward;
    const agent = new Agent({ keepAlive: true });
    after(() => agent.destroy());

    const { token: expired } = await keyward.signUp();
    keyward.clock.advance(8 * 86_400_000);
    const user = await keyward.signUp();
    const superadmin = await signUpSuperadmin(keyward);
    await turnOAuthOn(keyward, superadmin.token);

    async function request(
      method: string,
      path: string,
      token?: string,
      headers: Record<string, string> = {},
    ) {
      const answer = await requestFrom({
        port,
        agent,
        method,
        path,
        headers: {
          // Routes that are open only to this machine must not be open to a client of its proxy.
          'x-forwarded-for': '203.0.113.1',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(method !== 'GET' &&
            method !== 'HEAD' && { 'content-type': 'application/json', 'content-length': '1' }),
          ...headers,
        },
        // Malformed, so that a route that reads the body before it checks access is detected.
        body: method === 'GET' || method === 'HEAD' ? '' : '{',
      });
      // An export is many lines of JSON; a refusal is one.
      const isOne = answer.body.startsWith('{') && !answer.body.includes('\n');
      const body: Record<string, unknown> = isOne ? JSON.parse(answer.body) : {};
      return { status: answer.status, error: body['error'], text: answer.body };
    }

    const closed = routes
      // The tokens of the portal are of another kind, and have a test of their own.
      .filter(({ route }) => route.access !== 'public' && route.access !== 'portal')
      .map(({ route, path }) => ({
        access: route.access,
        name: `${route.method} ${path}`,
        path: path
          .replace(':provider', 'idp1')
          .replace(':id', '1')
          // An authorized stream of events would not end.
          .replace('/event/stream', '/event/stream?after=nothing'),
        methods: route.method === 'GET' ? ['GET', 'HEAD'] : [route.method],
      }));

    // Tokens of accounts open none of the others: see `scim/access.test.ts`.
    const ofAccounts = closed.filter(({ access }) => access !== 'connection');

    it('AZ1: every route is in the table, with the access that it declares', () => {
      const declared = routes.map(({ route, path }) => [`${route.method} ${path}`, route.access]);
      assert.deepEqual(Object.fromEntries(declared), ACCESS);
      assert.equal(declared.length, Object.keys(ACCESS).length, 'a route stands twice');
      // `*` answers preflights.
      const registered = registeredPaths(keyward.app.server).filter((path) => path !== '*');
      assert.deepEqual(registered, [...new Set(routes.map(({ path }) => path))].sort());
    });

    // Before the access check, these routes read only the table of sessions.
    const once = { skip: !ANY_DATABASE.includes(kind) && 'runs on one database' };

    it(
      'AZ1: missing, forged and expired tokens get different errors, before anything is read',
      once,
      async () => {
        const tokens: [token: string | undefined, error: string][] = [
          [undefined, 'TokenMissingError'],
          ['garbage', 'InvalidTokenError'],
          [`${user.token.slice(0, -4)}AAAA`, 'InvalidTokenError'],
          [expired, 'TokenExpiredError'],
        ];
        for (const { name, path, methods } of ofAccounts) {
          for (const method of methods) {
            for (const [token, error] of tokens) {
              const answer = await request(method, path, token);
              assert.equal(answer.status, 401, `${name} by ${method}: ${answer.text}`);
              if (method !== 'HEAD') assert.equal(answer.error, error, name);
            }
          }
        }
      },
    );

    it('AZ1: users reach the routes that they may use, and no others', once, async () => {
      for (const { name, path, methods, access } of ofAccounts) {
        for (const method of methods) {
          const { token } = await keyward.logIn(user.email);
          const answer = await request(method, path, token);
          if (isForAccounts(access))
            assert.ok(![401, 403].includes(answer.status), `${name}: ${answer.text}`);
          else assert.equal(answer.status, 403, `${name}: ${answer.text}`);
        }
      }
    });

    it('AZ1: superadmins reach every route', once, async () => {
      for (const { name, path, methods } of ofAccounts) {
        for (const method of methods) {
          const { token } = await keyward.logIn(superadmin.email);
          const answer = await request(method, path, token);
          assert.ok(![401, 403].includes(answer.status), `${name}: ${answer.text}`);
        }
      }
    });

    it('AZ1: no other spelling of a path, and no header, loosens access', once, async (test) => {
      let answers = 0;
      const headers = (path: string, access?: string): Record<string, string>[] => [
        {
          'x-original-url': path,
          'x-rewrite-url': path,
          'x-forwarded-uri': path,
          'x-forwarded-prefix': path,
        },
        { 'x-http-method-override': 'GET', 'x-method-override': 'GET', 'x-http-method': 'GET' },
        {
          'x-forwarded-host': 'localhost',
          'x-real-ip': '127.0.0.1',
          forwarded: 'for=127.0.0.1',
          via: '1.1 a',
        },
        {
          'x-user': superadmin.email,
          'x-role': 'superadmin',
          // These routes accept a cookie on purpose.
          ...(access !== 'superadmin-or-cookie' && { cookie: `access_token=${superadmin.token}` }),
        },
      ];
      for (const [row, { name, path, methods, access }] of closed.entries()) {
        const tokens = [undefined, 'garbage', expired, ...(isForAccounts(access) ? [] : [user.token])];
        for (const method of methods) {
          for (const [column, [what, variant]] of Object.entries(VARIANTS).entries()) {
            // A full run tries each spelling of each path, a normal run a third of them.
            if (!FULL && (row + column) % 3 !== 0) continue;
            for (const token of inTurn(tokens, row + column)) {
              const { status, text } = await request(method, variant(path), token);
              answers += 1;
              assert.ok(status >= 400 && status < 500, `${name} with ${what}: ${status} ${text}`);
            }
          }
          for (const [column, header] of headers(path, access).entries()) {
            for (const token of inTurn(tokens, row + column)) {
              const { status, text } = await request(method, path, token, header);
              assert.ok(
                [401, 403].includes(status),
                `${name} with ${Object.keys(header)[0]}: ${status} ${text}`,
              );
            }
          }
        }
      }
      test.diagnostic(`${answers} answers compared`);
      const pulse = await request('GET', '/auth/config/pulse', undefined, headers('/auth/me')[0]);
      assert.match(pulse.text, /healthy/);
    });

    it('AZ1: a demotion takes effect on the next request', async () => {
      const { id, token } = await keyward.signUp();
      const counts = () => keyward.call('GET', '/config/counts', { token });
      const setRole = (role: string) =>
        keyward.database.query('update accounts set role = $1 where id = $2', [role, id]);
      await setRole('superadmin');
      assert.equal((await counts()).status, 200);
      for (const role of ['user', 'Superadmin', 'superadmin ', '']) {
        await setRole(role);
        assertError(await counts(), 403, 'RoleMismatchError');
      }
    });
  });
}
