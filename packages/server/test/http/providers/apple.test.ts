import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { jwtVerify } from 'jose';
import { apple } from '../../../src/features/sign-in/provider/apple-preset.ts';
import { type Browser, createBrowser } from '../../support/browser.ts';
import { assertError, startKeyward } from '../../support/keyward.ts';
import { CLIENT } from '../../support/oidc-provider.ts';
import { startStubIssuer } from '../../support/stub-issuer.ts';
import { ANY_DATABASE } from '../../support/usual-size.ts';
import { addPerson } from '../people.ts';
import { assertFailed, assertSignedIn, FRONTEND, loginUrl, oidcSlot, openCallback } from './harness.ts';

const [TEAM_ID, KEY_ID] = ['TEAM123456', 'KEY1234567'];

function newKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { publicKey, pem: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString() };
}

for (const kind of ANY_DATABASE) {
  describe(`Sign in with Apple, ${kind}`, async () => {
    let key = newKey();
    const secrets: string[] = [];
    const issuer = await startStubIssuer({
      async isSecret(secret) {
        secrets.push(secret);
        const checks = {
          issuer: TEAM_ID,
          subject: CLIENT.id,
          audience: issuer.issuer,
          algorithms: ['ES256'],
          currentDate: new Date(keyward.clock.now()),
        };
        const verified = await jwtVerify(secret, key.publicKey, checks).catch(() => null);
        const { iat = 0, exp = Infinity } = verified?.payload ?? {};
        return verified?.protectedHeader.kid === KEY_ID && exp - iat <= 300;
      },
    });
    const keyward = await startKeyward(kind, {
      parts: { presets: { apple: { ...apple, issuer: issuer.issuer } } },
      settings: {
        KEYWARD_ALLOWED_FRONTENDS: FRONTEND,
        ...oidcSlot('IDP1', issuer.issuer),
        KEYWARD_IDP4_PRESET: 'apple',
        KEYWARD_IDP4_NAME: 'apple',
        KEYWARD_IDP4_CLIENT_ID: CLIENT.id,
        KEYWARD_IDP4_TEAM_ID: TEAM_ID,
        KEYWARD_IDP4_KEY_ID: KEY_ID,
        KEYWARD_IDP4_PRIVATE_KEY: key.pem,
      },
    });
    after(async () => {
      await keyward[Symbol.asyncDispose]();
      await issuer[Symbol.asyncDispose]();
    });

    /** Goes through the sign-in at Apple. @returns the form that Apple's page posts to the callback */
    async function formOf(browser: Browser): Promise<{ action: string; fields: Record<string, string> }> {
      const consent = await browser.followTo(loginUrl(keyward, 'apple'), issuer.issuer);
      return JSON.parse(await (await browser.get(consent.href)).text());
    }

    /** Posts like a page of another site: without cookies that are SameSite=Lax. */
    function post(action: string, fields: Record<string, string> | [string, string][]): Promise<Response> {
      const headers = { origin: issuer.issuer };
      return fetch(action, {
        method: 'POST',
        redirect: 'manual',
        headers,
        body: new URLSearchParams(fields),
      });
    }

    async function signIn(browser = createBrowser()): Promise<URLSearchParams> {
      const { action, fields } = await formOf(browser);
      const response = await post(action, fields);
      assert.equal(response.status, 303, await response.text());
      return openCallback(browser, new URL(response.headers.get('location') ?? '', action));
    }

    it('accepts the form, authenticates with a signed secret, and stores the name that comes once', async () => {
      issuer.claims = { sub: 'a1', email: 'x7@privaterelay.appleid.com', email_verified: 'true' };
      issuer.user = JSON.stringify({
        name: { firstName: 'Ada', lastName: 'Lovelace' },
        email: 'eve@example.org',
      });
      const first = await assertSignedIn(keyward, await signIn());
      const { name, email, email_verified } = first.account;
      assert.deepEqual([name, email, email_verified], ['Ada Lovelace', 'x7@privaterelay.appleid.com', true]);
      const asked = issuer.asked.at(-1);
      assert.deepEqual(
        [asked?.get('response_mode'), asked?.get('scope'), asked?.has('nonce'), asked?.has('code_challenge')],
        ['form_post', 'openid name email', true, false],
      );

      issuer.user = undefined;
      const again = await assertSignedIn(keyward, await signIn());
      assert.deepEqual([again.account['id'], again.account['name']], [first.account['id'], 'Ada Lovelace']);
      assert.equal(new Set(secrets).size, 2);
    });

    it('OA8: a form cannot bring an email, and only a verified one leads to an account', async () => {
      const { email } = await addPerson(keyward);
      issuer.claims = { sub: 'a2' };
      issuer.user = JSON.stringify({ name: { firstName: 'Eve' }, email });
      assertFailed(await signIn(), 'provider_email_missing');
      issuer.claims = { sub: 'a2', email, email_verified: 'false' };
      assertFailed(await signIn(), 'email_already_exists');
      issuer.user = 'no JSON';
      issuer.claims = { sub: 'a3', email: 'grace@example.org', email_verified: true };
      assert.equal((await assertSignedIn(keyward, await signIn())).account['name'], 'grace');
    });

    it('OA22: a form that another browser began signs nobody in, and the answer to it sets no cookie', async () => {
      issuer.claims = { sub: 'eve', email: 'eve@example.org', email_verified: true };
      const { action, fields } = await formOf(createBrowser());
      const response = await post(action, fields);
      assert.deepEqual([response.status, response.headers.getSetCookie()], [303, []]);
      const callback = new URL(response.headers.get('location') ?? '', action);
      assert.equal(callback.origin + callback.pathname, action);
      const victim = createBrowser();
      await formOf(victim);
      assertFailed(await openCallback(victim, callback), 'oauth_state');
    });

    it('passes on only the parameters that the callback reads, including repeated ones', async () => {
      const { action } = await formOf(createBrowser());
      const fields: [string, string][] = [
        ['state', 'a'],
        ['state', 'b'],
        ['id_token', 'x'],
        ['user', 'x'.repeat(3_000)],
        ['//evil.example', 'x'],
      ];
      assert.equal((await post(action, fields)).headers.get('location'), '?state=a&state=b');
      assert.equal(
        (await fetch(action, { method: 'POST', redirect: 'manual' })).headers.get('location'),
        '?',
      );
    });

    it('a refusal becomes oauth_denied', async () => {
      const browser = createBrowser();
      const { action, fields } = await formOf(browser);
      const { code: _, ...rest } = fields;
      const response = await post(action, { ...rest, error: 'user_cancelled_authorize' });
      const callback = new URL(response.headers.get('location') ?? '', action);
      assertFailed(await openCallback(browser, callback), 'oauth_denied');
    });

    it('only providers that post a form have the route, and only for forms', async () => {
      const to = (name: string) => `${keyward.url}/auth/${name}/callback`;
      const refused = await post(to('idp1'), { state: 'x', code: 'x' });
      assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'GET, HEAD, OPTIONS']);
      assert.equal((await post(to('nobody'), { state: 'x' })).status, 404);
      const json = await keyward.call('POST', '/apple/callback', { body: { state: 'x' } });
      assertError(json, 415, 'UnsupportedMediaTypeError');
      assert.equal((await post(`${keyward.url}/auth/login`, { identifier: 'x' })).status, 415);
    });

    it('is configured with team_id, key_id and private_key, which is masked', async () => {
      const { token } = await addPerson(keyward, { role: 'superadmin' });
      const set = (body: object, name = 'apple') => keyward.call('POST', `/config/${name}`, { token, body });
      const redirect_uri = `${keyward.url}/auth/apple/callback`;
      const own = { client_id: CLIENT.id, team_id: TEAM_ID, key_id: KEY_ID, redirect_uri };
      const loaded: unknown = (await keyward.call('GET', '/config/load', { token })).body['apple'];
      assert.deepEqual(loaded, {
        ...own,
        enabled: true,
        private_key: '***',
        native_client_ids: [],
        trusts_email: false,
        redirect_uri: '',
      });

      for (const [body, field, name] of [
        [{ ...own, client_secret: 'x' }, 'client_secret', 'apple'],
        [{ ...own, private_key: 'x' }, 'private_key', 'apple'],
        [{ ...own, key_id: '' }, 'key_id', 'apple'],
        [{ client_id: 'x', client_secret: 'x', redirect_uri, team_id: TEAM_ID }, 'team_id', 'idp1'],
      ] as const) {
        const answer = await set(body, name);
        assertError(answer, 422, 'ValidationError');
        assert.match(answer.text, new RegExp(`"path":"${field}"`));
      }

      issuer.claims = { sub: 'a4', email: 'key@example.org', email_verified: true };
      assert.equal((await set({ ...own, private_key: '***' })).status, 200);
      await assertSignedIn(keyward, await signIn());
      key = newKey();
      assertFailed(await signIn(), 'provider_failed');
      assert.equal((await set({ ...own, private_key: key.pem })).status, 200);
      await assertSignedIn(keyward, await signIn());
      assert.ok(
        !(await keyward.call('GET', '/config/history?section=apple', { token })).text.includes('BEGIN'),
      );
    });
  });
}
