import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { type Scope, SCOPES } from '../../../src/features/audit/actors/scopes.ts';
import { type DeclaredRoute, declaredRoutes } from '../../support/routes.ts';
import { FULL } from '../../support/usual-size.ts';
import { setCookies } from '../cookies/cookies.ts';
import { assertRefusal, suiteKeyward } from '../expectations.ts';
import { addKey } from './api-keys.ts';

describe('AK7: every route × scope', () => {
  const keyward = suiteKeyward('sqlite', {
    inOneProcess: true,
    settings: {
      KEYWARD_OAUTH_ENABLED: 'on',
      KEYWARD_OAUTH_REGISTRATION: 'open',
      KEYWARD_ORGANIZATIONS_ENABLED: 'on',
    },
  });
  let routes: DeclaredRoute[];
  /** For each scope: a key with only this scope, and a key with all others. */
  const only = new Map<Scope, string>();
  const allBut = new Map<Scope, string>();
  let all = '';
  before(async () => {
    routes = await declaredRoutes('/auth');
    for (const scope of SCOPES) {
      only.set(scope, (await addKey(keyward, [scope])).key);
      allBut.set(
        scope,
        (
          await addKey(
            keyward,
            SCOPES.filter((other) => other !== scope),
          )
        ).key,
      );
    }
    all = (await addKey(keyward, SCOPES)).key;
  });

  /** @returns `in` for neither 401 nor 403, otherwise the status, the kind and the missing scope */
  async function answerTo({ route, path }: DeclaredRoute, headers: Record<string, string>): Promise<string> {
    const address = path
      .replace(':provider', 'idp1')
      .replace(':purpose', 'login')
      .replace(':name', 'app')
      .replaceAll(/:\w+/g, '1');
    const answer = await fetch(keyward.url + address, {
      method: route.method,
      redirect: 'manual',
      headers: { 'content-type': 'application/json', ...headers },
      // Malformed, so that a route that grants access does nothing.
      ...(route.method !== 'GET' && { body: '{' }),
    });
    if (answer.status !== 401 && answer.status !== 403) {
      await answer.body?.cancel();
      return 'in';
    }
    const { error, details }: { error?: string; details?: { scope?: string | null } } = JSON.parse(
      await answer.text(),
    );
    if (error === undefined) return `${answer.status}`;
    // Refused by the protocol of the endpoint.
    if (!error.endsWith('Error')) return 'in';
    return `${answer.status} ${error} ${String(details?.scope)}`;
  }

  const bearing = (key = '') => ({ authorization: `Bearer ${key}` });

  it('AK7: admits the scope of its row, and refuses all others', async () => {
    for (const declared of routes) {
      const { route, path } = declared;
      const name = `${route.method} ${path}`;
      if (route.access === 'public' || route.access === 'portal') {
        if (FULL) assert.equal(await answerTo(declared, bearing(all)), 'in', name);
        continue;
      }
      const scope = 'scope' in route ? route.scope : null;
      if (scope === null) {
        const refused = route.access === 'connection' ? '401' : '403 ScopeMissingError null';
        assert.equal(await answerTo(declared, bearing(all)), refused, name);
        continue;
      }
      assert.equal(await answerTo(declared, bearing(only.get(scope))), 'in', name);
      const others = FULL ? SCOPES.filter((other) => other !== scope).map((other) => only.get(other)) : [];
      for (const key of [allBut.get(scope), ...others])
        assert.equal(await answerTo(declared, bearing(key)), `403 ScopeMissingError ${scope}`, name);
    }
  });

  it('AK7: every scope opens a route', () => {
    const used = new Set(routes.flatMap(({ route }) => ('scope' in route ? [route.scope] : [])));
    assert.deepEqual(
      SCOPES.filter((scope) => !used.has(scope)),
      [],
    );
  });

  it('AK8: only the header carries a key, and one with a wrong checksum is not looked up', async ({
    mock,
  }) => {
    setCookies(keyward, { cookie_mode: true });
    const ask = (path: string, headers: Record<string, string> = {}) =>
      keyward.call('GET', path, { headers });
    assertRefusal(await ask(`/account?api_key=${all}&access_token=${all}`), 401, 'TokenMissingError');
    assertRefusal(await ask('/account', { cookie: `access_token=${all}` }), 401, 'InvalidTokenError');
    const { store } = keyward.app.services;
    const { mock: looks } = mock.method(store.apiKeys, 'findByHash');
    const wrong = all.slice(0, -1) + (all.endsWith('0') ? '1' : '0');
    for (const key of [wrong, all.slice(0, -1), `${all}0`, 'kw_live_'])
      assertRefusal(await ask('/account', bearing(key)), 401, 'InvalidTokenError');
    assert.equal(looks.callCount(), 0);
    assert.equal((await ask('/account', bearing(all))).status, 200);
    assert.equal(looks.callCount(), 1);
    setCookies(keyward, { cookie_mode: false });
  });

  it('a key does not change which routes and methods exist, nor what HEAD answers', async () => {
    const options = { token: all };
    assertRefusal(await keyward.call('GET', '/nowhere', options), 404, 'RouteNotFoundError');
    assertRefusal(await keyward.call('PUT', '/account', options), 405, 'MethodNotAllowedError');
    assert.equal((await keyward.call('HEAD', '/account', options)).status, 200);
    assert.equal((await keyward.call('HEAD', '/me', options)).status, 403);
  });
});

it('the page about API keys has each scope in its table', () => {
  const page = readFileSync(new URL('../../../docs/api-keys.md', import.meta.url), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('|'));
  for (const scope of SCOPES) assert.ok(rows.join('\n').includes(`\`${scope}\``), scope);
});
