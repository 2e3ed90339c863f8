import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { createBrowser } from '../../support/browser.ts';
import { type Answer, assertError, PASSWORD, type SignedUp } from '../../support/keyward.ts';
import { startOidcProvider } from '../../support/oidc-provider.ts';
import { ANY_DATABASE, databasesFor } from '../../support/usual-size.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { addMember, asRedirect, codeFor, FRONTEND, suiteMailed } from '../codes/support/mailed.ts';
import { asObject, asText } from '../expectations.ts';
import { loginUrl, oidcSlot } from '../providers/harness.ts';
import { codeOf, enrolTotp } from './enrol.ts';

const MODES = {
  'single token': { settings: {}, cookies: false },
  'dual tokens, strict': {
    settings: { KEYWARD_PROFILE: 'strict', KEYWARD_DUAL_TOKEN_MODE: 'true' },
    cookies: false,
  },
  cookies: { settings: { KEYWARD_DUAL_TOKEN_MODE: 'true' }, cookies: true },
} as const;

/** The fields that no answer may have before the last factor. */
const TOKENS = /access_token|refresh_token|"code"|token_type/;

for (const kind of databasesFor(import.meta.filename)) {
  for (const [mode, { settings, cookies }] of Object.entries(MODES)) {
    // The store affects the gate, but not the delivery of tokens.
    if (mode !== 'single token' && !ANY_DATABASE.includes(kind)) continue;
    describe(`the second factor before every session, ${mode}, ${kind}`, async () => {
      const provider = await startOidcProvider();
      after(() => provider[Symbol.asyncDispose]());
      const keyward = suiteMailed(kind, {
        settings: { ...settings, ...oidcSlot('IDP1', provider.issuer), KEYWARD_LIMIT_ADDRESS: '1000/1h' },
      });
      let started = false;

      async function begin(): Promise<SignedUp & { secret: string; recovery: string[] }> {
        if (!started) {
          started = true;
          provider.register([`${keyward.url}/auth/idp1/callback`]);
          if (cookies) {
            const { token } = await addSuperadmin(keyward);
            const saved = await keyward.call('POST', '/config/cookie', {
              token,
              body: { cookie_mode: true },
            });
            assert.equal(saved.status, 200, saved.text);
          }
        }
        const person = await addMember(keyward);
        provider.user = { sub: `of ${person.id}`, email: person.email, email_verified: true };
        const { secret, codes } = await enrolTotp(keyward, person);
        // The notice.
        await keyward.mail.nextMail(person.email);
        return { ...person, secret, recovery: codes };
      }

      const sessionsOf = async ({ id }: SignedUp) =>
        (await keyward.app.services.store.sessions.liveOfAccount(id, keyward.clock.now())).length;

      async function answer(challenge: unknown, secret: string, headers: Record<string, string> = {}) {
        // Each code works once.
        keyward.clock.advance(30_000);
        const body = { challenge, method: 'totp', code: codeOf(keyward, secret) };
        return keyward.call('POST', '/login/challenge', { body, headers });
      }

      async function assertSignedIn(answered: Answer, amr: readonly string[]): Promise<void> {
        assert.equal(answered.status, 200, answered.text);
        const token = cookies
          ? /access_token=([^;]+)/.exec(answered.headers.getSetCookie().join('\n'))?.[1]
          : asText(answered.body['access_token']);
        assert.equal('refresh_token' in answered.body, mode.startsWith('dual'));
        const me = await keyward.call('GET', '/me', { token });
        assert.equal(me.status, 200, me.text);
        for (const told of [me.body['payload'], me.body['session']]) {
          assert.deepEqual(asObject(told)['amr'], [...new Set(amr)]);
          assert.equal(asObject(told)['auth_time'], Math.floor(keyward.clock.now() / 1000));
        }
      }

      const post = (path: string, body: object) => keyward.call('POST', path, { body });
      const WAYS: Record<string, { amr: string; send: (person: SignedUp) => Promise<Answer> }> = {
        'POST /login': {
          amr: 'pwd',
          send: ({ handle }) => post('/login', { identifier: handle, password: PASSWORD }),
        },
        'POST /login/password': {
          amr: 'pwd',
          send: ({ email }) => post('/login/password', { identifier: email, password: PASSWORD }),
        },
        'POST /login/otp': {
          amr: 'otp',
          send: async ({ email }) =>
            post('/login/otp', { email, otp: await codeFor(keyward, 'login', email) }),
        },
        'POST /link/login': {
          amr: 'otp',
          send: async ({ email }) =>
            post('/link/login', { email, otp: await codeFor(keyward, 'login', email) }),
        },
        'POST /forgot/password': {
          amr: 'otp',
          send: async ({ email }) => {
            const otp = await codeFor(keyward, 'reset', email);
            return post('/forgot/password', { email, otp, password: 'kT7vouzg-2' });
          },
        },
      };

      for (const [name, { amr, send }] of Object.entries(WAYS)) {
        it(`MF1: ${name} leads to a challenge, and the second factor to a session`, async () => {
          const person = await begin();
          const before = name === 'POST /forgot/password' ? 0 : await sessionsOf(person);
          const refused = await send(person);
          assertError(refused, 401, 'SecondFactorRequiredError');
          assert.doesNotMatch(refused.text, TOKENS);
          assert.deepEqual(refused.headers.getSetCookie(), []);
          const { challenge, methods, expires_at } = asObject(refused.body.details);
          assert.deepEqual(methods, ['totp', 'recovery_code']);
          assert.equal(expires_at, Math.floor(keyward.clock.now() / 1000) + 600);
          assert.equal(await sessionsOf(person), before);
          const wrong = { challenge, method: 'totp', code: codeOf(keyward, person.secret, 5) };
          assertError(await post('/login/challenge', wrong), 401, 'SecondFactorInvalidError');
          await assertSignedIn(await answer(challenge, person.secret), [amr, 'otp', 'mfa']);
          assertError(await answer(challenge, person.secret), 400, 'ChallengeInvalidError');
        });
      }

      async function redirected(name: string, person: SignedUp, query = '') {
        const browser = createBrowser();
        if (name === 'GET /link/login') {
          const otp = await codeFor(keyward, 'login', person.email);
          const search = new URLSearchParams({ email: person.email, otp, frontend_url: FRONTEND });
          const { status, headers } = await browser.get(
            `${keyward.url}/auth/link/login?${search.toString()}`,
          );
          return { browser, ...asRedirect({ status, headers, text: '' }) };
        }
        const end = await browser.followTo(loginUrl(keyward, 'idp1', FRONTEND) + query, FRONTEND);
        return {
          browser,
          target: end.origin + end.pathname,
          query: Object.fromEntries(end.searchParams),
        };
      }

      for (const [name, amr] of [
        ['GET /link/login', 'otp'],
        ['GET /idp1/callback', 'fed'],
      ] as const) {
        it(`MF1, MF7: ${name} redirects with a challenge that only this browser can answer`, async () => {
          const person = await begin();
          const before = await sessionsOf(person);
          const { browser, target, query } = await redirected(name, person);
          assert.equal(target, `${FRONTEND}/oauth/callback`);
          assert.deepEqual(Object.keys(query), ['challenge', 'methods', 'expires_at']);
          assert.equal(query['methods'], 'totp,recovery_code');
          assert.equal(await sessionsOf(person), before);
          const api = `${keyward.url}/auth/`;
          assert.equal(browser.cookie(api, 'access_token'), undefined);
          const { challenge } = query;
          assertError(await answer(challenge, person.secret), 400, 'ChallengeInvalidError');
          const bound = browser.cookie(api, 'keyward_challenge') ?? '';
          const foreign = { cookie: `keyward_challenge=x${bound.slice(1)}y`, origin: FRONTEND };
          assertError(await answer(challenge, person.secret, foreign), 400, 'ChallengeInvalidError');
          const own = { cookie: `keyward_challenge=${bound}`, origin: FRONTEND };
          await assertSignedIn(await answer(challenge, person.secret, own), [amr, 'otp', 'mfa']);
        });
      }

      it('MF7: the frontend that began a sign-in can answer with its verifier instead of the cookie', async () => {
        const person = await begin();
        const verifier = 'v'.repeat(43);
        const codeChallenge = createHash('sha256').update(verifier).digest('base64url');
        const { query } = await redirected('GET /idp1/callback', person, `&code_challenge=${codeChallenge}`);
        assert.equal(query['code_challenge'], codeChallenge);
        const { challenge } = query;
        const body = { challenge, method: 'recovery_code', code: person.recovery[0] };
        const foreign = { ...body, code_verifier: 'w'.repeat(43) };
        assertError(await post('/login/challenge', foreign), 400, 'ChallengeInvalidError');
        const own = { ...body, code_verifier: verifier };
        await assertSignedIn(await post('/login/challenge', own), ['fed', 'otp', 'mfa']);
      });
    });
  }
}
