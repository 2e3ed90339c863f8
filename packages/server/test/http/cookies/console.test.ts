import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Answer, PASSWORD, type RequestOptions, type SignedUp } from '../../support/keyward.ts';
import { assertRefusal, asObject, claimsOf, suiteKeyward } from '../expectations.ts';
import { accountRow, addPerson, newSession } from '../people.ts';
import { cookiesSet, setCookies, setJwt, valueOf } from './cookies.ts';
import { databasesFor } from '../../support/usual-size.ts';

const CONSOLE = { 'x-keyward-console': '1' };
const FRONTEND = 'https://app.example.com';
const NAMES = ['keyward_console', 'keyward_console_refresh'] as const;
const ATTRIBUTES = ['Path=/', 'HttpOnly', 'SameSite=Strict'];

for (const kind of databasesFor(import.meta.filename)) {
  describe(`CK7: the console's cookies on ${kind}`, () => {
    const keyward = suiteKeyward(kind, {
      settings: { KEYWARD_ALLOWED_FRONTENDS: FRONTEND, KEYWARD_PROFILE: 'strict' },
    });
    let ada: SignedUp;
    before(async () => {
      ada = await addPerson(keyward, { role: 'superadmin' });
    });
    const send = (method: string, path: string, cookie: string, options: RequestOptions = {}) =>
      keyward.call(method, path, {
        ...options,
        headers: { ...CONSOLE, cookie, origin: keyward.url, ...options.headers },
      });
    const signIn = async (email: string): Promise<{ answer: Answer; cookie: string; access: string }> => {
      const body = { identifier: email, password: PASSWORD };
      const answer = await send('POST', '/login', '', { body });
      assert.equal(answer.status, 200, answer.text);
      const set = Object.entries(cookiesSet(answer)).filter(([, { value }]) => value !== '');
      const cookie = set.map(([name, { value }]) => `${name}=${value}`).join('; ');
      return { answer, cookie, access: valueOf(answer, NAMES[0]) };
    };
    const me = (cookie: string, headers?: Record<string, string>) =>
      send('GET', '/me', cookie, headers === undefined ? {} : { headers });
    const assertIs = ({ body, text }: Answer, { email }: SignedUp) =>
      assert.equal(asObject(body['account'])['email'], email, text);
    const assertCleared = (answer: Answer) => {
      const removed = { value: '', attributes: ['Max-Age=0', ...ATTRIBUTES] };
      assert.deepEqual(cookiesSet(answer), { [NAMES[0]]: removed, [NAMES[1]]: removed });
    };

    it('deliver the tokens of a login, whatever the settings say about cookies', async () => {
      const settings = { path: '/auth', domain: 'example.org', httponly: false, max_age: 60 };
      for (const cookie_mode of [false, true]) {
        setCookies(keyward, { cookie_mode, ...settings });
        const { answer, access } = await signIn(ada.email);
        const { access_token, refresh_token, token_type, cookie } = answer.body;
        assert.deepEqual([access_token, refresh_token, token_type], [undefined, undefined, 'Cookie']);
        assert.ok(!answer.text.includes(access));
        assert.deepEqual(cookie, {
          cookie_mode: true,
          access_cookie_name: NAMES[0],
          refresh_cookie_name: NAMES[1],
          path: '/',
          domain: null,
          secure: false,
          samesite: 'strict',
        });
        assert.deepEqual(cookiesSet(answer), {
          [NAMES[0]]: { value: access, attributes: [`Max-Age=${7 * 86_400}`, ...ATTRIBUTES] },
        });
      }
      setCookies(keyward, { cookie_mode: false, path: '/', domain: null, httponly: true, max_age: null });
    });

    it('are set only for this value of the header', async () => {
      const body = { identifier: ada.email, password: PASSWORD };
      for (const value of ['', '0', 'true', '1, 1', '01']) {
        const answer = await keyward.call('POST', '/login', {
          body,
          headers: { 'x-keyward-console': value },
        });
        assert.equal(answer.body['token_type'], 'Bearer');
        assert.deepEqual(cookiesSet(answer), {});
      }
    });

    it('open the routes of superadmins with or without the header, and the own routes only with it', async () => {
      const { cookie } = await signIn(ada.email);
      for (const headers of [{ cookie }, { ...CONSOLE, cookie }]) {
        for (const path of ['/auth/config/counts', '/log', '/log/app', '/mailbox/mails']) {
          const answer = await keyward.callRoot('GET', path, { headers });
          assert.equal(answer.status, 200, `${path} ${answer.text}`);
        }
      }
      assertIs(await me(cookie), ada);
      assertRefusal(await keyward.call('GET', '/me', { headers: { cookie } }), 401, 'TokenMissingError');
    });

    it('count only for pages of the service itself, for writes and for reads', async () => {
      const { cookie } = await signIn(ada.email);
      const row = await accountRow(keyward, ada.id);
      const foreign: Record<string, string>[] = [
        { origin: FRONTEND },
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
        { origin: keyward.url.replace('127.0.0.1', 'localhost') },
        { origin: keyward.url.replace('http', 'https') },
        { origin: `${keyward.url}.evil.example` },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'cross-site' },
      ];
      for (const headers of foreign) {
        const ask = (method: string, path: string, body?: object) =>
          keyward.call(method, path, { body, headers: { ...headers, ...CONSOLE, cookie } });
        const written = [
          await ask('PATCH', '/me', { name: 'Mallory' }),
          await ask('POST', '/config/cookie', { cookie_mode: true }),
          await ask('POST', '/token/refresh'),
          await ask('POST', '/logout'),
          await ask('POST', '/login', { identifier: ada.email, password: PASSWORD }),
        ];
        for (const answer of written) {
          assertRefusal(answer, 403, 'OriginNotAllowedError');
          assert.deepEqual(cookiesSet(answer), {});
        }
        const plain = await keyward.call('GET', '/config/counts', { headers: { ...headers, cookie } });
        for (const answer of [plain, await ask('GET', '/me'), await ask('GET', '/config/counts')])
          assertRefusal(answer, 401, 'TokenMissingError');
      }
      const nothing = await keyward.call('PATCH', '/me', {
        body: { name: 'Mallory' },
        headers: { ...CONSOLE, cookie },
      });
      assertRefusal(nothing, 403, 'OriginNotAllowedError');
      assert.deepEqual(await accountRow(keyward, ada.id), row);
      assert.equal((await me(cookie)).status, 200);
    });

    it('count on the other names of this machine, if the browser vouches for the page', async () => {
      const { cookie } = await signIn(ada.email);
      const host = `localhost:${keyward.port}`;
      const headers = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
      const answer = await send('PATCH', '/me', cookie, { body: { name: 'Ada' }, headers });
      assert.equal(answer.status, 200, answer.text);
    });

    it('are refused when two have one name, and ignored beside a Bearer token', async () => {
      const { cookie, access } = await signIn(ada.email);
      assertRefusal(await me(`${cookie}; ${cookie}`), 401, 'InvalidTokenError');
      const other = await addPerson(keyward);
      const both = await send('GET', '/me', cookie, { token: other.token });
      assertIs(both, other);
      assertRefusal(await send('GET', '/me', cookie, { token: 'x' }), 401, 'InvalidTokenError');
      assertRefusal(
        await keyward.call('GET', '/config/counts', { headers: { cookie }, token: other.token }),
        403,
        'RoleMismatchError',
      );
      assert.equal((await keyward.call('GET', '/me', { token: access })).status, 200);
    });

    it('are separate from those of cookie mode, even of another account', async () => {
      setCookies(keyward, { cookie_mode: true });
      const grace = await addPerson(keyward);
      const { cookie } = await signIn(ada.email);
      const both = `access_token=${grace.token}; ${cookie}`;
      const plain = { headers: { cookie: both, origin: keyward.url } };
      assertIs(await me(both), ada);
      assertIs(await keyward.call('GET', '/me', plain), grace);
      assertRefusal(await keyward.call('GET', '/config/counts', plain), 403, 'RoleMismatchError');
      assert.equal((await send('GET', '/config/counts', both)).status, 200);
      assertRefusal(await me(`access_token=${grace.token}`), 401, 'TokenMissingError');
      const out = await keyward.call('POST', '/logout', plain);
      assert.deepEqual(Object.keys(cookiesSet(out)), ['access_token', 'refresh_token']);
      assert.equal((await me(both)).status, 200);
      const later = `access_token=${(await newSession(keyward, grace.id)).token}; ${cookie}`;
      assertCleared(await send('POST', '/logout', later));
      const left = await keyward.call('GET', '/me', { headers: { cookie: later } });
      assertIs(left, grace);
      setCookies(keyward, { cookie_mode: false });
    });

    it('are removed with the session: by either logout, and when it has ended', async () => {
      for (const path of ['/logout', '/logout-all']) {
        const { cookie } = await signIn(ada.email);
        const answer = await send('POST', path, cookie);
        assert.equal(answer.status, 200, answer.text);
        assertCleared(answer);
        assertRefusal(await me(cookie), 401, 'SessionDestroyedError');
        const again = await send('POST', path, cookie);
        assertRefusal(again, 401, 'SessionDestroyedError');
        assertCleared(again);
      }
    });

    it('belong to ordinary sessions: listed, and invalid as soon as they are ended', async () => {
      const { cookie, access } = await signIn(ada.email);
      const list = await send('GET', '/session', cookie);
      const rows = Array.isArray(list.body['sessions']) ? list.body['sessions'].map(asObject) : [];
      const sid = claimsOf(access)['sid'];
      assert.ok(
        rows.some(({ id }) => id === sid),
        list.text,
      );
      const { token } = await newSession(keyward, ada.id);
      assert.equal((await keyward.call('DELETE', `/session/${String(sid)}`, { token })).status, 200);
      for (const path of ['/me', '/config/counts'])
        assertRefusal(await send('GET', path, cookie), 401, 'SessionDestroyedError');
    });

    it('give a demoted superadmin no access', async () => {
      const grace = await addPerson(keyward, { role: 'superadmin' });
      const { cookie } = await signIn(grace.email);
      await keyward.database.query("update accounts set role = 'user' where id = $1", [grace.id]);
      assertRefusal(await send('GET', '/config/counts', cookie), 403, 'RoleMismatchError');
      assert.equal((await me(cookie)).status, 200);
    });

    it('carry two tokens, and are renewed by the second', async () => {
      setJwt(keyward, { dual_token_mode: true });
      const { answer, cookie } = await signIn(ada.email);
      assert.deepEqual(Object.keys(cookiesSet(answer)), [...NAMES]);
      const refresh = `${NAMES[1]}=${valueOf(answer, NAMES[1])}`;
      assertRefusal(await send('POST', '/token/refresh', ''), 401, 'TokenMissingError');
      assertRefusal(
        await keyward.call('POST', '/token/refresh', { headers: { cookie: refresh } }),
        401,
        'TokenMissingError',
      );
      const renewed = await send('POST', '/token/refresh', refresh);
      assert.equal(renewed.status, 200, renewed.text);
      const { success, message, token_type } = renewed.body;
      assert.deepEqual([success, message, token_type], [true, 'Tokens refreshed successfully', 'Cookie']);
      assertIs(await me(`${NAMES[0]}=${valueOf(renewed, NAMES[0])}`), ada);
      const out = await send('POST', '/logout', `${NAMES[1]}=${valueOf(renewed, NAMES[1])}`);
      assertCleared(out);
      assert.equal(out.status, 200, out.text);
      assertRefusal(await me(cookie), 401, 'SessionDestroyedError');
      setJwt(keyward, { dual_token_mode: false });
      const single = await send('POST', '/login', `${NAMES[1]}=left-over`, {
        body: { identifier: ada.email, password: PASSWORD },
      });
      assert.deepEqual(cookiesSet(single)[NAMES[1]], {
        value: '',
        attributes: ['Max-Age=0', ...ATTRIBUTES],
      });
    });
  });
}

