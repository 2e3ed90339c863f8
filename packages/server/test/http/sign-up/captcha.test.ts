import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { after, afterEach, describe, it } from 'node:test';
import { createCaptchaCheck } from '../../../src/features/identity/captcha/captcha-check.ts';
import { assertError, PASSWORD, startKeyward } from '../../support/keyward.ts';
import { closeServer, portOf } from '../../support/servers.ts';
import { addMember } from '../codes/support/mailed.ts';
import { superadminOf } from '../config/superadmin.ts';
import { newSession } from '../people.ts';
import { count } from '../providers/harness.ts';
import { databasesFor } from '../../support/usual-size.ts';

const SECRET = 'secret-of-the-captcha';

type Answer = (token: string, response: ServerResponse) => void;

const says =
  (body: object, status = 200): Answer =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
/** Answers like the providers, but accepts repeated answers. */
const honest: Answer = (token, response) =>
  token.startsWith('right')
    ? says({ success: true })(token, response)
    : says({ success: false, 'error-codes': ['invalid-input-response'] })(token, response);

/** A provider of captchas. */
async function startCaptcha() {
  const state = { answer: honest, forms: [] as Record<string, string>[], url: '' };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const form = Object.fromEntries(new URLSearchParams(text));
      state.forms.push(form);
      state.answer(form['response'] ?? '', response);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  state.url = `http://127.0.0.1:${portOf(server)}/siteverify`;
  return Object.assign(state, { close: () => closeServer(server) });
}

