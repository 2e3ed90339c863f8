import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createTestDatabase } from '../../support/databases.ts';
import { type Answer, assertError, PASSWORD, type TestKeyward } from '../../support/keyward.ts';
import { codeIn, startMailServer } from '../../support/mail-server.ts';
import { startProcess } from '../../support/process.ts';
import { requestFrom } from '../../support/raw-http.ts';
import { asObject } from '../expectations.ts';
import { addPerson } from '../people.ts';
import {
  accessTokenOf,
  addMember,
  asRedirect,
  codeFor,
  FRONTEND,
  mailSettings,
  send,
  startMailed,
  suiteMailed,
  waitForNextMail,
  wrongCode,
} from './support/mailed.ts';
import { databasesFor } from '../../support/usual-size.ts';

type Present = (keyward: TestKeyward, email: string, otp: string) => Promise<Answer>;

const post =
  (path: string, fields: Record<string, unknown> = {}): Present =>
  (keyward, email, otp) =>
    keyward.call('POST', path, { body: { email, otp, ...fields } });
const get =
  (purpose: string): Present =>
  (keyward, email, otp) =>
    keyward.call(
      'GET',
      `/link/${purpose}?${new URLSearchParams({ email, otp, frontend_url: FRONTEND }).toString()}`,
    );

/** Every route that checks a code, by purpose. */
const ROUTES = {
  signup: [get('signup'), post('/link/signup'), post('/signup/otp', { name: 'Ada', password: PASSWORD })],
  login: [get('login'), post('/link/login'), post('/login/otp')],
  reset: [get('reset'), post('/link/reset'), post('/forgot/password', { password: 'Another-horse-2' })],
  verify: [get('verify'), post('/link/verify')],
} as const satisfies Record<string, readonly Present[]>;

/** The error's code, in a body or in a redirect; none after a success. */
function refusal(answer: Answer): string | undefined {
  if (answer.status === 307) return asRedirect(answer).query['error_code'];
  return answer.status === 200 ? undefined : String(answer.body['error_code']);
}

/** Presents a code on `POST /link/{purpose}` from an address of its own. @returns the error's code; none where it is right */
async function guessFrom(
  { port }: TestKeyward,
  localAddress: string,
  purpose: string,
  email: string,
  otp: string,
): Promise<string | undefined> {
  const path = `/auth/link/${purpose}`;
  const answer = await requestFrom({ port, localAddress, method: 'POST', path, body: { email, otp } });
  return answer.status === 200 ? undefined : String(asObject(answer.json())['error_code']);
}

