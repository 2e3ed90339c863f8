import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { PASSWORD, startKeyward, type Answer } from '../../support/keyward.ts';
import { addMember, codeFor, mailFor, suiteMailed } from '../codes/support/mailed.ts';
import { codeIn } from '../../support/mail-server.ts';
import { asObject, assertAccount, assertAnswer, claimsOf, suiteKeyward } from '../expectations.ts';
import { addPerson, signIn } from '../people.ts';
import { cookiesSet, fromOwnPage, setCookies, setJwt, valueOf } from './cookies.ts';
import { ANY_DATABASE } from '../../support/usual-size.ts';

const DAY_S = 86_400;
const DEFAULTS = {
  cookie_mode: true,
  access_cookie_name: 'access_token',
  refresh_cookie_name: 'refresh_token',
  path: '/',
  domain: null,
  secure: false,
  samesite: 'lax',
};

/** Asserts the token response of cookie mode: no token in the body. */
function assertDelivered(answer: Answer, status: number, names: string[]): void {
  assert.equal(answer.status, status, answer.text);
  assert.deepEqual(Object.keys(answer.body).sort(), ['account', 'cookie', 'token_type']);
  assert.equal(answer.body['token_type'], 'Cookie');
  assert.deepEqual(answer.body['cookie'], DEFAULTS);
  assertAccount(answer.body['account'], {});
  const set = cookiesSet(answer);
  assert.deepEqual(Object.keys(set), names);
  for (const { value } of Object.values(set)) assert.ok(!answer.text.includes(value));
}

describe('CK1: cookies from every route that issues tokens', () => {
  const keyward = suiteMailed('sqlite', { settings: { KEYWARD_DUAL_TOKEN_MODE: 'on' } });
  before(() => setCookies(keyward, { cookie_mode: true }));
  const both = ['access_token', 'refresh_token'];
  const name = 'New Person';

  it('CK1: sign-ups', async () => {
    const fields = { name, password: PASSWORD };
    const bodies: [path: string, status: number, body: object][] = [
      ['/signup', 201, { ...fields, email: 'one@example.org', handle: 'one' }],
      ['/signup/password', 200, { ...fields, email: 'two@example.org' }],
    ];
    const otp = await codeFor(keyward, 'signup', 'three@example.org');
    bodies.push(['/signup/otp', 200, { ...fields, email: 'three@example.org', otp }]);
    for (const [path, status, body] of bodies)
      assertDelivered(await keyward.call('POST', path, { body }), status, both);
  });

  it('CK1: logins, a reset and the headless link', async () => {
    const { email } = await addMember(keyward);
    const password = { identifier: email, password: PASSWORD };
    for (const path of ['/login', '/login/password'])
      assertDelivered(await keyward.call('POST', path, { body: password }), 200, both);
    const post = async (path: string, body: object) =>
      assertDelivered(await keyward.call('POST', path, { body: { email, ...body } }), 200, both);
    await post('/login/otp', { otp: await codeFor(keyward, 'login', email) });
    keyward.clock.advance(60_000);
    await post('/link/login', { otp: await codeFor(keyward, 'login', email) });
    await post('/forgot/password', { otp: await codeFor(keyward, 'reset', email), password: `${PASSWORD}2` });
  });

  it('leaves answers without tokens as they are', async () => {
    const { email } = await addMember(keyward);
    const body = { email, otp: codeIn(await mailFor(keyward, 'verify', email)) };
    const answer = await keyward.call('POST', '/link/verify', { body });
    assertAnswer(answer, 200, { success: true, message: 'Email verified successfully', email });
    assert.deepEqual(cookiesSet(answer), {});
  });

  it('CK1: the set-up link and the exchange of a code', async () => {
    await using other = await startKeyward('sqlite', { settings: { KEYWARD_PROFILE: 'strict' } });
    setCookies(other, { cookie_mode: true });
    const token = await other.app.services.setUpLink.issue();
    const body = { token, name, email: 'ada@example.org', password: PASSWORD };
    assertDelivered(await other.call('POST', '/setup', { body }), 201, ['access_token']);
    const { exchangeCodes, store } = other.app.services;
    const account = (await store.accounts.find('email_key', 'ada@example.org')) ?? assert.fail();
    const { session } = await signIn(other, account.id);
    const code = await exchangeCodes.issue(session.id, null);
    assertDelivered(await other.call('POST', '/token/exchange', { body: { code } }), 200, ['access_token']);
  });
});

