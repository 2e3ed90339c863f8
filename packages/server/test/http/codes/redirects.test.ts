import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { assertError, PASSWORD } from '../../support/keyward.ts';
import { linkIn } from '../../support/mail-server.ts';
import { parseResponse, rawRequest } from '../../support/raw-http.ts';
import {
  accessTokenOf,
  addMember,
  asRedirect,
  assertErrorRedirect,
  assertNoMail,
  assertSession,
  codeFor,
  mailFor,
  openLink,
  PURPOSES,
  suiteMailed,
  waitForNextMail,
  wrongCode,
} from './support/mailed.ts';
import { ANY_DATABASE } from '../../support/usual-size.ts';

const PUBLIC_URL = 'https://auth.example.org/id';
const FIRST = 'https://app.example.com';
const SECOND = 'https://admin.example.com';
const SETTINGS = {
  KEYWARD_PUBLIC_URL: PUBLIC_URL,
  KEYWARD_ALLOWED_FRONTENDS: `${FIRST},${SECOND}`,
};

for (const kind of ANY_DATABASE) {
  describe(`where links lead, on ${kind}`, () => {
    const keyward = suiteMailed(kind, { settings: SETTINGS });

    it('login: to /oauth/callback with the access token alone', async () => {
      const { email } = await addMember(keyward);
      const otp = await codeFor(keyward, 'login', email);
      const { target, query } = await openLink(keyward, 'login', { email, otp, frontend_url: SECOND });
      assert.equal(target, `${SECOND}/oauth/callback`);
      assert.deepEqual(Object.keys(query), ['access_token']);
      const me = await keyward.call('GET', '/me', { token: query['access_token'] });
      assert.equal(me.status, 200, me.text);
    });

    it('OA20: login that began with a challenge: with a code instead, which its verifier alone exchanges, once', async () => {
      const verifier = 'v'.repeat(43);
      const code_challenge = createHash('sha256').update(verifier).digest('base64url');
      const { email } = await addMember(keyward);
      /** The target of the mailed link, with the headers of a browser. */
      const code = async (form: string, challenged = true) => {
        waitForNextMail(keyward);
        const fields = { code_challenge, code_challenge_method: 'S256' };
        const body = { email, frontend_url: FIRST, ...(challenged && fields) };
        const sent = await keyward.call('POST', `/send/email/${form}/login`, { body });
        assert.equal(sent.status, 200, sent.text);
        const { search } = new URL(linkIn(await keyward.mail.nextMail(email)));
        const { target, query } = asRedirect(await keyward.call('GET', `/link/login${search}`));
        assert.equal(target, `${FIRST}/oauth/callback`);
        return query;
      };
      const exchange = (query: Record<string, string>, code_verifier?: string) =>
        keyward.call('POST', '/token/exchange', {
          body: { code: query['code'], ...(code_verifier !== undefined && { code_verifier }) },
        });

      for (const form of ['otp', 'link']) {
        const query = await code(form);
        assert.deepEqual(Object.keys(query), ['code', 'code_challenge']);
        assert.equal(query['code_challenge'], code_challenge);
        await assertSession(keyward, accessTokenOf(await exchange(query, verifier)), 'alive');
        assertError(await exchange(query, verifier), 401, 'InvalidTokenError');
      }
      for (const wrong of [undefined, 'w'.repeat(43), code_challenge]) {
        const query = await code('link');
        assertError(await exchange(query, wrong), 401, 'InvalidTokenError');
        assertError(await exchange(query, verifier), 401, 'InvalidTokenError');
      }
      for (const verifierOf of ['v'.repeat(42), 'v'.repeat(129), `${'v'.repeat(42)}ü`, 1, null]) {
        const body = { code: 'x', code_verifier: verifierOf };
        assertError(await keyward.call('POST', '/token/exchange', { body }), 422, 'ValidationError');
      }
      assert.deepEqual(Object.keys(await code('link', false)), ['access_token']);
    });

    it('OA20: an invalid challenge is refused, and uses nothing up', async () => {
      const { email } = await addMember(keyward);
      for (const code_challenge of ['x', 'x'.repeat(44), 'x'.repeat(42) + '=', 1, null])
        for (const form of ['otp', 'link']) {
          const body = { email, code_challenge };
          const answer = await keyward.call('POST', `/send/email/${form}/login`, { body });
          assertError(answer, 422, 'ValidationError');
        }
      const plain = { email, code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' };
      const answer = await keyward.call('POST', '/send/email/link/login', { body: plain });
      assertError(answer, 422, 'ValidationError');
      const query = { email, otp: await codeFor(keyward, 'login', email), frontend_url: FIRST };
      assertErrorRedirect(
        await openLink(keyward, 'login', { ...query, code_challenge: 'x' }),
        FIRST,
        'validation',
      );
      assert.deepEqual(Object.keys((await openLink(keyward, 'login', query)).query), ['access_token']);
    });

    it('verify: to /magic-link/callback with verified=true and the email', async () => {
      const { email } = await addMember(keyward, { email: `verify+tag%${kind}@example.org` });
      const otp = await codeFor(keyward, 'verify', email);
      const { target, query } = await openLink(keyward, 'verify', { email, otp, frontend_url: FIRST });
      assert.equal(target, `${FIRST}/magic-link/callback`);
      assert.deepEqual(query, { verified: 'true', email });
    });

    it('reset: to /reset-password with email and otp, which POST /forgot/password then takes', async () => {
      const { email } = await addMember(keyward);
      const otp = await codeFor(keyward, 'reset', email);
      for (let click = 0; click < 2; click += 1) {
        const { target, query } = await openLink(keyward, 'reset', { email, otp, frontend_url: FIRST });
        assert.equal(target, `${FIRST}/reset-password`);
        assert.deepEqual(query, { email, otp });
      }
      const reset = await keyward.call('POST', '/forgot/password', {
        body: { email, otp, password: 'Another-horse-2' },
      });
      assert.equal(reset.status, 200, reset.text);
    });

    it('signup: to /signup with email, otp and verified=true, which POST /signup/otp then takes', async () => {
      const email = 'new.person@example.org';
      const otp = await codeFor(keyward, 'signup', email);
      for (let click = 0; click < 2; click += 1) {
        const { target, query } = await openLink(keyward, 'signup', { email, otp, frontend_url: FIRST });
        assert.equal(target, `${FIRST}/signup`);
        assert.deepEqual(query, { email, otp, verified: 'true' });
      }
      const signUp = await keyward.call('POST', '/signup/otp', {
        body: { name: 'New Person', email, otp, password: PASSWORD },
      });
      assert.equal(signUp.status, 200, signUp.text);
    });

    it('OT8: the path tells the purpose, and nothing in the query changes it', async () => {
      const { email } = await addMember(keyward);
      const otp = await codeFor(keyward, 'login', email);
      const query = { email, otp, frontend_url: FIRST, purpose: 'login', provider: 'login', id: 'login' };
      for (const purpose of ['reset', 'signup', 'verify'])
        assertErrorRedirect(await openLink(keyward, purpose, query), FIRST, 'otp_not_found');
      const { target } = await openLink(keyward, 'login', { ...query, purpose: 'reset' });
      assert.equal(target, `${FIRST}/oauth/callback`);
    });

    it('the mailed link itself opens, for every purpose', async () => {
      for (const purpose of PURPOSES) {
        const email = purpose === 'signup' ? 'linked.person@example.org' : (await addMember(keyward)).email;
        const mail = await mailFor(keyward, purpose, email, { form: 'link', frontendUrl: `${FIRST}/base/` });
        const link = linkIn(mail);
        assert.ok(link.startsWith(`${PUBLIC_URL}/auth/link/${purpose}?`), link);
        const { target, query } = asRedirect(await keyward.callRoot('GET', link.slice(PUBLIC_URL.length)));
        assert.ok(target.startsWith(`${FIRST}/base/`), target);
        assert.equal('error' in query, false, JSON.stringify(query));
      }
    });

    it('the frontend comes from the parameter, otherwise from Origin, otherwise it is the service itself', async () => {
      const { email } = await addMember(keyward);
      const otp = await codeFor(keyward, 'reset', email);
      const target = async (frontend_url: string | undefined, origin?: string) => {
        const headers = origin === undefined ? {} : { origin };
        return (await openLink(keyward, 'reset', { email, otp, frontend_url }, headers)).target;
      };
      assert.equal(await target(`${SECOND}/`), `${SECOND}/reset-password`);
      assert.equal(await target(`${SECOND}/a/b//`), `${SECOND}/a/b/reset-password`);
      assert.equal(await target(undefined, SECOND), `${SECOND}/reset-password`);
      assert.equal(await target(FIRST, SECOND), `${FIRST}/reset-password`);
      assert.equal(await target(FIRST, 'https://evil.example'), `${FIRST}/reset-password`);
      assert.equal(await target(undefined, 'null'), `${PUBLIC_URL}/reset-password`);
      assert.equal(await target(undefined), `${PUBLIC_URL}/reset-password`);
    });

    it('failures lead to /magic-link/callback with the message and its code', async () => {
      const { email } = await addMember(keyward);
      const open = (otp: string, purpose = 'login', of = email) =>
        openLink(keyward, purpose, { email: of, otp, frontend_url: SECOND });
      assertErrorRedirect(await open('123456'), SECOND, 'otp_not_found');
      const otp = await codeFor(keyward, 'login', email);
      assertErrorRedirect(await open(wrongCode(otp)), SECOND, 'otp_invalid');
      assert.equal((await open(otp)).target, `${SECOND}/oauth/callback`);
      assertErrorRedirect(await open(otp), SECOND, 'otp_not_found');
      assertErrorRedirect(await open('123456', 'login', 'nobody@example.org'), SECOND, 'user_not_found');

      waitForNextMail(keyward);
      const late = await codeFor(keyward, 'login', email);
      keyward.clock.advance(601_000);
      for (const purpose of PURPOSES)
        assertErrorRedirect(
          await open(late, purpose),
          SECOND,
          purpose === 'login' ? 'otp_expired' : 'otp_not_found',
        );
    });

    it('an inactive account: account_inactive, and the code stays valid', async () => {
      const { id, email } = await addMember(keyward);
      const otp = await codeFor(keyward, 'login', email);
      await keyward.app.services.store.accounts.update(id, { status: 'suspended' });
      for (let click = 0; click < 3; click += 1)
        assertErrorRedirect(
          await openLink(keyward, 'login', { email, otp, frontend_url: FIRST }),
          FIRST,
          'account_inactive',
        );
      await keyward.app.services.store.accounts.update(id, { status: 'active' });
      const { target } = await openLink(keyward, 'login', { email, otp, frontend_url: FIRST });
      assert.equal(target, `${FIRST}/oauth/callback`);
    });

    it('missing or malformed parameters redirect too, to the frontend that was named', async () => {
      const email = 'ada@example.org';
      const otp = '123456';
      const incomplete: [string, Record<string, string | undefined>][] = [
        ['login', { email }],
        ['login', { otp }],
        ['login', {}],
        ['login', { email: 'no address', otp }],
        ['login', { email: 'a@example.org,b@example.org', otp }],
        ['login', { email, otp: '12345' }],
        ['login', { email, otp: '1234567' }],
        ['login', { email, otp: '１２３４５６' }],
        ['login', { email, otp: '12345a' }],
        ['logout', { email, otp }],
        ['__proto__', { email, otp }],
      ];
      for (const [purpose, query] of incomplete) {
        const named = await openLink(keyward, purpose, { ...query, frontend_url: SECOND });
        assertErrorRedirect(named, SECOND, 'validation');
        assertErrorRedirect(await openLink(keyward, purpose, query), PUBLIC_URL, 'validation');
        const fromOrigin = await openLink(keyward, purpose, query, { origin: SECOND });
        assertErrorRedirect(fromOrigin, SECOND, 'validation');
      }
      const twice = `/link/login?email=${email}&email=${email}&otp=${otp}&frontend_url=${SECOND}`;
      assertErrorRedirect(asRedirect(await keyward.call('GET', twice)), SECOND, 'validation');
      const malformed = `/link/login?email=%E0%A4%A&otp=%&frontend_url=${SECOND}`;
      assertErrorRedirect(asRedirect(await keyward.call('GET', malformed)), SECOND, 'validation');
    });

    it('a message is encoded so that every decoder reads it', async () => {
      const answer = await keyward.call('GET', `/link/login?frontend_url=${FIRST}`);
      const [, error = ''] = /[?&]error=([^&]*)/.exec(answer.headers.get('location') ?? '') ?? [];
      assert.match(error, /^[\w.!~*'()%-]+$/);
      assert.equal(decodeURIComponent(error), asRedirect(answer).query['error']);
    });

    it('OA14: a redirect is never cached and tells no referrer', async () => {
      const { email } = await addMember(keyward);
      const otp = await codeFor(keyward, 'login', email);
      for (const frontend_url of [FIRST, FIRST, 'https://evil.example']) {
        const { headers } = await openLink(keyward, 'login', { email, otp, frontend_url });
        assert.equal(headers.get('referrer-policy'), 'no-referrer');
        assert.equal(headers.get('cache-control'), 'no-store');
      }
    });
  });

  describe(`where links lead in dual-token mode, on ${kind}`, () => {
    const keyward = suiteMailed(kind, { settings: { ...SETTINGS, KEYWARD_DUAL_TOKEN_MODE: 'on' } });

    it('login: both tokens, and both are good', async () => {
      const { email } = await addMember(keyward);
      const otp = await codeFor(keyward, 'login', email);
      const { target, query } = await openLink(keyward, 'login', { email, otp, frontend_url: FIRST });
      assert.equal(target, `${FIRST}/oauth/callback`);
      assert.deepEqual(Object.keys(query), ['access_token', 'refresh_token']);
      const me = await keyward.call('GET', '/me', { token: query['access_token'] });
      assert.equal(me.status, 200, me.text);
      const refreshed = await keyward.call('POST', '/token/refresh', {
        body: { refresh_token: query['refresh_token'] },
      });
      assert.equal(refreshed.status, 200, refreshed.text);
    });
  });
}

describe('OT19: the address in a mail', () => {
  const OWN = 'https://auth.example.org';
  const keyward = suiteMailed('sqlite', { settings: { KEYWARD_PUBLIC_URL: OWN } });
  const post = (target: string, headers: string[], email: string) => {
    const body = JSON.stringify({ email, frontend_url: OWN });
    return rawRequest(
      keyward.port,
      [
        `POST ${target} HTTP/1.1`,
        ...headers,
        'Connection: close',
        'Content-Type: application/json',
        `Content-Length: ${Buffer.byteLength(body)}`,
        '',
        body,
      ].join('\r\n'),
    );
  };
  const PATH = '/auth/send/email/link/signup';

  it('is the configured one, whatever host the request names', async () => {
    const requests: [string, string[]][] = [
      [PATH, ['Host: evil.example']],
      [PATH, ['Host: auth.example.org.evil.example:443']],
      [PATH, ['Host: auth.example.org', 'X-Forwarded-Host: evil.example', 'X-Forwarded-Proto: http']],
      [PATH, ['Host: auth.example.org', 'Forwarded: host=evil.example;proto=http']],
      [
        PATH,
        [
          'Host: auth.example.org',
          'X-Forwarded-Prefix: /evil',
          'X-Original-URL: /evil',
          'X-Host: evil.example',
        ],
      ],
      [`http://evil.example${PATH}`, ['Host: evil.example']],
    ];
    let sent = 0;
    for (const [index, [target, headers]] of requests.entries()) {
      const email = `host${index}@example.org`;
      const { status } = parseResponse(await post(target, headers, email));
      // An absolute target is for proxies: it may be read or refused, but never trusted.
      if (status !== 200) {
        assert.ok(target !== PATH && status >= 400 && status < 500, `${target}: ${status}`);
        continue;
      }
      const mail = await keyward.mail.nextMail(email);
      assert.ok(linkIn(mail).startsWith(`${OWN}/auth/link/signup?`), linkIn(mail));
      assert.equal(mail.raw.includes('evil'), false);
      sent += 1;
    }
    assert.ok(sent >= 5);
  });

  it('a request with two Host headers, or none, is refused', async () => {
    for (const headers of [['Host: auth.example.org', 'Host: evil.example'], []]) {
      const { status } = parseResponse(await post(PATH, headers, 'two@example.org'));
      assert.equal(status, 400);
    }
    await assertNoMail(keyward, 'two@example.org');
  });
});