describe('CK7: the console’s cookies over https', () => {
  const keyward = suiteKeyward('sqlite', { settings: { KEYWARD_PUBLIC_URL: 'https://auth.example.org' } });

  it('are Secure, and no other host can set them', async () => {
    const { email } = await addPerson(keyward, { role: 'superadmin' });
    const headers = { ...CONSOLE, origin: 'https://auth.example.org' };
    const body = { identifier: email, password: PASSWORD };
    const answer = await keyward.call('POST', '/login', { headers, body });
    assert.deepEqual(cookiesSet(answer)['__Host-keyward_console']?.attributes.slice(1), [
      'Path=/',
      'HttpOnly',
      'Secure',
      'SameSite=Strict',
    ]);
    const value = valueOf(answer, '__Host-keyward_console');
    const me = (cookie: string) => keyward.call('GET', '/me', { headers: { ...headers, cookie } });
    assert.equal((await me(`__Host-keyward_console=${value}`)).status, 200);
    assertRefusal(await me(`keyward_console=${value}`), 401, 'TokenMissingError');
  });

  it('let a program without an origin sign in, but no http page of the same name', async () => {
    const { email } = await addPerson(keyward, { role: 'superadmin' });
    const body = { identifier: email, password: PASSWORD };
    assert.equal((await keyward.call('POST', '/login', { headers: CONSOLE, body })).status, 200);
    const headers = { ...CONSOLE, origin: 'http://auth.example.org' };
    assertRefusal(await keyward.call('POST', '/login', { headers, body }), 403, 'OriginNotAllowedError');
  });
});