for (const kind of databasesFor(import.meta.filename)) {
  describe(`captcha on ${kind}`, async () => {
    const captcha = await startCaptcha();
    const keyward = await startKeyward(kind, {
      settings: { KEYWARD_SIGNUP_CAPTCHA_VERIFY_URL: captcha.url },
    });
    after(async () => {
      await keyward[Symbol.asyncDispose]();
      await captcha.close();
    });
    afterEach(() => {
      captcha.answer = honest;
      // Later than all limits.
      keyward.clock.advance(2 * 3_600_000);
    });
    let serial = 0;
    const fresh = () => `right-${(serial += 1)}`;
    const set = async (more: object = {}) =>
      (await superadminOf(keyward)).set('signup', { captcha: 'turnstile', captcha_secret: SECRET, ...more });
    const post = (path: string, body: object, token?: string) =>
      keyward.call('POST', path, {
        body,
        ...(token !== undefined && { headers: { 'x-captcha-token': token } }),
      });
    const fields = (email = `captcha${(serial += 1)}@example.org`) => ({
      name: 'Ada',
      email,
      password: PASSWORD,
    });
    const logIn = (identifier: string, password: string, token?: string) =>
      post('/login/password', { identifier, password }, token);

    it('SU5: sign-ups and sends need a right answer, before anything reveals who has an account', async () => {
      await set();
      const taken = await addMember(keyward);
      const before = [await count(keyward, 'accounts'), await count(keyward, 'codes')];
      for (const token of [undefined, '', 'wrong', 'x'.repeat(8_193)]) {
        const asked = captcha.forms.length;
        for (const email of ['free@example.org', taken.email])
          for (const [path, body] of [
            ['/signup', { ...fields(email), handle: 'captcha' }],
            ['/signup/password', fields(email)],
            ['/signup/otp', { ...fields(email), otp: '123456' }],
            ['/send/email/otp/login', { email }],
            ['/send/email/link/signup', { email }],
          ] as const)
            assertError(await post(path, body, token), 403, 'CaptchaRequiredError');
        assert.equal(captcha.forms.length - asked, token === 'wrong' ? 10 : 0);
      }
      assert.deepEqual([await count(keyward, 'accounts'), await count(keyward, 'codes')], before);
      assert.equal((await post('/signup/password', fields(), fresh())).status, 200);
      assert.equal((await post('/send/email/otp/login', { email: taken.email }, fresh())).status, 200);
      assert.deepEqual(captcha.forms.at(-1), { secret: SECRET, response: `right-${serial}` });
    });

    it('SU6: an answer counts once, also when it is sent twice at the same time', async () => {
      await set();
      const token = fresh();
      const answers = await Promise.all(
        [1, 2, 3].map(() => post('/send/email/otp/login', { email: `${(serial += 1)}@example.org` }, token)),
      );
      assert.equal(answers.filter(({ status }) => status === 200).length, 1);
      assert.equal(answers.filter(({ status }) => status === 403).length, 2);
      assertError(await post('/signup/password', fields(), token), 403, 'CaptchaRequiredError');
    });

    it('SU7: after five failures for an account, no password is tried without an answer', async () => {
      await set();
      const { email } = await addMember(keyward);
      for (const identifier of [email, 'nobody@example.org']) {
        const refusal = identifier === email ? [401, 'InvalidCredentialsError'] : [404, 'UserNotFoundError'];
        const [status = 0, error = ''] = refusal;
        for (let failure = 0; failure < 5; failure += 1)
          assertError(await logIn(identifier, `Wrong-horse-${failure}`), Number(status), String(error));
        assertError(await logIn(identifier, PASSWORD), 403, 'CaptchaRequiredError');
        assertError(await logIn(identifier, PASSWORD, 'wrong'), 403, 'CaptchaRequiredError');
        const code = { email, otp: '123456', password: PASSWORD };
        if (identifier === email) {
          assertError(await post('/login/otp', code), 403, 'CaptchaRequiredError');
          assert.equal((await logIn(identifier, PASSWORD, fresh())).status, 200);
        }
        assertError(await logIn(identifier, 'Wrong-horse-9', fresh()), Number(status), String(error));
        keyward.clock.advance(2 * 3_600_000);
      }
      // Five failures from one address count for all accounts there.
      for (let failure = 0; failure < 5; failure += 1) await logIn(`nobody${failure}`, PASSWORD);
      assertError(await logIn(email, PASSWORD), 403, 'CaptchaRequiredError');
    });

    it('SU7: simultaneous guesses do not bypass it, and right ones wait', async () => {
      await set();
      const { email } = await addMember(keyward);
      const wrong = await Promise.all(Array.from({ length: 20 }, (_, i) => logIn(email, `Wrong-horse-${i}`)));
      assert.equal(wrong.filter(({ status }) => status === 401).length, 5);
      keyward.clock.advance(2 * 3_600_000);
      const right = await Promise.all(Array.from({ length: 8 }, () => logIn(email, PASSWORD)));
      assert.deepEqual(new Set(right.map(({ status }) => status)), new Set([200]));
    });

    it('SU8: while it cannot be checked: 503, or everybody passes, as the settings say', async () => {
      const away: Answer[] = [
        (_, response) => response.destroy(),
        says({}, 502),
        says({ success: false, 'error-codes': ['invalid-input-secret'] }),
        (_, response) => response.writeHead(302, { location: captcha.url }).end(),
      ];
      for (const answer of away) {
        captcha.answer = answer;
        await set();
        const refused = await post('/signup/password', fields(), fresh());
        assertError(refused, 503, 'ServiceUnavailableError');
        assert.ok(!refused.text.includes(SECRET));
        assertError(await post('/signup/password', fields()), 403, 'CaptchaRequiredError');
        await set({ captcha_fail_open: true });
        keyward.clock.advance(60_000);
        assert.equal((await post('/signup/password', fields(), fresh())).status, 200);
        // Also without an answer, because a page cannot show the captcha of an unavailable provider.
        assert.equal((await post('/signup/password', fields())).status, 200);
      }
      captcha.answer = honest;
      for (const token of [undefined, 'wrong'])
        assertError(await post('/signup/password', fields(), token), 403, 'CaptchaRequiredError');
      const { token } = await newSession(keyward, (await superadminOf(keyward)).id);
      const log = await keyward.callRoot('GET', '/log/app?event=captcha.failed', { token });
      assert.match(log.text, /"captcha":"turnstile","passed":false/);
      assert.match(log.text, /invalid-input-secret/);
      assert.ok(!log.text.includes(SECRET));
    });

    it('a score below one half is refused, and a provider that hangs counts as unavailable', async () => {
      const check = createCaptchaCheck(captcha.url, 200);
      for (const [score, passes] of [
        [0.1, false],
        [0.5, true],
      ] as const) {
        captcha.answer = says({ success: true, score });
        assert.equal(await check('recaptcha', SECRET, 'token'), passes);
      }
      captcha.answer = () => {};
      await assert.rejects(check('hcaptcha', SECRET, 'token'));
      captcha.answer = (_, response) => response.end('x'.repeat(100_000));
      await assert.rejects(check('hcaptcha', SECRET, 'token'));
    });
  });
}
