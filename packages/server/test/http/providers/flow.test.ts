import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { createBrowser } from '../../support/browser.ts';
import { startKeyward } from '../../support/keyward.ts';
import {
  assertFailed,
  assertSignedIn,
  count,
  FRONTEND,
  loginUrl,
  openCallback,
  OTHER_FRONTEND,
  signInWith,
  suiteSetup,
  walkToCallback,
} from './harness.ts';
import { databasesFor } from '../../support/usual-size.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`GET /{provider}/login and /callback, ${kind}`, async () => {
    const { keyward, providers } = await suiteSetup(kind);
    const [first, second] = providers;
    let serial = 0;
    /** Makes somebody new sign in at the provider. */
    const newUser = (provider = first, fields: Record<string, unknown> = {}) => {
      serial += 1;
      const user = {
        sub: `${kind}${serial}`,
        email: `user${serial}@example.org`,
        email_verified: true,
        name: `User ${serial}`,
        ...fields,
      };
      provider.user = user;
      return user;
    };

    it('registers on the first sign-in, and signs in to the same account on the next', async () => {
      const user = newUser(first, { name: 'Grace Hopper', picture: 'https://example.org/grace.png' });
      const { account } = await assertSignedIn(keyward, await signInWith(keyward, 'idp1'));
      const { name, email, email_verified, handle, avatar_url, role, status } = account;
      assert.deepEqual(
        { name, email, email_verified, handle, avatar_url, role, status },
        {
          name: 'Grace Hopper',
          email: user.email,
          email_verified: true,
          handle: 'grace.hopper',
          avatar_url: 'https://example.org/grace.png',
          role: 'user',
          status: 'active',
        },
      );
      const again = await assertSignedIn(keyward, await signInWith(keyward, 'idp1'));
      assert.equal(again.account['id'], account['id']);
    });

    it('OA1: state is fresh, used up by the first callback, dead after 10 minutes, and of one provider', async () => {
      newUser();
      const browser = createBrowser();
      const [one, two] = await Promise.all(
        [1, 2].map(async () => {
          const response = await browser.get(loginUrl(keyward, 'idp1'));
          return new URL(response.headers.get('location') ?? '').searchParams.get('state') ?? '';
        }),
      );
      assert.match(one ?? '', /^[\w-]{40,}$/);
      assert.notEqual(one, two);

      const sessions = await count(keyward, 'sessions');
      const callback = await walkToCallback(keyward, 'idp1', browser);
      const stateless = new URL(callback);
      stateless.searchParams.delete('state');
      const forged = new URL(callback);
      forged.searchParams.set('state', 'x'.repeat(43));
      const doubled = new URL(callback);
      doubled.searchParams.append('state', 'x');
      for (const url of [stateless, forged]) assertFailed(await openCallback(browser, url), 'oauth_state');
      const elsewhere = callback.href.replace('/idp1/', '/idp2/');
      assertFailed(await openCallback(browser, elsewhere), 'oauth_state');
      assertFailed(await openCallback(browser, doubled), 'provider_failed');
      assertFailed(await openCallback(browser, callback), 'oauth_state');

      const good = await walkToCallback(keyward, 'idp1', browser);
      await assertSignedIn(keyward, await openCallback(browser, good));
      assertFailed(await openCallback(browser, good), 'oauth_state');

      const late = await walkToCallback(keyward, 'idp1', browser);
      keyward.clock.advance(10 * 60_000);
      assertFailed(await openCallback(browser, late), 'oauth_state');
      assert.equal(await count(keyward, 'sessions'), Number(sessions) + 1);
    });

    it('OA2: another browser cannot finish, with or without a cookie of its own, and does not use up the flow', async () => {
      newUser();
      const browser = createBrowser();
      const callback = await walkToCallback(keyward, 'idp1', browser);
      const other = createBrowser();
      assertFailed(await openCallback(other, callback), 'oauth_state');
      await walkToCallback(keyward, 'idp1', other);
      assertFailed(await openCallback(other, callback), 'oauth_state');
      other.setCookie(keyward.url, 'keyward_browser', 'forged');
      assertFailed(await openCallback(other, callback), 'oauth_state');
      await assertSignedIn(keyward, await openCallback(browser, callback));
    });

    it('OA2: the cookie is HttpOnly and Lax, for ten minutes, on the paths of the API', async () => {
      const response = await createBrowser().get(loginUrl(keyward, 'idp1'));
      assert.equal(response.status, 307);
      const [cookie = ''] = response.headers.getSetCookie();
      assert.match(cookie, /^keyward_browser=[\w-]+; Max-Age=600; Path=\/auth; HttpOnly; SameSite=Lax$/);
      assert.equal(response.headers.get('cache-control'), 'no-store');
      assert.equal(response.headers.get('referrer-policy'), 'no-referrer');
    });

    it('flows in several tabs do not disturb each other', async () => {
      newUser();
      const browser = createBrowser();
      const tabs = [
        await walkToCallback(keyward, 'idp1', browser),
        await walkToCallback(keyward, 'idp1', browser),
      ];
      for (const tab of tabs) await assertSignedIn(keyward, await openCallback(browser, tab));
    });

    it('OA3: PKCE with S256, fresh for each flow, and the provider checks it', async () => {
      newUser();
      const challenges = new Set<string>();
      for (let round = 0; round < 2; round += 1) {
        first.requests.length = 0;
        await assertSignedIn(keyward, await signInWith(keyward, 'idp1'));
        const asked = first.requests.find(({ url }) => url.pathname === '/auth')?.url.searchParams;
        assert.equal(asked?.get('code_challenge_method'), 'S256');
        const exchange = first.requests.find(({ url }) => url.pathname === '/token');
        const verifier = new URLSearchParams(exchange?.body).get('code_verifier') ?? '';
        const digest = new Uint8Array(
          await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier)),
        );
        assert.equal(asked.get('code_challenge'), Buffer.from(digest).toString('base64url'));
        challenges.add(verifier);
      }
      assert.equal(challenges.size, 2);
    });

    it('OA5: an iss of another provider, or none though it is announced, is refused', async () => {
      newUser();
      const browser = createBrowser();
      const sessions = await count(keyward, 'sessions');
      for (const iss of [second.issuer, null]) {
        const callback = await walkToCallback(keyward, 'idp1', browser);
        assert.equal(callback.searchParams.get('iss'), first.issuer);
        if (iss === null) callback.searchParams.delete('iss');
        else callback.searchParams.set('iss', iss);
        first.requests.length = 0;
        assertFailed(await openCallback(browser, callback), 'provider_failed');
        assert.deepEqual(first.requests, [], 'the code was not sent anywhere');
      }
      assert.equal(await count(keyward, 'sessions'), sessions);
    });

    it('OA6: of 20 callbacks at once, one is exchanged and one gets a session', async () => {
      newUser();
      const browser = createBrowser();
      const callback = await walkToCallback(keyward, 'idp1', browser);
      first.requests.length = 0;
      const sessions = await count(keyward, 'sessions');
      const queries = await Promise.all(
        Array.from({ length: 20 }, async () => {
          const response = await browser.get(callback.href);
          return new URL(response.headers.get('location') ?? '').searchParams;
        }),
      );
      const good = queries.filter((query) => query.has('access_token'));
      assert.equal(good.length, 1);
      for (const query of queries) if (!query.has('access_token')) assertFailed(query, 'oauth_state');
      assert.equal(first.requests.filter(({ url }) => url.pathname === '/token').length, 1);
      assert.equal(await count(keyward, 'sessions'), Number(sessions) + 1);
    });

    it('OA18: nothing of the caller’s query reaches the provider', async () => {
      newUser();
      first.requests.length = 0;
      const extra =
        '&login_hint=eve&scope=admin&redirect_uri=https%3A%2F%2Fevil.example&prompt=none&state=mine';
      await createBrowser().followTo(loginUrl(keyward, 'idp1') + extra, FRONTEND);
      const asked = first.requests.find(({ url }) => url.pathname === '/auth')?.url.searchParams;
      assert.deepEqual([...(asked?.keys() ?? [])].sort(), [
        'client_id',
        'code_challenge',
        'code_challenge_method',
        'nonce',
        'redirect_uri',
        'response_type',
        'scope',
        'state',
      ]);
      assert.equal(asked?.get('scope'), 'openid email profile');
      assert.equal(asked.get('redirect_uri'), `${keyward.url}/auth/idp1/callback`);
      assert.notEqual(asked.get('state'), 'mine');
    });

    it('SE6: each sign-in is a new session, whatever cookies and parameters were planted', async () => {
      newUser();
      const browser = createBrowser();
      const one = await assertSignedIn(keyward, await signInWith(keyward, 'idp1', browser));
      for (const name of ['access_token', 'refresh_token', 'session', 'sid'])
        browser.setCookie(keyward.url, name, one.token);
      const callback = await walkToCallback(keyward, 'idp1', browser);
      callback.searchParams.set('sid', String(one.sessionId));
      const two = await assertSignedIn(keyward, await openCallback(browser, callback));
      assert.notEqual(two.sessionId, one.sessionId);
    });

    it('leads back to the frontend that asked, with its path', async () => {
      newUser();
      const browser = createBrowser();
      const start = loginUrl(keyward, 'idp1', OTHER_FRONTEND);
      const callback = await browser.followTo(start, `${keyward.url}/auth/idp1/callback`);
      await assertSignedIn(keyward, await openCallback(browser, callback, OTHER_FRONTEND));
      const refused = await browser.followTo(start, `${keyward.url}/auth/idp1/callback`);
      refused.searchParams.set('iss', 'https://evil.example');
      assertFailed(await openCallback(browser, refused, OTHER_FRONTEND), 'provider_failed');
    });

    it('OA20: one that began with a challenge ends in a code, which its verifier alone exchanges', async () => {
      newUser();
      const code_verifier = 'v'.repeat(43);
      const code_challenge = createHash('sha256').update(code_verifier).digest('base64url');
      const start = `${loginUrl(keyward, 'idp1')}&code_challenge=${code_challenge}&code_challenge_method=S256`;
      for (const [verifier, status] of [
        ['w'.repeat(43), 401],
        [code_verifier, 200],
      ] as const) {
        const { searchParams } = await createBrowser().followTo(start, FRONTEND);
        assert.deepEqual([...searchParams.keys()], ['code', 'code_challenge']);
        assert.equal(searchParams.get('code_challenge'), code_challenge);
        const body = { code: searchParams.get('code'), code_verifier: verifier };
        assert.equal((await keyward.call('POST', '/token/exchange', { body })).status, status);
      }
      for (const wrong of [
        'code_challenge=x',
        `code_challenge=${code_challenge}&code_challenge_method=plain`,
      ]) {
        const refused = await keyward.call('GET', `/idp1/login?frontend_url=${FRONTEND}&${wrong}`);
        assert.deepEqual([refused.status, refused.body['error']], [422, 'ValidationError']);
      }
    });

    it('OA12: a hostile frontend_url begins nothing and leads to the first allowed frontend', async () => {
      const flows = await count(keyward, 'provider_flows');
      for (const frontend of [
        'https://evil.example',
        '//evil.example',
        'http://localhost:3000@evil.example',
        'http://localhost:3000.evil.example',
        'http://localhost:3000\\@evil.example',
        'javascript:alert(1)',
        'http://[',
        'http://localhost:3000/\t/evil.example',
      ]) {
        const response = await createBrowser().get(loginUrl(keyward, 'idp1', frontend));
        assert.equal(response.status, 307, frontend);
        const location = response.headers.get('location') ?? '';
        assert.ok(location.startsWith(`${FRONTEND}/oauth/callback?`), location);
        assertFailed(new URL(location).searchParams, 'frontend_url_not_allowed');
        assert.deepEqual(response.headers.getSetCookie(), []);
      }
      assert.equal(await count(keyward, 'provider_flows'), flows);
    });

    it('answers 422 without frontend_url or with two, 404 for an unknown provider, 400 for one without credentials', async () => {
      const missing = await keyward.call('GET', '/idp1/login');
      assert.deepEqual([missing.status, missing.body['error']], [422, 'ValidationError']);
      const twice = await keyward.call(
        'GET',
        `/idp1/login?frontend_url=${FRONTEND}&frontend_url=https://evil.example`,
      );
      assert.equal(twice.status, 422);
      for (const path of ['/nobody/login?frontend_url=http://localhost:3000', '/nobody/callback?state=x']) {
        const unknown = await keyward.call('GET', path);
        assert.deepEqual([unknown.status, unknown.body['error']], [404, 'RouteNotFoundError']);
        assert.match(String(unknown.body['message']), /no provider of this name; the API reference/);
      }
      const off = await keyward.call('GET', `/idp3/login?frontend_url=${FRONTEND}`);
      assert.deepEqual([off.status, off.body['error']], [400, 'ProviderNotConfiguredError']);
    });

    it('a preview begins nothing and uses nothing up', async () => {
      newUser();
      const browser = createBrowser();
      const callback = await walkToCallback(keyward, 'idp1', browser);
      const flows = await count(keyward, 'provider_flows');
      for (const url of [callback.href, loginUrl(keyward, 'idp1')]) {
        assert.equal((await browser.get(url, { 'sec-purpose': 'prefetch' })).status, 204);
        assert.equal((await fetch(url, { method: 'HEAD', redirect: 'manual' })).status, 204);
      }
      assert.equal(await count(keyward, 'provider_flows'), flows);
      await assertSignedIn(keyward, await openCallback(browser, callback));
    });

    it('a refusal at the provider becomes oauth_denied', async () => {
      second.user = null;
      assertFailed(await signInWith(keyward, 'idp2'), 'oauth_denied');
    });

    it('an unreachable provider stops nothing but itself, and works when it is back', async () => {
      newUser(second);
      await second.down();
      // So that its metadata is not cached.
      const { settings } = keyward.app.services;
      const { idp2, ...others } = settings.current.providers;
      assert.ok(idp2);
      settings.replace({ ...settings.current, providers: { ...others, idp2: { ...idp2 } } });
      assertFailed(await signInWith(keyward, 'idp2'), 'provider_failed');
      await second.up();
      await assertSignedIn(keyward, await signInWith(keyward, 'idp2'));
    });

    it('expired flows are swept away', async () => {
      await createBrowser().get(loginUrl(keyward, 'idp1'));
      keyward.clock.advance(10 * 60_000);
      await keyward.app.services.sweep();
      assert.equal(await count(keyward, 'provider_flows'), 0);
    });
  });
}

it('OA2: over https the cookie is of this host alone', async () => {
  const url = 'https://id.example.org';
  await using keyward = await startKeyward('sqlite', {
    settings: { KEYWARD_PUBLIC_URL: url, KEYWARD_IDP2_CLIENT_ID: 'id', KEYWARD_IDP2_CLIENT_SECRET: 'secret' },
  });
  const begun = await keyward.call('GET', `/idp2/login?frontend_url=${url}`);
  const [cookie = ''] = begun.headers.getSetCookie();
  assert.match(
    cookie,
    /^__Host-keyward_browser=[\w-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  const [pair = ''] = cookie.split(';');
  const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state');
  const comeBack = async (header: string) => {
    const path = `/idp2/callback?error=access_denied&state=${state}`;
    const { headers } = await keyward.call('GET', path, { headers: { cookie: header } });
    return new URL(headers.get('location') ?? '').searchParams.get('error_code');
  };
  assert.equal(await comeBack(pair.replace('__Host-', '')), 'oauth_state');
  assert.equal(await comeBack(pair), 'oauth_denied');
});
