import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { createBrowser } from '../../support/browser.ts';
import { Authenticator } from '../../support/authenticator.ts';
import { assertError, PASSWORD, type SignedUp } from '../../support/keyward.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { auditLogOf } from '../../support/audit-log.ts';
import { accessTokenOf, codeFor, mailSettings } from '../codes/support/mailed.ts';
import { superadminOf } from '../config/superadmin.ts';
import { asObject, asText } from '../expectations.ts';
import { beginTotp, codeOf } from '../factors/enrol.ts';
import { enrol, signIn } from '../factors/passkeys.ts';
import { addPerson } from '../people.ts';
import {
  assertFailed,
  assertSignedIn,
  count,
  FRONTEND,
  loginUrl,
  signInWith,
  suiteSetup,
} from '../providers/harness.ts';
import { databasesFor } from '../../support/usual-size.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`require_verified_email on ${kind}`, async () => {
    const mail = await startMailServer();
    const asked: string[] = [];
    const { keyward, providers } = await suiteSetup(kind, {
      settings: mailSettings(mail),
      parts: { hooks: { beforeLogin: ({ account }) => void asked.push(account.email) } },
    });
    const mailed = Object.assign(keyward, { mail });
    after(() => mail[Symbol.asyncDispose]());

    const require = async (required: boolean) =>
      (await superadminOf(keyward)).set('signup', { require_verified_email: required });
    const logIn = (identifier: string, password = PASSWORD, path = '/login/password') =>
      keyward.call('POST', path, { body: { identifier, password } });
    /** An account from before the rule, with an unproven mailbox. */
    async function unproven(
      prepare: (person: SignedUp) => Promise<unknown> = async () => {},
    ): Promise<SignedUp> {
      await require(false);
      const person = await addPerson(keyward);
      asked.length = 0;
      await prepare(person);
      await require(true);
      return person;
    }

    it('SU4: sign-ups without proof are refused alike for free and taken emails, and name the way', async () => {
      const taken = await unproven();
      const before = await count(keyward, 'accounts');
      for (const email of ['free@example.org', taken.email]) {
        const fields = { name: 'Ada', email, password: PASSWORD };
        for (const [path, more] of [
          ['/signup', { handle: 'ada' }],
          ['/signup/password', {}],
        ] as const) {
          const refused = await keyward.call('POST', path, { body: { ...fields, ...more } });
          assertError(refused, 403, 'EmailProofRequiredError');
          assert.match(asText(refused.body['message']), /\/signup\/otp/);
        }
      }
      assert.equal(await count(keyward, 'accounts'), before);
      const email = 'proven@example.org';
      const otp = await codeFor(mailed, 'signup', email);
      accessTokenOf(
        await keyward.call('POST', '/signup/otp', { body: { name: 'Ada', email, password: PASSWORD, otp } }),
      );
    });

    it('SU12: sessions without the proof keep no token: from the moment of the rule, and after a change of email', async () => {
      const { set } = await superadminOf(keyward);
      await set('jwt', { session_duration_days: 7, dual_token_mode: true });
      try {
        const refresh = ({ refreshToken }: Pick<SignedUp, 'refreshToken'>) =>
          keyward.call('POST', '/token/refresh', { body: { refresh_token: refreshToken } });
        const person = await unproven();
        assertError(await refresh(person), 403, 'EmailProofRequiredError');
        const otp = await codeFor(mailed, 'verify', person.email);
        const proof = { body: { email: person.email, otp } };
        assert.equal((await keyward.call('POST', '/link/verify', proof)).status, 200);
        // The refused request has used nothing up.
        const renewed = await refresh(person);
        assert.equal(renewed.status, 200, renewed.text);
        const token = accessTokenOf(renewed);
        const moved = await keyward.call('PATCH', '/me', { token, body: { email: 'ceo@example.org' } });
        assert.equal(moved.status, 200, moved.text);
        const refreshToken = asText(renewed.body['refresh_token']);
        assertError(await refresh({ refreshToken }), 403, 'EmailProofRequiredError');
        const root = await addPerson(keyward, { role: 'superadmin' });
        assert.equal((await refresh(root)).status, 200);
      } finally {
        await set('jwt', { session_duration_days: 7 });
      }
    });

    for (const dual of [false, true])
      it(`SU12: nor do they keep an access token, dual_token_mode ${dual}: from the moment of the rule, and after a change of email`, async () => {
        const { set } = await superadminOf(keyward);
        await set('jwt', { session_duration_days: 7, dual_token_mode: dual });
        try {
          const person = await unproven();
          const { token, email } = person;
          const sessions = () => keyward.call('GET', '/me/sessions', { token });
          assertError(await sessions(), 403, 'EmailProofRequiredError');
          assert.equal((await keyward.call('GET', '/me', { token })).status, 200);
          // With the session, the proof comes from the same person, so the session stays.
          const otp = await codeFor(mailed, 'verify', email);
          const proof = { token, body: { email, otp } };
          assert.equal((await keyward.call('POST', '/link/verify', proof)).status, 200);
          assert.equal((await sessions()).status, 200);
          const moved = await keyward.call('PATCH', '/me', { token, body: { email: `moved.${email}` } });
          assert.equal(moved.status, 200, moved.text);
          assertError(await sessions(), 403, 'EmailProofRequiredError');
          assert.equal((await keyward.call('POST', '/logout', { token })).status, 200);
        } finally {
          await set('jwt', { session_duration_days: 7 });
        }
      });

    it('SU12: a one-time code that was issued before the rule does not work either', async () => {
      await require(false);
      const [provider] = providers;
      provider.user = { sub: 'handed', email: 'handed@example.org', email_verified: false };
      const verifier = 'v'.repeat(43);
      const challenge = createHash('sha256').update(verifier).digest('base64url');
      const address = `${loginUrl(keyward, 'idp1')}&code_challenge=${challenge}&code_challenge_method=S256`;
      const { searchParams } = await createBrowser().followTo(address, FRONTEND);
      const body = { code: searchParams.get('code'), code_verifier: verifier };
      await require(true);
      assertError(await keyward.call('POST', '/token/exchange', { body }), 403, 'EmailProofRequiredError');
    });

    it('SU4: an account signs in with its password only once its mailbox is proven', async () => {
      const person = await unproven();
      assertError(await logIn(person.email, 'Wrong-horse-1'), 401, 'InvalidCredentialsError');
      for (const path of ['/login', '/login/password']) {
        const refused = await logIn(person.handle, PASSWORD, path);
        assertError(refused, 403, 'EmailProofRequiredError');
        assert.match(asText(refused.body['message']), /\/link\/verify/);
        assert.doesNotMatch(refused.text, /token/);
      }
      assert.ok(!asked.includes(person.email), 'the host application was asked for nothing');
      const told = (await auditLogOf(keyward.database, 'login.failed')).filter(
        ({ data }) => asObject(data['account'])['id'] === person.id,
      );
      assert.ok(told.some(({ data }) => data['reason'] === 'email_proof_required'));
      assert.equal((await keyward.call('GET', '/me', { token: person.token })).status, 200);

      const otp = await codeFor(mailed, 'verify', person.email);
      const verified = await keyward.call('POST', '/link/verify', { body: { email: person.email, otp } });
      assert.equal(verified.status, 200, verified.text);
      accessTokenOf(await logIn(person.email));
    });

    it('a mailed code proves the mailbox and signs in at once', async () => {
      const person = await unproven();
      const otp = await codeFor(mailed, 'login', person.email);
      accessTokenOf(await keyward.call('POST', '/login/otp', { body: { email: person.email, otp } }));
    });

    it('SU4: no second factor and no passkey bypasses the proof', async () => {
      let secret = '';
      const passkeys = new Authenticator();
      let challenge = '';
      const person = await unproven(async (made) => {
        assert.equal((await enrol(keyward, made.token, passkeys)).status, 201);
        secret = await beginTotp(keyward, made.token);
        const body = { code: codeOf(keyward, secret) };
        await keyward.call('POST', '/account/totp/confirm', { token: made.token, body });
        const begun = await logIn(made.email);
        challenge = asText(asObject(begun.body['details'])['challenge']);
        // The state that earlier versions left behind.
        await keyward.app.services.store.accounts.update(made.id, { email_verified: 0 });
      });
      assertError(await logIn(person.email), 403, 'EmailProofRequiredError');
      assertError(await signIn(keyward, passkeys), 403, 'EmailProofRequiredError');
      const answer = () => {
        keyward.clock.advance(30_000);
        const body = { challenge, method: 'totp', code: codeOf(keyward, secret) };
        return keyward.call('POST', '/login/challenge', { body });
      };
      assertError(await answer(), 403, 'EmailProofRequiredError');
      await require(false);
      // A refused request uses up neither the challenge nor a code.
      accessTokenOf(await answer());
    });

    it('SU4: a provider counts only if it vouches for the email', async () => {
      await require(true);
      const [first] = providers;
      const user = { sub: 'somebody', email: 'somebody@example.org' };
      first.user = { ...user, email_verified: false };
      assertFailed(await signInWith(keyward, 'idp1'), 'email_proof_required');
      await require(false);
      await assertSignedIn(keyward, await signInWith(keyward, 'idp1'));
      await require(true);
      assertFailed(await signInWith(keyward, 'idp1'), 'email_proof_required');
      first.user = { ...user, email_verified: true };
      await assertSignedIn(keyward, await signInWith(keyward, 'idp1'));
    });

    it('SU4: superadmins sign in without it', async () => {
      await require(true);
      accessTokenOf(await logIn((await superadminOf(keyward)).email));
    });
  });
}
