import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { PASSWORD, type Answer, type RequestOptions, type SignedUp } from '../../support/keyward.ts';
import { accountRow, addPerson } from '../people.ts';
import { asObject, assertRefusal, suiteKeyward } from '../expectations.ts';
import { cookiesSet, setCookies } from './cookies.ts';

const FRONTEND = 'https://app.example.com';

/** The headers of foreign pages and of pages without an origin. */
const FOREIGN: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: '' },
  { origin: `${FRONTEND}.evil.example` },
  { origin: FRONTEND.replace('https', 'http') },
  { origin: `${FRONTEND}, https://evil.example` },
  { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
  { origin: 'null', 'sec-fetch-site': 'none' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': '' },
  { 'sec-fetch-site': 'cross-site', referer: FRONTEND },
];

describe('CK3: writes with a cookie', () => {
  const keyward = suiteKeyward('sqlite', {
    settings: { KEYWARD_ALLOWED_FRONTENDS: FRONTEND, KEYWARD_DUAL_TOKEN_MODE: 'on' },
  });
  let person: SignedUp;
  before(async () => {
    setCookies(keyward, { cookie_mode: true });
    person = await addPerson(keyward, { role: 'superadmin' });
  });
  const cookie = () => `access_token=${person.token}; refresh_token=${person.refreshToken}`;

  /** Every kind of write: profile, password, session, settings. */
  const WRITES: [method: string, path: string, body?: object][] = [
    ['PATCH', '/me', { name: 'Mallory' }],
    ['PUT', '/update/password', { password: 'Mallorys-1' }],
    ['POST', '/account/oauth/link/idp1'],
    ['DELETE', '/account/oauth/idp1'],
    ['POST', '/config/idp1', { client_id: 'a', client_secret: 'b', redirect_uri: 'https://a.example/cb' }],
    ['POST', '/token/refresh'],
    ['POST', '/logout-all'],
    ['POST', '/logout'],
  ];

  it('CK3: are refused from foreign pages and pages without an origin, and change nothing', async () => {
    const [account, settings] = [await accountRow(keyward, person.id), keyward.app.services.settings.current];
    for (const headers of FOREIGN) {
      for (const [method, path, body] of WRITES) {
        const answer = await keyward.call(method, path, { body, headers: { ...headers, cookie: cookie() } });
        assertRefusal(answer, 403, 'OriginNotAllowedError');
        assert.deepEqual(cookiesSet(answer), {});
      }
    }
    assert.deepEqual(await accountRow(keyward, person.id), account);
    assert.equal(keyward.app.services.settings.current, settings);
    assert.equal((await keyward.call('GET', '/me', { token: person.token })).status, 200);
  });

  it('CK3: are refused if no header shows where they come from', async () => {
    for (const [method, path, body] of WRITES) {
      const answer = await keyward.call(method, path, { body, headers: { cookie: cookie() } });
      assertRefusal(answer, 403, 'OriginNotAllowedError');
    }
  });

  it('CK3: are refused before a body is read, and as forms not even then', async () => {
    for (const type of [
      'application/x-www-form-urlencoded',
      'text/plain',
      'multipart/form-data; boundary=a',
    ]) {
      for (const [method, path] of WRITES) {
        const send = (origin: string) =>
          keyward.call(method, path, {
            body: 'name=Mallory',
            headers: { origin, cookie: cookie(), 'content-type': type },
          });
        assertRefusal(await send('https://evil.example'), 403, 'OriginNotAllowedError');
        assertRefusal(await send(FRONTEND), 415, 'UnsupportedMediaTypeError');
      }
    }
    assert.equal((await keyward.call('GET', '/me', { token: person.token })).status, 200);
  });

  it('CK3: of logs and their settings too, in every mode', async () => {
    const [settings, { token }] = [keyward.app.services.settings.current, person];
    const root = (method: string, path: string, options: RequestOptions) =>
      keyward.callRoot(method, path, options);
    const copied = await root('POST', '/log', { token, body: { name: 'kept', source: 'app' } });
    assert.equal(copied.status, 201, copied.text);
    const writes: [method: string, path: string, body?: object][] = [
      ['POST', '/auth/config/logging', { logging: false }],
      ['POST', '/log', { name: 'planted', source: 'app' }],
      ['POST', '/log/app/reset'],
      ['DELETE', '/log/app-kept'],
    ];
    for (const cookie_mode of [true, false]) {
      setCookies(keyward, { cookie_mode });
      for (const foreign of FOREIGN) {
        for (const [method, path, body] of writes) {
          const answer = await root(method, path, { body, headers: { ...foreign, cookie: cookie() } });
          assertRefusal(answer, 403, 'OriginNotAllowedError');
        }
      }
      assert.deepEqual(keyward.app.services.settings.current.logging, settings.logging);
      const { body } = await root('GET', '/log', { headers: { cookie: cookie() } });
      const names = Array.isArray(body['snapshots']) ? body['snapshots'].map(asObject) : [];
      assert.deepEqual(
        names.map(({ name }) => name),
        ['app-kept'],
      );
    }
    const headers = { origin: FRONTEND, cookie: cookie() };
    assert.equal((await root('DELETE', '/log/app-kept', { headers })).status, 204);
    setCookies(keyward, { cookie_mode: true });
  });

  it('pass from this service, an allowed frontend and the address bar', async () => {
    const own: Record<string, string>[] = [
      { origin: keyward.url },
      { origin: FRONTEND, 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
    ];
    for (const [index, headers] of own.entries()) {
      const send = (method: string, path: string, body?: object) =>
        keyward.call(method, path, { body, headers: { ...headers, cookie: cookie() } });
      const name = `Name ${index}`;
      assert.equal((await send('PATCH', '/me', { name })).body['name'], name);
      assert.equal((await send('POST', '/token/refresh')).status, 200);
    }
  });

  it('reads need no origin, and a Bearer token needs none for writes either', async () => {
    for (const headers of FOREIGN) {
      assert.equal(
        (await keyward.call('GET', '/me', { headers: { ...headers, cookie: cookie() } })).status,
        200,
      );
      const { token } = person;
      const patch = await keyward.call('PATCH', '/me', { token, body: { name: 'Own' }, headers });
      assert.equal(patch.status, 200, patch.text);
    }
  });
});

describe('CK4: logins from foreign pages', () => {
  const keyward = suiteKeyward('sqlite', { settings: { KEYWARD_ALLOWED_FRONTENDS: FRONTEND } });
  let email: string;
  before(async () => {
    ({ email } = await addPerson(keyward));
    setCookies(keyward, { cookie_mode: true });
  });
  const logIn = (headers: Record<string, string>, path = '/login'): Promise<Answer> =>
    keyward.call('POST', path, { headers, body: { identifier: email, password: PASSWORD } });
  const sessions = () => keyward.database.query('select id from sessions');

  it('CK4: set no cookie and begin no session', async () => {
    const open = await sessions();
    const types = [
      'application/json',
      'application/x-www-form-urlencoded',
      'text/plain',
      'multipart/form-data',
    ];
    for (const headers of FOREIGN) {
      for (const type of types) {
        const answer = await logIn({ ...headers, 'content-type': type });
        assertRefusal(answer, 403, 'OriginNotAllowedError');
        assert.deepEqual(cookiesSet(answer), {});
      }
    }
    assert.deepEqual(await sessions(), open);
  });

  it('CK4: set no cookie on any other route that issues tokens', async () => {
    for (const path of [
      '/login/password',
      '/login/otp',
      '/signup',
      '/signup/password',
      '/signup/otp',
      '/forgot/password',
      '/token/refresh',
      '/token/exchange',
      '/link/login',
      '/setup',
    ]) {
      const answer = await logIn({ origin: 'https://evil.example' }, path);
      assertRefusal(answer, 403, 'OriginNotAllowedError');
    }
  });

  it('CK4: forms set none from anywhere', async () => {
    const answer = await logIn({ origin: FRONTEND, 'content-type': 'application/x-www-form-urlencoded' });
    assertRefusal(answer, 415, 'UnsupportedMediaTypeError');
    assert.deepEqual(cookiesSet(answer), {});
  });

  it('frontends and programs sign in', async () => {
    for (const headers of [{}, { origin: FRONTEND }, { origin: keyward.url }, { 'sec-fetch-site': 'none' }])
      assert.equal((await logIn(headers)).status, 200);
  });

  it('work from any origin without cookie mode: there is nothing to plant', async () => {
    setCookies(keyward, { cookie_mode: false });
    assert.equal((await logIn({ origin: 'https://evil.example' })).status, 200);
    setCookies(keyward, { cookie_mode: true });
  });
});
