import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Answer, assertError, PASSWORD } from '../../support/keyward.ts';
import { accountRow, newSession } from '../people.ts';
import {
  accessTokenOf,
  addMember,
  assertErrorRedirect,
  assertNoMail,
  assertSession,
  codeFor,
  FRONTEND,
  openLink,
  type Redirect,
  send,
  suiteMailed,
  waitForNextMail,
  wrongCode,
} from './support/mailed.ts';
import { databasesFor } from '../../support/usual-size.ts';

/** The content of an answer, without the id of the request. */
function told({ status, headers, body }: Answer) {
  const { request_id: _, ...rest } = body;
  return { status, rest, retryAfter: headers.get('retry-after'), challenge: headers.get('www-authenticate') };
}

for (const kind of databasesFor(import.meta.filename)) {
  describe(`codes in the strict profile on ${kind}`, () => {
    const keyward = suiteMailed(kind, {
      settings: { KEYWARD_PROFILE: 'strict', KEYWARD_DUAL_TOKEN_MODE: 'on' },
    });
    const post = (path: string, body: Record<string, unknown>) => keyward.call('POST', path, { body });
    const exchange = (code: string | undefined) => post('/token/exchange', { code });
    const clickLogin = async (email: string): Promise<Redirect> =>
      openLink(keyward, 'login', {
        email,
        otp: await codeFor(keyward, 'login', email),
        frontend_url: FRONTEND,
      });

    it('EN2: no route tells known and unknown addresses apart', async () => {
      const known = await addMember(keyward, { email: 'ada.lovelace@example.org', name: 'Ada Lovelace' });
      const suspended = await addMember(keyward, { email: 'grace.hopper@example.org', status: 'suspended' });
      const unknown = 'alan.turing@example.org';
      const emails = [known.email, suspended.email, unknown];
      const otp = '123456';
      const requests: ((email: string) => Promise<Answer>)[] = [
        (email) => post('/login/otp', { email, otp }),
        (email) => post('/login/otp', { email, otp, password: 'Wrong-horse-1' }),
        (email) => post('/forgot/password', { email, otp, password: 'Another-horse-2' }),
        // These would be refused because they hold the name, the handle or the mailbox of the account.
        (email) => post('/forgot/password', { email, otp, password: 'Lovelace-hopper-turing-1' }),
        (email) => post('/forgot/password', { email, otp, password: `${known.handle}-Horse-1` }),
        (email) => post('/forgot/password', { email, otp, password: `${email.split('@')[0]}-Horse-1` }),
        ...['login', 'verify', 'reset'].map(
          (purpose) => (email: string) => post(`/link/${purpose}`, { email, otp }),
        ),
        ...['login', 'verify', 'reset'].map(
          (purpose) => (email: string) =>
            keyward.call('GET', `/link/${purpose}?email=${email}&otp=${otp}&frontend_url=${FRONTEND}`),
        ),
        ...['login', 'reset', 'verify'].flatMap((purpose) => [
          (email: string) => send(keyward, purpose, email),
          (email: string) => send(keyward, purpose, email, { form: 'link' }),
        ]),
      ];
      // Before a code is sent, while it is valid, after too many wrong guesses, and after it has expired.
      for (const state of ['none', 'live', 'burned', 'expired']) {
        if (state === 'live' || state === 'expired') {
          waitForNextMail(keyward);
          for (const email of emails)
            for (const purpose of ['login', 'reset', 'verify'])
              assert.equal((await send(keyward, purpose, email)).status, 200);
        }
        if (state === 'burned')
          for (const email of emails)
            for (let guess = 0; guess < 5; guess += 1)
              for (const purpose of ['login', 'reset', 'verify'])
                await post(`/link/${purpose}`, { email, otp });
        if (state === 'expired') keyward.clock.advance(600_000);
        for (const request of requests) {
          const [first, ...others] = await Promise.all(
            emails.map(async (email) => {
              const answer = await request(email);
              const { rest, ...outside } = told(answer);
              // A refusal names the part of the email in the password.
              const masked: unknown = JSON.parse(
                JSON.stringify(rest).replaceAll(email.split('@')[0] ?? '', 'somebody'),
              );
              return { told: { ...outside, rest: masked }, headers: answer.headers };
            }),
          );
          assert.ok(first);
          for (const answer of others) {
            assert.deepEqual(answer.told, first.told, state);
            assert.equal(answer.headers.get('location'), first.headers.get('location'));
          }
        }
      }
      await assertNoMail(keyward, unknown);
      await assertNoMail(keyward, suspended.email);
    });

    it('a reset refuses the name and the mailbox of the account, but only with the right code', async () => {
      const { email, handle } = await addMember(keyward, {
        name: 'Barbara Liskov',
        email: 'barbara@example.org',
      });
      const otp = await codeFor(keyward, 'reset', email);
      const reset = (password: string, code = otp) =>
        post('/forgot/password', { email, otp: code, password });
      for (const word of ['Liskov', handle]) {
        assertError(await reset(`${word}-Horse-1`, wrongCode(otp)), 401, 'OTPInvalidError');
        assertError(await reset(`${word}-Horse-1`), 400, 'WeakPasswordError');
      }
      for (const password of ['Barbara-Horse-1', 'Password1', 'Abcde-1', 'abcdefg-1'])
        assertError(await reset(password, wrongCode(otp)), 400, 'WeakPasswordError');
      accessTokenOf(await reset('Another-horse-2'));
    });

    it('a login link carries a code instead of tokens, and the code is exchanged for them once', async () => {
      const { email } = await addMember(keyward);
      const { target, query } = await clickLogin(email);
      assert.equal(target, `${FRONTEND}/oauth/callback`);
      assert.deepEqual(Object.keys(query), ['code']);
      assert.match(query['code'] ?? '', /^[\w-]{43}$/);
      const answer = await exchange(query['code']);
      await assertSession(keyward, accessTokenOf(answer), 'alive');
      assert.deepEqual(Object.keys(answer.body).sort(), [
        'access_token',
        'account',
        'refresh_token',
        'token_type',
      ]);
      assertError(await exchange(query['code']), 401, 'InvalidTokenError');
    });

    it('OA20: a verifier for a code that began without a challenge is wrong, and uses the code up', async () => {
      const { email } = await addMember(keyward);
      const { query } = await clickLogin(email);
      const { code } = query;
      const code_verifier = 'v'.repeat(43);
      assertError(await post('/token/exchange', { code, code_verifier }), 401, 'InvalidTokenError');
      assertError(await exchange(code), 401, 'InvalidTokenError');
    });

    it('such a code is valid for 60 s, and stored only as a hash', async () => {
      const { email } = await addMember(keyward);
      const first = await clickLogin(email);
      const rows = await keyward.database.query('select * from exchanges');
      assert.equal(JSON.stringify(rows).includes(first.query['code'] ?? ''), false);
      keyward.clock.advance(59_999);
      assert.equal((await exchange(first.query['code'])).status, 200);
      waitForNextMail(keyward);
      const second = await clickLogin(email);
      keyward.clock.advance(60_000);
      assertError(await exchange(second.query['code']), 401, 'InvalidTokenError');
    });

    it('of 50 exchanges at once exactly one succeeds', async () => {
      const { email } = await addMember(keyward);
      const { query } = await clickLogin(email);
      const answers = await Promise.all(Array.from({ length: 50 }, () => exchange(query['code'])));
      assert.equal(answers.filter(({ status }) => status === 200).length, 1);
      for (const answer of answers) if (answer.status !== 200) assertError(answer, 401, 'InvalidTokenError');
    });

    it('an exchange needs an issued code, a live session and an active account', async () => {
      for (const code of ['x', 'A'.repeat(43)]) assertError(await exchange(code), 401, 'InvalidTokenError');
      for (const code of ['', 'A'.repeat(201), 1, null, ['x'], undefined])
        assertError(await post('/token/exchange', { code }), 422, 'ValidationError');

      const ended = await addMember(keyward);
      const { query: gone } = await clickLogin(ended.email);
      await keyward.app.services.store.sessions.deleteOfAccount(ended.id);
      assertError(await exchange(gone['code']), 401, 'InvalidTokenError');

      const suspended = await addMember(keyward);
      const { query: barred } = await clickLogin(suspended.email);
      await keyward.app.services.store.accounts.update(suspended.id, { status: 'suspended' });
      assertError(await exchange(barred['code']), 403, 'AccountInactiveError');
    });

    it('POST /link/login answers with the tokens themselves', async () => {
      const { email } = await addMember(keyward);
      const otp = await codeFor(keyward, 'login', email);
      await assertSession(keyward, accessTokenOf(await post('/link/login', { email, otp })), 'alive');
    });

    it('errors still lead to the frontend with a message', async () => {
      const { email } = await addMember(keyward);
      const query = { email, otp: '123456', frontend_url: FRONTEND };
      assertErrorRedirect(await openLink(keyward, 'login', query), FRONTEND, 'otp_not_found');
    });

    it('OA9, CL4: the first login by code drops the password, sessions and links of earlier users', async () => {
      for (const way of ['POST /login/otp', 'GET /link/login']) {
        const { id, email, token } = await addMember(keyward, { verified: false });
        const other = await newSession(keyward, id);
        await keyward.database.query(
          "insert into provider_links (account_id, provider, subject, created_at) values ($1, 'idp1', $2, 0)",
          [id, String(id)],
        );
        if (way === 'POST /login/otp') {
          const otp = await codeFor(keyward, 'login', email);
          await assertSession(keyward, accessTokenOf(await post('/login/otp', { email, otp })), 'alive');
        } else {
          const { query } = await clickLogin(email);
          await assertSession(keyward, accessTokenOf(await exchange(query['code'])), 'alive');
        }
        const { password_hash, email_verified } = await accountRow(keyward, id);
        assert.deepEqual({ password_hash, email_verified }, { password_hash: null, email_verified: 1 });
        const links = await keyward.database.query('select id from provider_links where account_id = $1', [
          id,
        ]);
        assert.equal(links.length, 0);
        await assertSession(keyward, token, 'ended');
        await assertSession(keyward, other.token, 'ended');
        assert.match(
          (await keyward.mail.nextMail(email)).parsed.text ?? '',
          /removed, because .*: linked providers, the password, and all sessions\./,
        );
        assertError(
          await post('/login/password', { identifier: email, password: PASSWORD }),
          401,
          'InvalidCredentialsError',
        );
      }
    });

    it('a later login by code drops nothing', async () => {
      const { id, email, token } = await addMember(keyward);
      const before = await accountRow(keyward, id);
      const otp = await codeFor(keyward, 'login', email);
      accessTokenOf(await post('/login/otp', { email, otp }));
      assert.deepEqual(await accountRow(keyward, id), before);
      await assertSession(keyward, token, 'alive');
    });
  });
}