for (const kind of databasesFor(import.meta.filename)) {
  describe(`guessing codes on ${kind}`, () => {
    const keyward = suiteMailed(kind);
    let serial = 0;
    async function subject(purpose: keyof typeof ROUTES): Promise<string> {
      serial += 1;
      return purpose === 'signup' ? `guess${serial}@example.org` : (await addMember(keyward)).email;
    }

    it('five wrong guesses invalidate a code, by whatever routes they come', async () => {
      for (const purpose of ['signup', 'login', 'reset', 'verify'] as const) {
        const email = await subject(purpose);
        const routes = ROUTES[purpose];
        const otp = await codeFor(keyward, purpose, email);
        for (let guess = 0; guess < 5; guess += 1) {
          const answer = await routes[guess % routes.length]?.(keyward, email, wrongCode(otp, guess + 1));
          assert.ok(answer);
          assert.equal(refusal(answer), 'otp_invalid', `${purpose} ${guess}`);
        }
        for (const present of routes)
          assert.equal(refusal(await present(keyward, email, otp)), 'otp_not_found');
        // A new code allows new guesses.
        waitForNextMail(keyward);
        const next = await codeFor(keyward, purpose, email);
        const last = routes.at(-1);
        assert.ok(last);
        assert.equal(refusal(await last(keyward, email, next)), undefined);
      }
    });

    it('four wrong guesses leave a code valid', async () => {
      const email = await subject('login');
      const otp = await codeFor(keyward, 'login', email);
      for (let guess = 1; guess <= 4; guess += 1)
        assertError(await post('/login/otp')(keyward, email, wrongCode(otp, guess)), 401, 'OTPInvalidError');
      accessTokenOf(await post('/login/otp')(keyward, email, otp));
    });

    it('OT4: of 200 different simultaneous guesses five are checked, and the code is invalidated', async () => {
      const email = await subject('reset');
      const otp = await codeFor(keyward, 'reset', email);
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, guess) => {
          const present = ROUTES.reset[guess % ROUTES.reset.length];
          assert.ok(present);
          return present(keyward, email, wrongCode(otp, guess + 1));
        }),
      );
      const evaluated = answers.filter((answer) => refusal(answer) === 'otp_invalid');
      assert.equal(evaluated.length, 5);
      for (const answer of answers)
        assert.ok(evaluated.includes(answer) || refusal(answer) === 'otp_not_found');
      for (const present of ROUTES.reset)
        assert.equal(refusal(await present(keyward, email, otp)), 'otp_not_found');
      const [row] = await keyward.database.query('select attempts from codes where email_key = $1', [email]);
      assert.equal(row?.['attempts'], 5);
    });

    it('OT5: twenty wrong guesses are allowed an hour, over all codes and routes of an email and purpose', async () => {
      for (const purpose of ['signup', 'reset', 'login'] as const) {
        const email = await subject(purpose);
        const routes = ROUTES[purpose];
        for (let round = 0; round < 4; round += 1) {
          const otp = await codeFor(keyward, purpose, email);
          for (let guess = 0; guess < 5; guess += 1) {
            // The routes that do not burn codes come first, because they count too.
            const answer = await routes[guess % routes.length]?.(keyward, email, wrongCode(otp, guess + 1));
            assert.ok(answer);
            assert.equal(refusal(answer), 'otp_invalid', `${purpose} ${round} ${guess}`);
          }
          waitForNextMail(keyward);
        }
        const otp = await codeFor(keyward, purpose, email);
        for (const present of routes) {
          const answer = await present(keyward, email, otp);
          assert.equal(refusal(answer), 'rate_limited');
          // The hour began with the first failure, four minutes ago.
          if (answer.status === 429) assert.equal(answer.headers.get('retry-after'), '3360');
        }
        // Another purpose of the same person has its own budget.
        if (purpose === 'reset') {
          const login = await codeFor(keyward, 'login', email);
          assert.equal(refusal(await ROUTES.login[2](keyward, email, login)), undefined);
        }
        keyward.clock.advance(56 * 60_000);
        assert.equal((await send(keyward, purpose, email)).status, 200);
        const fresh = codeIn(await keyward.mail.nextMail(email));
        assert.equal(refusal(await routes[1](keyward, email, fresh)), undefined);
      }
    });

    it('OT5: accounts that are opened with an email and deleted reset neither its guesses nor its mails', async () => {
      const email = await subject('signup');
      for (let round = 0; round < 4; round += 1) {
        const otp = await codeFor(keyward, 'signup', email);
        for (let guess = 1; guess <= 5; guess += 1)
          assert.equal(refusal(await ROUTES.signup[1](keyward, email, wrongCode(otp, guess))), 'otp_invalid');
        const account = { name: 'Ada', email, password: PASSWORD };
        const token = accessTokenOf(await keyward.call('POST', '/signup/password', { body: account }));
        assert.equal((await keyward.call('DELETE', '/me', { token })).status, 200);
        await keyward.mail.nextMail(email);
        assertError(await send(keyward, 'signup', email), 429, 'RateLimitedError');
        waitForNextMail(keyward);
      }
      const otp = await codeFor(keyward, 'signup', email);
      assert.equal(refusal(await ROUTES.signup[1](keyward, email, otp)), 'rate_limited');
    });

    it('OT21: strangers share five guesses, and the code stays valid for its requester', async () => {
      const { token } = await addPerson(keyward, { role: 'superadmin' });
      for (const purpose of ['signup', 'login', 'reset'] as const) {
        const email = await subject(purpose);
        const otp = await codeFor(keyward, purpose, email);
        const guess = (localAddress: string, code: string) =>
          guessFrom(keyward, localAddress, purpose, email, code);
        const guesses = await Promise.all(
          Array.from({ length: 60 }, (_, n) => guess(`127.0.0.${2 + (n % 3)}`, wrongCode(otp, n + 1))),
        );
        assert.equal(guesses.filter((refused) => refused === 'otp_invalid').length, 5);
        assert.equal(guesses.filter((refused) => refused === 'otp_not_found').length, 55);
        assert.equal(await guess('127.0.0.5', otp), 'otp_not_found');

        for (let n = 1; n <= 4; n += 1)
          assert.equal(await guess('127.0.0.1', wrongCode(otp, n)), 'otp_invalid');
        const list = await keyward.call('GET', `/otp/?identifier=${email}`, { token });
        assert.deepEqual(asObject(Object(list.body['otps'])[0])['attempts'], 9);
        const last = ROUTES[purpose].at(-1) ?? assert.fail();
        assert.equal(refusal(await last(keyward, email, otp)), undefined, purpose);
      }
    });

    it('OT21: the requester invalidates the code for itself, and another device may use it', async () => {
      const email = await subject('login');
      const otp = await codeFor(keyward, 'login', email);
      const guess = (localAddress: string, code: string) =>
        guessFrom(keyward, localAddress, 'login', email, code);
      for (let n = 1; n <= 5; n += 1)
        assert.equal(await guess('127.0.0.1', wrongCode(otp, n)), 'otp_invalid');
      assert.equal(await guess('127.0.0.1', otp), 'otp_not_found');
      for (let n = 1; n <= 4; n += 1)
        assert.equal(await guess('127.0.0.2', wrongCode(otp, n)), 'otp_invalid');
      assert.equal(await guess('127.0.0.3', otp), undefined);
    });

    it('OT21: asking whether a code exists counts for the address only', async () => {
      await using small = await startMailed(kind, { settings: { KEYWARD_LIMIT_ADDRESS: '25/1h' } });
      const { email } = await addMember(small);
      const guess = (localAddress: string, code: string) =>
        guessFrom(small, localAddress, 'login', email, code);
      for (let n = 0; n < 25; n += 1) assert.equal(await guess('127.0.0.2', '000000'), 'otp_not_found');
      assert.equal(await guess('127.0.0.2', '000000'), 'rate_limited');
      const otp = await codeFor(small, 'login', email);
      assert.equal(await guess('127.0.0.1', otp), undefined);
    });

    it('OT6: a new code replaces the old one', async () => {
      const email = await subject('login');
      const first = await codeFor(keyward, 'login', email);
      waitForNextMail(keyward);
      const second = await codeFor(keyward, 'login', email);
      assertError(await post('/login/otp')(keyward, email, first), 401, 'OTPInvalidError');
      accessTokenOf(await post('/login/otp')(keyward, email, second));
      // The old code does not work again when the new one is used up.
      assertError(await post('/login/otp')(keyward, email, first), 404, 'OTPNotFoundError');
    });
  });

  describe(`guessing codes through a crash on ${kind}`, () => {
    it('OT3, OT2: the count survives it, and the code appears in no file and no output', async () => {
      await using mail = await startMailServer();
      await using database = await createTestDatabase(kind, 'tables');
      const env = {
        KEYWARD_DATABASE_URL: database.url,
        KEYWARD_DATA_DIR: database.dataDir,
        ...mailSettings(mail),
      };
      const email = 'ada@example.org';
      const call = async (url: string, path: string, body: unknown) => {
        const answer = await requestFrom({
          port: Number(new URL(url).port),
          method: 'POST',
          path: `/auth${path}`,
          body,
        });
        return [answer.status, asObject(answer.json())['error']];
      };
      await using first = await startProcess({ env });
      await call(first.url, '/signup/password', { name: 'Ada', email, password: PASSWORD });
      assert.deepEqual(await call(first.url, '/send/email/link/login', { email }), [200, undefined]);
      const otp = codeIn(await mail.nextMail(email));
      for (let guess = 1; guess <= 4; guess += 1)
        assert.deepEqual(await call(first.url, '/login/otp', { email, otp: wrongCode(otp, guess) }), [
          401,
          'OTPInvalidError',
        ]);
      await first.kill('SIGKILL');

      await using second = await startProcess({ env });
      assert.deepEqual(await call(second.url, '/link/login', { email, otp: wrongCode(otp, 5) }), [
        401,
        'OTPInvalidError',
      ]);
      for (const path of ['/login/otp', '/link/login'])
        assert.deepEqual(await call(second.url, path, { email, otp }), [404, 'OTPNotFoundError']);
      await second.kill('SIGTERM');

      for (const process of [first, second])
        for (const output of [process.stdout(), process.stderr()]) assert.equal(output.includes(otp), false);
      for (const file of readdirSync(database.dataDir, { recursive: true, withFileTypes: true })) {
        if (!file.isFile()) continue;
        const bytes = readFileSync(join(file.parentPath, file.name));
        assert.equal(bytes.includes(otp), false, file.name);
      }
    });
  });
}
