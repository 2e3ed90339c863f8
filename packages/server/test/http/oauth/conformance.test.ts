import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { PASSWORD, type SignedUp } from '../../support/keyward.ts';
import { assertRefusal, asText, suiteKeyward } from '../expectations.ts';
import { addPerson } from '../people.ts';
import { DO_NOT_APPLY, MODULES } from './conformance-modules.ts';
import {
  addApplication,
  approve,
  assertOAuthError,
  authorizePath,
  Browser,
  CALLBACK,
  locationOf,
  pkce,
  post,
  type TestApplication,
  userinfo,
} from './flows.ts';
import { databasesFor } from '../../support/usual-size.ts';

const HOME = 'https://app.example.com/bye';

/** The tests that play the modules: those of back-channel logout are with the other ends of sessions. */
const FILES = ['conformance.test.ts', 'sign-out.test.ts'];

it('every module of the OpenID certification is played by its name, or there is a reason', () => {
  const titles = FILES.flatMap((name) => {
    const text = readFileSync(new URL(name, import.meta.url), 'utf8');
    return [...text.matchAll(/^ +it\('([^']+)'/gm)].flatMap(([, title = '']) => title.split(', '));
  });
  const played = new Set(titles);
  for (const name of Object.values(MODULES).flat())
    assert.notEqual(played.has(name), name in DO_NOT_APPLY, name);
});

for (const kind of databasesFor(import.meta.filename)) {
  describe(`OpenID Connect on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    let application: TestApplication;
    let person: SignedUp;
    before(async () => {
      application = await addApplication(keyward, {
        require_pkce: false,
        post_logout_redirect_uris: [HOME, `${HOME}?from=keyward`],
      });
      person = await addPerson(keyward);
    });

    type More = Record<string, string | string[]>;
    const pathOf = (more: More = {}) => authorizePath(application, { scope: 'openid', ...more });

    async function codeOf(more: More = {}, browser = new Browser(keyward)): Promise<string> {
      const back = await approve(browser, pathOf(more), person.token);
      assert.equal(back.searchParams.get('state'), 'a state');
      return back.searchParams.get('code') ?? '';
    }
    const exchange = (code: string) =>
      post(keyward, 'token', application, { grant_type: 'authorization_code', code, redirect_uri: CALLBACK });
    async function signIn(more: More = {}, browser = new Browser(keyward)) {
      const { status, text, body } = await exchange(await codeOf(more, browser));
      assert.equal(status, 200, text);
      return { id: asText(body['id_token']), access: asText(body['access_token']), body };
    }
    const errorOf = async (more: More, browser = new Browser(keyward)) =>
      locationOf(await browser.call('GET', pathOf(more))).searchParams.get('error');
    async function claimsOf(scope: string): Promise<Record<string, unknown>> {
      const { access, id } = await signIn({ scope });
      const { status, body } = await userinfo(keyward, access);
      assert.deepEqual([status, body['sub']], [200, decodeJwt(id).sub]);
      return body;
    }
    /** The data that the page gets about a request. */
    async function asked(more: More, browser = new Browser(keyward)) {
      const page = locationOf(await browser.call('GET', pathOf(more)));
      const id = page.searchParams.get('request') ?? '';
      const { body } = await browser.call('GET', `/oauth/request/${id}`, { token: person.token });
      return { page, body };
    }

    it('oidcc-server, oidcc-idtoken-signature', async () => {
      const { id } = await signIn({ nonce: 'n-0S6_WzA2Mj' });
      const keys = createRemoteJWKSet(new URL(`${keyward.url}/.well-known/jwks.json`));
      const { payload, protectedHeader } = await jwtVerify(id, keys, {
        issuer: keyward.url,
        audience: application.id,
        requiredClaims: ['sub', 'exp', 'iat', 'auth_time', 'at_hash'],
        currentDate: new Date(keyward.clock.now()),
      });
      assert.deepEqual([protectedHeader.alg, payload['nonce']], ['RS256', 'n-0S6_WzA2Mj']);
    });
    it('oidcc-response-type-missing', async () => {
      assert.equal(await errorOf({ response_type: [] }), 'invalid_request');
    });
    it('oidcc-userinfo-get, oidcc-userinfo-post-header, oidcc-userinfo-post-body', async () => {
      const { access } = await signIn();
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      const answers = [
        await userinfo(keyward, access),
        await keyward.call('POST', '/oauth/userinfo', { token: access }),
        await keyward.call('POST', '/oauth/userinfo', { headers: form, body: `access_token=${access}` }),
      ];
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200],
      );
    });
    it('oidcc-ensure-request-without-nonce-succeeds-for-code-flow', async () => {
      assert.equal(decodeJwt((await signIn()).id)['nonce'], undefined);
    });
    it('oidcc-scope-profile, oidcc-scope-email, oidcc-scope-address, oidcc-scope-phone, oidcc-scope-all', async () => {
      assert.equal((await claimsOf('openid profile'))['preferred_username'], person.handle);
      assert.equal((await claimsOf('openid email'))['email'], person.email);
      for (const scope of ['address', 'phone', 'profile email address phone'])
        assert.ok(await claimsOf(`openid ${scope}`));
      assert.equal((await claimsOf('openid'))['email'], undefined);
    });
    it('oidcc-ensure-other-scope-order-succeeds', async () => {
      assert.equal((await claimsOf('email openid'))['email'], person.email);
    });
    it('oidcc-display-page, oidcc-display-popup, oidcc-ui-locales, oidcc-claims-locales, oidcc-ensure-request-with-unknown-parameter-succeeds', async () => {
      for (const [name, value] of [
        ['display', 'page'],
        ['display', 'popup'],
        ['ui_locales', 'se'],
        ['claims_locales', 'se'],
        ['extra', 'foobar'],
      ] as const)
        assert.ok((await signIn({ [name]: value })).id);
    });
    it('oidcc-prompt-login', async () => {
      const browser = new Browser(keyward);
      await signIn({}, browser);
      assert.equal((await asked({ prompt: 'login' }, browser)).body['reauthenticate'], true);
    });
    it('oidcc-prompt-none-not-logged-in, oidcc-prompt-none-logged-in', async () => {
      assert.equal(await errorOf({ prompt: 'none' }), 'login_required');
      const browser = new Browser(keyward);
      const { id } = await signIn({}, browser);
      const silent = locationOf(await browser.call('GET', pathOf({ prompt: 'none' })));
      const { body } = await exchange(silent.searchParams.get('code') ?? '');
      const [first, second] = [decodeJwt(id), decodeJwt(asText(body['id_token']))];
      assert.deepEqual([second.sub, second['auth_time']], [first.sub, first['auth_time']]);
      // Another session has its id since a backup was restored (P18-2).
      const shift = 'update sessions set created_at = created_at + $2 where account_id = $1';
      await keyward.database.query(shift, [person.id, 3_600_000]);
      assert.equal(await errorOf({ prompt: 'none' }, browser), 'login_required');
      await keyward.database.query(shift, [person.id, -3_600_000]);
    });
    it('oidcc-max-age-1, oidcc-max-age-10000', async () => {
      const browser = new Browser(keyward);
      await signIn({}, browser);
      keyward.clock.advance(2_000);
      assert.equal((await asked({ max_age: '1' }, browser)).body['reauthenticate'], true);
      assert.equal(await errorOf({ max_age: '1', prompt: 'none' }, browser), 'login_required');
      assert.equal(await errorOf({ max_age: '10000', prompt: 'none' }, browser), null);
    });
    it('a proof after the request meets its max_age, however small', async () => {
      for (const max_age of ['0', '1']) {
        const browser = new Browser(keyward);
        const { page } = await asked({ max_age }, browser);
        const path = `/oauth/request/${page.searchParams.get('request') ?? ''}`;
        const allow = () => browser.call('POST', path, { token: person.token, body: { allow: true } });
        keyward.clock.advance(2_000);
        assertRefusal(await allow(), 403, 'ReauthenticationRequiredError');
        const body = { password: PASSWORD };
        await keyward.call('POST', '/account/reauthenticate', { token: person.token, body });
        keyward.clock.advance(2_000);
        const answer = await allow();
        assert.equal(answer.status, 200, answer.text);
        assert.equal(await errorOf({ max_age, prompt: 'none' }, browser), 'login_required');
      }
    });
    it('RA3: a session that began with a password without a proof meets no max_age', async () => {
      const victim = await addPerson(keyward, { verified: true });
      const password = 'Planted-horse-1';
      keyward.clock.advance(11 * 60_000);
      await keyward.call('PUT', '/update/password', { token: victim.token, body: { password } });
      const asks = async ({ token }: { token: string }) =>
        locationOf(
          await keyward.call('GET', pathOf({ max_age: '60', prompt: 'none' }), { token }),
        ).searchParams.get('error');
      assert.equal(await asks(await keyward.logIn(victim.email, password)), 'login_required');
      const proven = await addPerson(keyward, { verified: true });
      assert.notEqual(await asks(await keyward.logIn(proven.email)), 'login_required');
      const me = await keyward.call('GET', '/me', await keyward.logIn(victim.email, password));
      assert.equal(Object(me.body['session'])['auth_time'], 0);
    });
    it('oidcc-id-token-hint, oidcc-login-hint, oidcc-ensure-request-with-acr-values-succeeds', async () => {
      const browser = new Browser(keyward);
      const { id } = await signIn({ acr_values: 'urn:keyward:1 urn:other' }, browser);
      assert.equal(decodeJwt(id)['acr'], 'urn:keyward:1');
      assert.equal(await errorOf({ prompt: 'none', id_token_hint: id }, browser), null);
      const { page } = await asked({ login_hint: person.email });
      assert.equal(page.searchParams.get('login_hint'), person.email);
    });
    it('oidcc-codereuse, oidcc-codereuse-30seconds', async () => {
      for (const pause of [0, 30_000]) {
        const code = await codeOf();
        const first = await exchange(code);
        keyward.clock.advance(pause);
        assertOAuthError(await exchange(code), 400, 'invalid_grant');
        assertOAuthError(await userinfo(keyward, asText(first.body['access_token'])), 401, 'invalid_token');
      }
    });
    it('oidcc-ensure-registered-redirect-uri', async () => {
      const page = await keyward.call('GET', pathOf({ redirect_uri: `${CALLBACK}/other` }));
      assert.deepEqual([page.status, page.headers.get('location')], [400, null]);
    });
    it('oidcc-server-client-secret-post', async () => {
      const answer = await post(
        keyward,
        'token',
        { id: application.id, secret: '' },
        {
          grant_type: 'authorization_code',
          code: await codeOf(),
          redirect_uri: CALLBACK,
          client_secret: application.secret,
        },
      );
      assert.equal(answer.status, 200, answer.text);
    });
    it('oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported', async () => {
      assert.equal(await errorOf({ request: 'eyJhbGciOiJub25lIn0.e30.' }), 'request_not_supported');
    });
    it('oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported', async () => {
      const uri = 'https://app.example.com/request.jwt';
      const page = await keyward.call('GET', pathOf({ request_uri: uri }));
      assert.deepEqual([page.status, page.headers.get('location')], [400, null]);
    });
    it('oidcc-ensure-post-request-succeeds', async () => {
      const browser = new Browser(keyward);
      await signIn({}, browser);
      const answer = await browser.call('POST', '/oauth/authorize', {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URL(pathOf(), keyward.url).searchParams.toString(),
      });
      assert.equal((await exchange(locationOf(answer).searchParams.get('code') ?? '')).status, 200);
    });
    it('oidcc-ensure-request-with-valid-pkce-succeeds', async () => {
      const { verifier, challenge } = pkce();
      const code = await codeOf({ code_challenge: challenge, code_challenge_method: 'S256' });
      const answer = await post(keyward, 'token', application, {
        grant_type: 'authorization_code',
        code,
        redirect_uri: CALLBACK,
        code_verifier: verifier,
      });
      assert.equal(answer.status, 200, answer.text);
    });
    it('oidcc-claims-essential', async () => {
      const claims = JSON.stringify({ userinfo: { name: { essential: true } } });
      const { access } = await signIn({ claims });
      assert.equal(typeof (await userinfo(keyward, access)).body['name'], 'string');
    });
    it('oidcc-refresh-token', async () => {
      const { body, id } = await signIn({ scope: 'openid offline_access', prompt: 'consent' });
      const next = await post(keyward, 'token', application, {
        grant_type: 'refresh_token',
        refresh_token: asText(body['refresh_token']),
      });
      const [first, second] = [decodeJwt(id), decodeJwt(asText(next.body['id_token']))];
      assert.deepEqual([second.iss, second.sub, second.aud], [first.iss, first.sub, first.aud]);
      const other = await addApplication(keyward);
      const foreign = await post(keyward, 'token', other, {
        grant_type: 'refresh_token',
        refresh_token: asText(next.body['refresh_token']),
      });
      assertOAuthError(foreign, 400, 'invalid_grant');
    });
    it('oidcc-discovery-endpoint-verification, oidcc-rp-initiated-logout-discovery-endpoint-verification', async () => {
      const { body } = await keyward.callRoot('GET', '/.well-known/openid-configuration');
      assert.equal(body['issuer'], keyward.url);
      for (const name of ['authorization', 'token', 'userinfo', 'end_session', 'device_authorization'])
        assert.match(asText(body[`${name}_endpoint`]), new RegExp(`^${keyward.url}/`));
      assert.deepEqual(body['response_types_supported'], ['code']);
      assert.deepEqual(body['subject_types_supported'], ['public']);
      assert.ok([body['id_token_signing_alg_values_supported']].flat().includes('RS256'));
      assert.deepEqual(body['code_challenge_methods_supported'], ['S256']);
      assert.equal(body['request_parameter_supported'], false);
    });

    const logout = (query: Record<string, string>) =>
      keyward.call('GET', `/oauth/logout?${new URLSearchParams(query).toString()}`);
    const isIn = async (token: string) => (await keyward.call('GET', '/me', { token })).status === 200;

    it('oidcc-rp-initiated-logout, oidcc-rp-initiated-logout-no-state, oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri', async () => {
      for (const [uri, state, expected] of [
        [HOME, 'a', `${HOME}?state=a`],
        [HOME, undefined, HOME],
        [`${HOME}?from=keyward`, 'a', `${HOME}?from=keyward&state=a`],
      ] as const) {
        person = await addPerson(keyward);
        const { id } = await signIn();
        const out = await logout({
          id_token_hint: id,
          post_logout_redirect_uri: uri,
          ...(state !== undefined && { state }),
        });
        assert.equal(locationOf(out).href, expected);
        assert.equal(await isIn(person.token), false);
      }
      person = await addPerson(keyward);
    });
    it('oidcc-rp-initiated-logout-bad-post-logout-redirect-uri, oidcc-rp-initiated-logout-modified-id-token-hint, oidcc-rp-initiated-logout-bad-id-token-hint', async () => {
      const { id } = await signIn();
      const bad = await logout({ id_token_hint: id, post_logout_redirect_uri: 'https://evil.example/' });
      assert.deepEqual([bad.status, bad.headers.get('location')], [400, null]);
      for (const hint of [`${id}x`, 'no token']) {
        const modified = await logout({ id_token_hint: hint });
        assert.equal(modified.headers.get('location'), null);
      }
      assert.equal(await isIn(person.token), true);
    });
    it('oidcc-rp-initiated-logout-no-id-token-hint, oidcc-rp-initiated-logout-no-params, oidcc-rp-initiated-logout-only-state, oidcc-rp-initiated-logout-no-post-logout-redirect-uri', async () => {
      for (const query of [{ post_logout_redirect_uri: HOME }, {}, { state: 'a' }]) {
        const page = await logout(query);
        assert.equal(page.headers.get('location'), null);
      }
      const { id } = await signIn();
      const done = await logout({ id_token_hint: id });
      assert.match(done.text, /You are signed out/);
      assert.equal(await isIn(person.token), false);
    });
  });
}
