import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createBrowser } from '../../support/browser.ts';
import {
  addMember,
  assertErrorRedirect,
  codeFor,
  FRONTEND as PAGE,
  openLink,
  suiteMailed,
} from '../codes/support/mailed.ts';
import { codeIn } from '../../support/mail-server.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { claimsOf } from '../expectations.ts';
import { accountRow } from '../people.ts';
import { beginLink, FRONTEND, openCallback, suiteSetup, walkToCallback } from '../providers/harness.ts';
import { cookiesSet, setCookies, setJwt } from './cookies.ts';

for (const profile of ['documented', 'strict']) {
  describe(`GET /link/login in cookie mode, ${profile}`, () => {
    const keyward = suiteMailed('sqlite', { settings: { KEYWARD_PROFILE: profile } });
    before(() => setCookies(keyward, { cookie_mode: true }));

    it('CK1, OA14: sets the cookies itself, and the address carries neither tokens nor a code', async () => {
      for (const names of [['access_token'], ['access_token', 'refresh_token']]) {
        setJwt(keyward, { dual_token_mode: names.length === 2 });
        const { id, email } = await addMember(keyward);
        const otp = await codeFor(keyward, 'login', email);
        // As a browser opens a link in a mail.
        const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' };
        const redirect = await openLink(keyward, 'login', { email, otp, frontend_url: PAGE }, headers);
        assert.equal(redirect.target, `${PAGE}/oauth/callback`);
        assert.deepEqual(redirect.query, { token_type: 'Cookie' });
        assert.equal(redirect.headers.get('cache-control'), 'no-store');
        const set = cookiesSet(redirect);
        assert.deepEqual(Object.keys(set), names);
        for (const { attributes } of Object.values(set))
          assert.deepEqual(attributes.slice(1), ['Path=/', 'HttpOnly', 'SameSite=Lax']);
        const cookie = `access_token=${set['access_token']?.value}`;
        const me = await keyward.call('GET', '/me', { headers: { cookie } });
        assert.equal(me.status, 200, me.text);
        assert.equal(claimsOf(set['access_token']?.value)['aid'], id);
      }
    });

    it('CK4: a page that loads it as an image or in a frame signs nobody in, and uses nothing up', async () => {
      const { email } = await addMember(keyward);
      const otp = await codeFor(keyward, 'login', email);
      const open = (headers: Record<string, string>) =>
        openLink(keyward, 'login', { email, otp, frontend_url: PAGE }, headers);
      for (const destination of ['image', 'iframe', 'script', 'empty']) {
        const redirect = await open({ 'sec-fetch-dest': destination });
        assertErrorRedirect(redirect, PAGE, 'origin_not_allowed');
        assert.deepEqual(cookiesSet(redirect), {});
      }
      assert.deepEqual((await open({})).query, { token_type: 'Cookie' });
    });

    it('CK6: beside the cookies of another account it asks first, and uses nothing up', async () => {
      setJwt(keyward, { dual_token_mode: true });
      const victim = await addMember(keyward);
      const other = await addMember(keyward);
      const otp = await codeFor(keyward, 'login', other.email);
      const query = { email: other.email, otp, frontend_url: PAGE };
      const open = (cookie: string) => openLink(keyward, 'login', query, { cookie });
      // An idle browser has lost its access cookie, but its session lives.
      for (const cookie of [`access_token=${victim.token}`, `refresh_token=${victim.refreshToken}`]) {
        const redirect = await open(cookie);
        assert.equal(redirect.target, `${PAGE}/magic-link/confirm`);
        assert.deepEqual(redirect.query, { purpose: 'login', email: other.email, otp });
        assert.deepEqual(cookiesSet(redirect), {});
      }
      assert.equal((await keyward.call('POST', '/logout', { token: victim.token })).status, 200);
      const ended = await open(`access_token=${victim.token}; refresh_token=${victim.refreshToken}`);
      assert.deepEqual(ended.query, { token_type: 'Cookie' });
    });

    it('CK6: a new email that a browser is led to asks first, whoever has asked for the change', async () => {
      const { token } = await addSuperadmin(keyward);
      const body = { confirm_email_change: true };
      assert.equal((await keyward.call('PATCH', '/config/signup', { token, body })).status, 200);
      const person = await addMember(keyward);
      const email = `moved.${person.id}@example.org`;
      const asked = await keyward.call('PATCH', '/me', { token: person.token, body: { email } });
      assert.equal(asked.status, 200, asked.text);
      const otp = codeIn(await keyward.mail.nextMail(email));
      const headers = { cookie: `access_token=${person.token}`, 'sec-fetch-site': 'cross-site' };
      const redirect = await openLink(keyward, 'verify', { email, otp, frontend_url: PAGE }, headers);
      assert.equal(redirect.target, `${PAGE}/magic-link/confirm`);
      assert.equal((await accountRow(keyward, person.id))['email'], person.email);
      const shown = { token: person.token, body: { email, otp } };
      assert.equal((await keyward.call('POST', '/link/verify', shown)).status, 200);
      assert.equal((await accountRow(keyward, person.id))['email'], email);
    });

    it('OA20: returns the challenge, so that the page recognises its own sign-in', async () => {
      const { email } = await addMember(keyward);
      const otp = await codeFor(keyward, 'login', email);
      const code_challenge = 'x'.repeat(43);
      const redirect = await openLink(keyward, 'login', { email, otp, frontend_url: PAGE, code_challenge });
      assert.deepEqual(redirect.query, { token_type: 'Cookie', code_challenge });
    });

    it('CL3: a first proof with a cookie of the same account removes nothing', async () => {
      const { id, email, token } = await addMember(keyward, { verified: false });
      const unproven = await accountRow(keyward, id);
      const otp = await codeFor(keyward, 'login', email);
      const cookie = `access_token=${token}`;
      const redirect = await openLink(keyward, 'login', { email, otp, frontend_url: PAGE }, { cookie });
      assert.deepEqual(redirect.query, { token_type: 'Cookie' });
      const after = await accountRow(keyward, id);
      assert.deepEqual([after['email_verified'], after['password_hash']], [1, unproven['password_hash']]);
      assert.equal((await keyward.call('GET', '/me', { headers: { cookie } })).status, 200);
    });

    it('sets nothing when it fails, and nothing for other purposes', async () => {
      const { email } = await addMember(keyward);
      const otp = await codeFor(keyward, 'verify', email);
      const query = { email, otp, frontend_url: PAGE };
      const failed = await openLink(keyward, 'login', query);
      const verified = await openLink(keyward, 'verify', query);
      assert.equal(verified.query['verified'], 'true');
      for (const redirect of [failed, verified]) assert.deepEqual(cookiesSet(redirect), {});
    });
  });
}