describe('CK1: attributes', () => {
  const keyward = suiteKeyward('sqlite');
  const logIn = async (headers?: Record<string, string>) => {
    const { email } = await addPerson(keyward);
    const body = { identifier: email, password: PASSWORD };
    return keyward.call('POST', '/login', { body, ...(headers && { headers }) });
  };

  it('CK1: by default HttpOnly, Lax, for the whole host, as long as the token', async () => {
    setCookies(keyward, { cookie_mode: true });
    const answer = await logIn();
    const { access_token: access } = cookiesSet(answer);
    assert.deepEqual(access?.attributes, [`Max-Age=${7 * DAY_S}`, 'Path=/', 'HttpOnly', 'SameSite=Lax']);
    const life = Number(claimsOf(access.value)['exp']) - Math.floor(keyward.clock.now() / 1000);
    assert.ok(7 * DAY_S <= life, String(life));
  });

  it('CK1: as configured, and max_age only ever shortens', async () => {
    setCookies(keyward, {
      access_cookie_name: 'a',
      path: '/auth',
      domain: 'example.org',
      secure: true,
      httponly: false,
      samesite: 'none',
      max_age: 600,
    });
    const answer = await logIn();
    assert.deepEqual(cookiesSet(answer)['a']?.attributes, [
      'Max-Age=600',
      'Domain=example.org',
      'Path=/auth',
      'Secure',
      'SameSite=None',
    ]);
    assert.deepEqual(answer.body['cookie'], {
      ...DEFAULTS,
      access_cookie_name: 'a',
      path: '/auth',
      domain: 'example.org',
      secure: true,
      samesite: 'none',
    });
    setCookies(keyward, { max_age: 365 * DAY_S });
    assert.equal(cookiesSet(await logIn())['a']?.attributes[0], `Max-Age=${7 * DAY_S}`);
  });

  it('CK1: in dual-token mode each as long as its own token', async () => {
    setCookies(keyward, { access_cookie_name: 'access_token', max_age: null });
    setJwt(keyward, { dual_token_mode: true, refresh_token_expire_days: 3 });
    const set = cookiesSet(await logIn());
    assert.equal(set['access_token']?.attributes[0], 'Max-Age=900');
    assert.equal(set['refresh_token']?.attributes[0], `Max-Age=${3 * DAY_S}`);
    setCookies(keyward, { max_age: DAY_S });
    const shorter = cookiesSet(await logIn());
    assert.equal(shorter['access_token']?.attributes[0], 'Max-Age=900');
    assert.equal(shorter['refresh_token']?.attributes[0], `Max-Age=${DAY_S}`);
  });

  it('removes a refresh cookie of another mode', async () => {
    setJwt(keyward, { dual_token_mode: false });
    const set = cookiesSet(await logIn({ cookie: 'refresh_token=x' }));
    assert.deepEqual([set['refresh_token']?.value, set['refresh_token']?.attributes[0]], ['', 'Max-Age=0']);
  });

  it('CK1: Secure where the public address is https, whatever is configured', async () => {
    const settings = { KEYWARD_PUBLIC_URL: 'https://auth.example.com' };
    await using https = await startKeyward('sqlite', { settings });
    setCookies(https, { cookie_mode: true, secure: false });
    const { email } = await addPerson(https);
    const body = { identifier: email, password: PASSWORD };
    const answer = await https.call('POST', '/login', { body });
    assert.ok(cookiesSet(answer)['access_token']?.attributes.includes('Secure'));
    assert.equal(asObject(answer.body['cookie'])['secure'], true);
  });
});

for (const kind of ANY_DATABASE) {
  describe(`POST /token/refresh by cookie on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: { KEYWARD_DUAL_TOKEN_MODE: 'on' } });
    before(() => setCookies(keyward, { cookie_mode: true }));
    const refresh = (cookie: string, body?: object) =>
      keyward.call('POST', '/token/refresh', {
        ...(body && { body }),
        headers: fromOwnPage(keyward, cookie),
      });

    it('answers with new cookies, and nothing of them in the body', async () => {
      const { refreshToken } = await addPerson(keyward);
      for (const body of [undefined, {}, { refresh_token: '' }]) {
        const answer = await refresh(`a=b; refresh_token=${refreshToken}`, body);
        assertAnswer(answer, 200, {
          success: true,
          message: 'Tokens refreshed successfully',
          token_type: 'Cookie',
          cookie: DEFAULTS,
        });
        assert.deepEqual(Object.keys(cookiesSet(answer)), ['access_token', 'refresh_token']);
        const token = valueOf(answer, 'access_token');
        assert.equal((await keyward.call('GET', '/me', { token })).status, 200);
        assert.notEqual(valueOf(answer, 'refresh_token'), refreshToken);
      }
    });

    it('a token in the body wins', async () => {
      const [one, other] = [await addPerson(keyward), await addPerson(keyward)];
      const cookie = `refresh_token=${one.refreshToken}`;
      const answer = await refresh(cookie, { refresh_token: other.refreshToken });
      assert.equal(claimsOf(valueOf(answer, 'access_token'))['aid'], other.id);
      const bad = await refresh(cookie, { refresh_token: 'x' });
      assert.deepEqual([bad.status, bad.body['error']], [401, 'InvalidTokenError']);
      assert.deepEqual(cookiesSet(bad), {});
    });

    it('401 without either, and in other modes', async () => {
      const { token, refreshToken } = await addPerson(keyward);
      const refusal = async (cookie: string) => (await refresh(cookie)).body['error'];
      assert.equal(await refusal('refresh_token='), 'TokenMissingError');
      assert.equal(await refusal(`access_token=${token}`), 'TokenMissingError');
      assert.equal(await refusal(`refresh_token=${token}`), 'InvalidTokenError');
      setJwt(keyward, { dual_token_mode: false });
      assert.equal(await refusal(`refresh_token=${refreshToken}`), 'InvalidTokenError');
      setJwt(keyward, { dual_token_mode: true });
      setCookies(keyward, { cookie_mode: false });
      assert.equal(await refusal(`refresh_token=${refreshToken}`), 'TokenMissingError');
      setCookies(keyward, { cookie_mode: true });
    });
  });
}
