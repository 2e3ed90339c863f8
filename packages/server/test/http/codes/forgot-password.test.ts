import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertError, PASSWORD } from '../../support/keyward.ts';
import { assertAccount } from '../expectations.ts';
import { accountRow, newSession } from '../people.ts';
import { holdAccount } from '../../support/hold-account.ts';
import { visitorOf } from '../../support/visitor.ts';
import {
  accessTokenOf,
  addMember,
  assertNoMail,
  assertSession,
  codeFor,
  send,
  suiteMailed,
  waitForNextMail,
  wrongCode,
} from './support/mailed.ts';
import { databasesFor } from '../../support/usual-size.ts';

const NEW_PASSWORD = 'Another-horse-2';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`POST /forgot/password on ${kind}`, () => {
    const keyward = suiteMailed(kind, { settings: { KEYWARD_DUAL_TOKEN_MODE: 'on' } });
    const forgot = (email: string, otp: string, password: string = NEW_PASSWORD) =>
      keyward.call('POST', '/forgot/password', { body: { email, otp, password } });
    const linkProvider = (id: number) =>
      keyward.database.query(
        "insert into provider_links (account_id, provider, subject, created_at) values ($1, 'idp1', $2, 0)",
        [id, String(id)],
      );
    const providerLinks = (id: number) =>
      keyward.database.query('select id from provider_links where account_id = $1', [id]);

    it('200: sets the password, proves the mailbox, signs in and tells the owner', async () => {
      const { email } = await addMember(keyward, { verified: false });
      const answer = await forgot(email, await codeFor(keyward, 'reset', email));
      await assertSession(keyward, accessTokenOf(answer), 'alive');
      assert.deepEqual(Object.keys(answer.body).sort(), [
        'access_token',
        'account',
        'refresh_token',
        'token_type',
      ]);
      assertAccount(answer.body['account'], { email, email_verified: true });
      await keyward.logIn(email, NEW_PASSWORD);
      const old = { body: { identifier: email, password: PASSWORD } };
      assertError(await keyward.call('POST', '/login/password', old), 401, 'InvalidCredentialsError');
      const notice = await keyward.mail.nextMail(email);
      assert.match(notice.parsed.subject ?? '', /password .* was changed/i);
      assert.doesNotMatch(notice.parsed.text ?? '', /\b\d{6}\b|http/);
    });

    it('RL31: makes the account forget the devices that it knew', async () => {
      const { email } = await addMember(keyward);
      const known = visitorOf(keyward, '127.0.9.1', 'cookies');
      const body = { identifier: email, password: PASSWORD };
      assert.equal((await known.call('POST', '/login', { body })).status, 200);
      assert.equal((await forgot(email, await codeFor(keyward, 'reset', email))).status, 200);
      // From now on, the browser shares the limit of one mail a minute with everybody.
      for (const [by, status] of [
        [visitorOf(keyward, '127.0.9.2'), 200],
        [known, 429],
        [visitorOf(keyward, '127.0.9.1'), 429],
      ] as const)
        assert.equal((await by.call('POST', '/send/email/otp/login', { body: { email } })).status, status);
    });

    it('SE3: ends every earlier session, refresh token and code', async () => {
      const first = await addMember(keyward);
      const { email } = first;
      const second = await newSession(keyward, first.id);
      const loginCode = await codeFor(keyward, 'login', email);
      const verifyCode = await codeFor(keyward, 'verify', email);
      const otp = await codeFor(keyward, 'reset', email);
      const answer = await forgot(email, otp);
      await assertSession(keyward, accessTokenOf(answer), 'alive');
      for (const { token, refreshToken } of [first, second]) {
        await assertSession(keyward, token, 'ended');
        const refreshed = await keyward.call('POST', '/token/refresh', {
          body: { refresh_token: refreshToken },
        });
        assertError(refreshed, 401, 'InvalidTokenError');
      }
      for (const [path, code] of [
        ['/login/otp', loginCode],
        ['/link/login', loginCode],
        ['/link/verify', verifyCode],
      ] as const)
        assertError(
          await keyward.call('POST', path, { body: { email, otp: code } }),
          404,
          'OTPNotFoundError',
        );
      assertError(await forgot(email, otp), 404, 'OTPNotFoundError');
    });

    if (kind === 'postgres')
      for (const first of ['login', 'reset'] as const)
        it(`SE3: a simultaneous login by code does not survive it; the ${first} comes first`, async () => {
          const { id, email } = await addMember(keyward);
          const loginCode = await codeFor(keyward, 'login', email);
          const resetCode = await codeFor(keyward, 'reset', email);
          const requests = {
            login: () => keyward.call('POST', '/login/otp', { body: { email, otp: loginCode } }),
            reset: () => forgot(email, resetCode),
          };
          const second = first === 'login' ? 'reset' : 'login';
          await using account = await holdAccount(keyward.database.url, id);
          const answers = { [first]: requests[first]() };
          await account.waiters(1);
          answers[second] = requests[second]();
          await account.waiters(2);
          await account.release();
          const [login, reset] = await Promise.all([answers['login'], answers['reset']]);
          assert.ok(login && reset);
          await assertSession(keyward, accessTokenOf(reset), 'alive');
          if (first === 'reset') return assertError(login, 404, 'OTPNotFoundError');
          // Or the reset came between the code and the session.
          if (login.status === 503) return assertError(login, 503, 'ServiceUnavailableError');
          await assertSession(keyward, accessTokenOf(login), 'ended');
        });

    it('drops provider links that are older than the first proof of the mailbox, and only those', async () => {
      for (const verified of [false, true]) {
        const { id, email } = await addMember(keyward, { verified });
        await linkProvider(id);
        accessTokenOf(await forgot(email, await codeFor(keyward, 'reset', email)));
        assert.equal((await providerLinks(id)).length, verified ? 1 : 0);
      }
    });

    it('CL4: the mail to the owner of a proven account names the providers that stay linked', async () => {
      const { services } = keyward.app;
      for (const [language, sentence] of [
        ['en', /These providers stay linked.*: idp1 and https:\/\/elsewhere\./],
        ['de', /Diese Anbieter bleiben verknüpft.*: idp1 und https:\/\/elsewhere\./],
      ] as const) {
        const { id, email } = await addMember(keyward);
        for (const provider of [services.providers.issuerOf('idp1'), 'https://elsewhere'])
          await services.store.providerLinks.insert({
            account_id: id,
            provider,
            subject: email,
            created_at: 0,
          });
        const body = { email, otp: await codeFor(keyward, 'reset', email), password: NEW_PASSWORD };
        const headers = { 'accept-language': language };
        accessTokenOf(await keyward.call('POST', '/forgot/password', { body, headers }));
        const { parsed } = await keyward.mail.nextMail(email);
        assert.match(parsed.text ?? '', sentence);
        assert.doesNotMatch(parsed.text ?? '', /\b\d{6}\b/);
      }
    });

    it('PW1, PW4: a password that may not be set is refused before the code is used up', async () => {
      const { email } = await addMember(keyward);
      const otp = await codeFor(keyward, 'reset', email);
      const weak = ['Ab1', 'abcdef1', 'ABCDEF1', 'Abcdefg', `Aa1${'x'.repeat(1_022)}`, ''];
      for (const password of weak) assertError(await forgot(email, otp, password), 400, 'WeakPasswordError');
      const fields = { body: { email, otp, password: NEW_PASSWORD, role: 'superadmin' } };
      assertError(await keyward.call('POST', '/forgot/password', fields), 422, 'ValidationError');
      accessTokenOf(await forgot(email, otp));
    });

    it('404: an unknown email gets its own error before the code is checked', async () => {
      const email = 'nobody@example.org';
      assert.equal((await send(keyward, 'reset', email)).status, 200);
      for (let attempt = 0; attempt < 7; attempt += 1)
        assertError(await forgot(email, '123456'), 404, 'UserNotFoundError');
      const [code] = await keyward.database.query('select attempts from codes where email_key = $1', [email]);
      assert.equal(code?.['attempts'], 0);
    });

    it('401 and 404: wrong, used and expired codes, and none at all', async () => {
      const { email, token } = await addMember(keyward);
      assertError(await forgot(email, '123456'), 404, 'OTPNotFoundError');
      const otp = await codeFor(keyward, 'reset', email);
      assertError(await forgot(email, wrongCode(otp)), 401, 'OTPInvalidError');
      keyward.clock.advance(600_000);
      assertError(await forgot(email, otp), 401, 'OTPExpiredError');
      await assertSession(keyward, token, 'alive');
      await keyward.logIn(email);
    });

    it('403: an inactive account keeps its password, and the code stays valid', async () => {
      const { id, email } = await addMember(keyward);
      const otp = await codeFor(keyward, 'reset', email);
      for (const status of ['suspended', 'pending', 'on-hold']) {
        await keyward.app.services.store.accounts.update(id, { status });
        const before = await accountRow(keyward, id);
        assertError(await forgot(email, otp), 403, 'AccountInactiveError');
        assert.deepEqual(await accountRow(keyward, id), before);
        waitForNextMail(keyward);
        assert.equal((await send(keyward, 'verify', `${status}.fence@example.org`)).status, 200);
        assert.equal((await send(keyward, 'login', email)).status, 200);
        await assertNoMail(keyward, email);
      }
      await keyward.app.services.store.accounts.update(id, { status: 'active' });
      accessTokenOf(await forgot(email, otp));
    });
  });
}