describe('the callback of a provider in cookie mode', async () => {
  const { keyward, providers } = await suiteSetup('sqlite', {
    settings: { KEYWARD_DUAL_TOKEN_MODE: 'on' },
  });

  it('CK1, OA14: sets the cookies itself, and the address carries no tokens', async () => {
    setCookies(keyward, { cookie_mode: true });
    const browser = createBrowser();
    const callback = await walkToCallback(keyward, 'idp1', browser);
    const query = await openCallback(browser, callback, FRONTEND);
    assert.deepEqual([...query], [['token_type', 'Cookie']]);
    const me = await browser.get(`${keyward.url}/auth/me`);
    assert.equal(me.status, 200, await me.text());
    assert.notEqual(browser.cookie(keyward.url, 'refresh_token'), undefined);
  });

  it('CL3: a first proof with a cookie of the same account removes nothing', async () => {
    setCookies(keyward, { cookie_mode: true });
    const { id, email, token } = await addMember(keyward, { verified: false });
    const unproven = await accountRow(keyward, id);
    providers[0].user = { sub: 'own', email, email_verified: true };
    const browser = createBrowser();
    browser.setCookie(`${keyward.url}/auth`, 'access_token', token);
    await openCallback(browser, await walkToCallback(keyward, 'idp1', browser), FRONTEND);
    const after = await accountRow(keyward, id);
    assert.deepEqual([after['email_verified'], after['password_hash']], [1, unproven['password_hash']]);
    const cookie = `access_token=${token}`;
    assert.equal((await keyward.call('GET', '/me', { headers: { cookie } })).status, 200);
  });

  it('P19-6: replaces no cookies of another account, whoever has begun the sign-in', async () => {
    setCookies(keyward, { cookie_mode: true });
    const { token } = await addMember(keyward);
    providers[0].user = { sub: 'attacker', email: 'attacker@example.net', email_verified: true };
    const browser = createBrowser();
    browser.setCookie(`${keyward.url}/auth`, 'access_token', token);
    const query = await openCallback(browser, await walkToCallback(keyward, 'idp1', browser), FRONTEND);
    assert.equal(query.get('error_code'), 'origin_not_allowed');
    assert.equal(browser.cookie(`${keyward.url}/auth`, 'access_token'), token);
  });

  it('OA19: a link sets no cookies', async () => {
    setCookies(keyward, { cookie_mode: true });
    const { token } = await addMember(keyward);
    providers[0].user = { sub: 'linked', email: 'linked@example.net', email_verified: true };
    const browser = createBrowser();
    const end = await browser.followTo(await beginLink(keyward, 'idp1', token, browser), FRONTEND);
    assert.equal(end.search, '?linked=idp1');
    assert.equal(browser.cookie(`${keyward.url}/auth`, 'access_token'), undefined);
  });
});
