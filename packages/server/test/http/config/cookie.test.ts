import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertAnswer, assertRefusal, suiteKeyward } from '../expectations.ts';
import { addPerson } from '../people.ts';
import { superadminOf } from './superadmin.ts';
import { ANY_DATABASE } from '../../support/usual-size.ts';

const DEFAULTS = {
  cookie_mode: false,
  access_cookie_name: 'access_token',
  refresh_cookie_name: 'refresh_token',
  path: '/',
  domain: null,
  secure: false,
  httponly: true,
  samesite: 'lax',
  max_age: null,
};

for (const kind of ANY_DATABASE) {
  describe(`POST /config/cookie on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: { KEYWARD_PUBLIC_URL: 'https://auth.example.org' } });
    const inForce = () => keyward.app.services.settings.current.cookie;

    it('200: applies all fields, and missing fields take their defaults', async () => {
      const { post, shown } = await superadminOf(keyward);
      const all = {
        cookie_mode: true,
        access_cookie_name: '__Secure-a',
        refresh_cookie_name: '__Secure-r',
        path: '/auth',
        domain: 'example.org',
        secure: true,
        httponly: false,
        samesite: 'none',
        max_age: 3600,
      };
      assertAnswer(await post('/config/cookie?dry_run=true', all), 200, {
        success: true,
        message: 'Dry run: nothing was changed. See changes and signs_out for the effects of the change',
        dry_run: true,
        changes: Object.fromEntries(
          Object.entries(DEFAULTS).map(([name, before]) => [
            name,
            { before, after: Object.entries(all).find(([other]) => other === name)?.[1] },
          ]),
        ),
        signs_out: 0,
      });
      assertAnswer(await post('/config/cookie', all), 200, {
        success: true,
        message: 'Cookie configured successfully',
      });
      assert.deepEqual(await shown('cookie'), all);

      await addPerson(keyward);
      const dry = await post('/config/cookie?dry_run=true', {});
      assert.ok(Number(dry.body['signs_out']) > 0, 'who has cookies loses them with the mode');
      assert.match(String(dry.body['effects']), /^cookie_mode is turned off/);
      assert.equal((await post('/config/cookie', {})).status, 200);
      assert.deepEqual(inForce(), DEFAULTS);
      for (const domain of ['.Example.org', 'auth.example.org', null])
        assert.equal((await post('/config/cookie', { domain })).status, 200);
      const host = { access_cookie_name: '__Host-a', refresh_cookie_name: '__Host-r', secure: true };
      assert.equal((await post('/config/cookie', host)).status, 200);
      await post('/config/cookie', {});
    });

    it('200: null clears a field, and samesite is read in any case', async () => {
      const { post } = await superadminOf(keyward);
      const nothing = Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, null]));
      assert.equal((await post('/config/cookie', { ...nothing, samesite: 'Strict' })).status, 200);
      assert.deepEqual(inForce(), { ...DEFAULTS, samesite: 'strict' });
      assert.equal((await post('/config/cookie', { ...nothing, samesite: 'Lax' })).status, 200);
      assert.deepEqual(inForce(), DEFAULTS);
    });

    it('CK2: combinations that browsers refuse or that leak are refused, and nothing changes', async () => {
      const { post } = await superadminOf(keyward);
      const before = inForce();
      for (const [body, path] of [
        [{ samesite: 'none' }, 'secure'],
        [{ access_cookie_name: '__Host-a' }, 'secure'],
        [{ access_cookie_name: '__host-a' }, 'secure'],
        [{ refresh_cookie_name: '__Secure-a' }, 'secure'],
        [{ access_cookie_name: '__Host-a', secure: true, domain: 'example.org' }, 'domain'],
        [{ refresh_cookie_name: '__Host-a', secure: true, path: '/auth' }, 'path'],
        [{ domain: 'org' }, 'domain'],
        [{ domain: '.org' }, 'domain'],
        [{ domain: 'example.com' }, 'domain'],
        [{ domain: 'app.auth.example.org' }, 'domain'],
        [{ domain: 'h.example.org' }, 'domain'],
        // Names of the service's own cookies: an allowed frontend would get the console's cookie.
        [{ access_cookie_name: 'keyward_console' }, 'access_cookie_name'],
        [{ refresh_cookie_name: 'keyward_console_refresh' }, 'refresh_cookie_name'],
        [{ access_cookie_name: '__Host-keyward_console', secure: true }, 'access_cookie_name'],
        [{ refresh_cookie_name: '__host-Keyward_console_refresh', secure: true }, 'refresh_cookie_name'],
        [{ access_cookie_name: '__Secure-keyward_browser', secure: true }, 'access_cookie_name'],
        [{ refresh_cookie_name: 'keyward_challenge' }, 'refresh_cookie_name'],
        [{ access_cookie_name: 'same', refresh_cookie_name: 'same' }, 'refresh_cookie_name'],
        [{ access_cookie_name: 'refresh_token' }, 'refresh_cookie_name'],
      ] as const) {
        assertRefusal(await post('/config/cookie', body), 400, 'InvalidConfigError', [path]);
      }
      for (const [name, values] of Object.entries({
        access_cookie_name: [
          '',
          'a b',
          'a;b',
          'a=b',
          'a\r\nSet-Cookie: x',
          'ä',
          '"a"',
          'a,b',
          'x'.repeat(200),
        ],
        refresh_cookie_name: ['a;b', '\u0000'],
        path: ['', 'auth', '/a;b', '/a\r\nb', '/ä', '/a b', 7],
        domain: ['', 'a;b', 'a b', 'a\nb', '-a.org', 'a..b', 'http://a.org', 'a.org:80', 'ä.org', '*', 7],
        samesite: ['no', 'laxx', '', 7],
        max_age: [0, -1, 1.5, 2 ** 53, 1e308, '60'],
        secure: ['true', 1],
        bogus: [1],
      })) {
        for (const value of values) {
          assertRefusal(await post('/config/cookie', { [name]: value }), 422, 'ValidationError', [name]);
        }
      }
      assert.equal(inForce(), before);
    });
  });

  describe(`POST /config/cookie without a public URL on ${kind}`, () => {
    const keyward = suiteKeyward(kind);

    it('200: takes any domain, because a proxy may have any host', async () => {
      const { post } = await superadminOf(keyward);
      assert.equal((await post('/config/cookie', { domain: 'example.com' })).status, 200);
    });
  });
}
