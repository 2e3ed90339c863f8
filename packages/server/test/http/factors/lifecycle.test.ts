import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { createBrowser } from '../../support/browser.ts';
import { type Answer, assertError, PASSWORD, type SignedUp } from '../../support/keyward.ts';
import { codeIn } from '../../support/mail-server.ts';
import { startOidcProvider } from '../../support/oidc-provider.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { addMember, assertNoMail, codeFor, FRONTEND, suiteMailed } from '../codes/support/mailed.ts';
import { asObject } from '../expectations.ts';
import { accountRow, CLIENT } from '../people.ts';
import { loginUrl, oidcSlot } from '../providers/harness.ts';
import { beginTotp, codeOf, enrolTotp } from './enrol.ts';
import { databasesFor } from '../../support/usual-size.ts';

const NEW_PASSWORD = 'kT7vouzg-2';

/** The fate of a factor that a stranger may have added before the owner proved the mailbox. */
type Fate = 'kept' | 'dropped';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`MF5: factors over the life of an account, ${kind}`, async () => {
    const provider = await startOidcProvider();
    after(() => provider[Symbol.asyncDispose]());
    const keyward = suiteMailed(kind, { settings: oidcSlot('IDP1', provider.issuer) });
    let root: SignedUp | undefined;

    async function planted(verified: boolean): Promise<SignedUp> {
      provider.register([`${keyward.url}/auth/idp1/callback`]);
      root = await addSuperadmin(keyward);
      const person = await addMember(keyward, { verified });
      const { database } = keyward;
      await database.query(
        'insert into totps (account_id, sealed_secret, last_step, created_at) values ($1, $2, 0, 0)',
        [person.id, 'planted'],
      );
      await database.query('insert into recovery_codes (account_id, code_hash) values ($1, $2)', [
        person.id,
        'planted',
      ]);
      await database.query('update accounts set second_factors = 1 where id = $1', [person.id]);
      provider.user = { sub: `of ${person.id}`, email: person.email, email_verified: true };
      return person;
    }

    /** A challenge of a sign-in with the password. */
    async function challengeOf({ email }: SignedUp, password = PASSWORD): Promise<unknown> {
      const answer = await keyward.call('POST', '/login', { body: { identifier: email, password } });
      return asObject(answer.body.details ?? {})['challenge'];
    }

    const rowsOf = async (table: string, { id }: SignedUp) =>
      (await keyward.database.query(`select * from ${table} where account_id = $1`, [id])).length;

    const post = (path: string, body: object) => keyward.call('POST', path, { body });
    const patch = (fields: object) => (person: SignedUp) =>
      keyward.call('PATCH', '/account/', {
        token: root?.token,
        body: { account_id: person.id, ...fields },
      });
    const code = async (purpose: 'login' | 'verify' | 'reset', { email }: SignedUp) => ({
      email,
      otp: await codeFor(keyward, purpose, email),
    });

    const ACTS: Record<
      string,
      { act: (person: SignedUp) => Promise<unknown>; unproven: Fate; proven: Fate }
    > = {
      'POST /login/otp': {
        act: async (person) => post('/login/otp', await code('login', person)),
        unproven: 'dropped',
        proven: 'kept',
      },
      'POST /link/verify': {
        act: async (person) => post('/link/verify', await code('verify', person)),
        unproven: 'dropped',
        proven: 'kept',
      },
      'POST /forgot/password': {
        act: async (person) =>
          post('/forgot/password', { ...(await code('reset', person)), password: NEW_PASSWORD }),
        unproven: 'dropped',
        proven: 'kept',
      },
      'GET /idp1/callback': {
        act: () => createBrowser().followTo(loginUrl(keyward, 'idp1', FRONTEND), FRONTEND),
        unproven: 'dropped',
        proven: 'kept',
      },
      'PATCH /account/ with a password': {
        act: patch({ password: NEW_PASSWORD }),
        unproven: 'dropped',
        proven: 'kept',
      },
      'PATCH /account/ that promotes': {
        act: patch({ role: 'superadmin' }),
        unproven: 'dropped',
        proven: 'kept',
      },
      'PATCH /account/ that suspends': {
        act: patch({ status: 'suspended' }),
        unproven: 'kept',
        proven: 'kept',
      },
      'keyward superadmin reset': {
        act: ({ email }) => keyward.app.services.superadmins.reset(email, NEW_PASSWORD),
        unproven: 'dropped',
        proven: 'dropped',
      },
      'DELETE /account/factors': {
        act: ({ id }) => keyward.call('DELETE', `/account/factors?account_id=${id}`, { token: root?.token }),
        unproven: 'dropped',
        proven: 'dropped',
      },
    };
    /** The acts after which an open challenge can no longer be answered: they end sessions, or replace what was proven. */
    const HARMLESS = new Set(['POST /login/otp', 'POST /link/verify', 'GET /idp1/callback']);

    const emailOf = async ({ id }: SignedUp) => {
      const row = await accountRow(keyward, id);
      return [row['email'], Number(row['email_verified'])];
    };

    it('MF20: an unproven mailbox gets no factor, and with factors it changes only by a confirmed change', async () => {
      const person = await addMember(keyward, { verified: false });
      const { token } = person;
      for (const path of ['/account/totp', '/account/passkeys/options'])
        assertError(await keyward.call('POST', path, { token }), 403, 'EmailProofRequiredError');
      const shown = { token, body: await code('verify', person) };
      assert.equal((await keyward.call('POST', '/link/verify', shown)).status, 200);
      await enrolTotp(keyward, person);
      await keyward.mail.nextMail(person.email);

      // The settings do not require a confirmation.
      const email = `moved.${person.id}@example.org`;
      const moved = await keyward.call('PATCH', '/me', { token, body: { email } });
      assert.deepEqual([moved.body['email'], moved.body['pending_email']], [person.email, email]);
      const otp = codeIn(await keyward.mail.nextMail(email));
      for (const session of [undefined, (await addMember(keyward)).token]) {
        const alone = await keyward.call('POST', '/link/verify', { token: session, body: { email, otp } });
        assertError(alone, 403, 'ReauthenticationRequiredError');
      }
      assert.deepEqual(await emailOf(person), [person.email, 1]);
      const beside = await keyward.call('POST', '/link/verify', { token, body: { email, otp } });
      assert.equal(beside.status, 200, beside.text);
      assert.deepEqual(await emailOf(person), [email, 1]);
      assert.equal(await rowsOf('totps', person), 1);
    });

    it('MF21: an app that was begun before a change of the email cannot be confirmed after it', async () => {
      const admin = await addSuperadmin(keyward);
      const confirms = async (confirm_email_change: boolean) => {
        const setting = { token: admin.token, body: { confirm_email_change } };
        assert.equal((await keyward.call('PATCH', '/config/signup', setting)).status, 200);
      };
      for (const confirm_email_change of [false, true]) {
        await confirms(confirm_email_change);
        const person = await addMember(keyward);
        const secret = await beginTotp(keyward, person.token);
        const email = `moved.${person.id}@example.org`;
        const { token } = person;
        assert.equal((await keyward.call('PATCH', '/me', { token, body: { email } })).status, 200);
        const otp = confirm_email_change
          ? codeIn(await keyward.mail.nextMail(email))
          : await codeFor(keyward, 'verify', email);
        const shown = { token, body: { email, otp } };
        assert.equal((await keyward.call('POST', '/link/verify', shown)).status, 200);
        assert.deepEqual(await emailOf(person), [email, 1]);
        const body = { code: codeOf(keyward, secret) };
        const late = await keyward.call('POST', '/account/totp/confirm', { token, body });
        assertError(late, 400, 'ChallengeInvalidError');
      }
      await confirms(false);
    });

    it('MF22: a provider signs in to an account with factors, and links, only together with the factor', async () => {
      const person = await addMember(keyward);
      const { secret } = await enrolTotp(keyward, person);
      await keyward.mail.nextMail(person.email);
      provider.register([`${keyward.url}/auth/idp1/callback`]);
      provider.user = { sub: `of ${person.id}`, email: person.email, email_verified: true };
      const browser = createBrowser();
      const end = await browser.followTo(loginUrl(keyward, 'idp1', FRONTEND), FRONTEND);
      const challenge = end.searchParams.get('challenge');
      assert.equal(typeof challenge, 'string', end.href);
      assert.equal(await rowsOf('provider_links', person), 0);
      await assertNoMail(keyward, person.email);
      keyward.clock.advance(30_000);
      const address = `${keyward.url}/auth/login/challenge`;
      const cookie = `keyward_challenge=${browser.cookie(address, 'keyward_challenge')}`;
      const body = { challenge, method: 'totp', code: codeOf(keyward, secret) };
      const answer = await keyward.call('POST', '/login/challenge', { body, headers: { cookie } });
      assert.equal(answer.status, 200, answer.text);
      assert.equal(await rowsOf('provider_links', person), 1);
      const { parsed } = await keyward.mail.nextMail(person.email);
      assert.equal(parsed.subject, 'A new way to sign in to Example');
    });

    it('MF20: a superadmin’s new email for an account with factors waits for its owner, unless it is vouched for', async () => {
      root = await addSuperadmin(keyward);
      const person = await addMember(keyward);
      await enrolTotp(keyward, person);
      const [first, second] = [`set.${person.id}@example.org`, `vouched.${person.id}@example.org`];
      const set = await patch({ email: first })(person);
      assert.equal(set.status, 200, set.text);
      assert.deepEqual(await emailOf(person), [person.email, 1]);
      const otp = codeIn(await keyward.mail.nextMail(first));
      const body = { email: first, otp };
      assert.equal((await keyward.call('POST', '/link/verify', { token: person.token, body })).status, 200);
      assert.deepEqual(await emailOf(person), [first, 1]);
      assert.equal((await patch({ email: second, email_verified: true })(person)).status, 200);
      assert.deepEqual(await emailOf(person), [second, 1]);
      assert.equal(await rowsOf('totps', person), 1);
      // Without a proof there are no factors either.
      assert.equal((await patch({ email_verified: false })(person)).status, 200);
      assert.equal(await rowsOf('totps', person), 0);
    });

    it('a superadmin gives a role or reactivates only before or after the wait for a new email', async () => {
      root = await addSuperadmin(keyward);
      const person = await addMember(keyward);
      await enrolTotp(keyward, person);
      const email = `waits.${person.id}@example.org`;
      const role = 'superadmin';
      const early = await patch({ email, role })(person);
      assertError(early, 422, 'ValidationError');
      assert.match(String(early.body['message']), /^role cannot change together with the email/);
      assert.equal((await patch({ status: 'suspended' })(person)).status, 200);
      const back = await patch({ email, status: 'active' })(person);
      assertError(back, 422, 'ValidationError');
      assert.match(String(back.body['message']), /^status cannot/);
      const row = await accountRow(keyward, person.id);
      assert.deepEqual([row['role'], row['status']], ['user', 'suspended']);
      assert.equal((await patch({ status: 'active' })(person)).status, 200);
      // This is about the new email: the present one and its factors stay.
      assert.equal((await patch({ email, email_verified: false, role: 'user' })(person)).status, 200);
      assert.deepEqual(await emailOf(person), [person.email, 1]);
      assert.equal(await rowsOf('totps', person), 1);
      assert.equal((await patch({ email, email_verified: true, role })(person)).body['role'], role);
    });

    it('a superadmin moves the mailbox of an account with factors only after a recent proof', async () => {
      const admin = await addSuperadmin(keyward);
      const { secret } = await enrolTotp(keyward, admin);
      keyward.clock.advance(20 * 60_000);
      const change = (fields: object) =>
        keyward.call('PATCH', '/account/', { token: admin.token, body: { account_id: admin.id, ...fields } });
      for (const fields of [{ email: 'evil@example.org' }, { email_verified: false }])
        assertError(await change(fields), 403, 'ReauthenticationRequiredError');
      assert.equal((await change({ name: 'Root' })).status, 200);
      const body = { code: codeOf(keyward, secret) };
      await keyward.call('POST', '/account/reauthenticate', { token: admin.token, body });
      const moved = await change({ email: `moved.${admin.id}@example.org`, email_verified: true });
      assert.equal(moved.status, 200, moved.text);
    });

    it('an ended session reauthenticates nobody, and uses no code up', async () => {
      const person = await addMember(keyward);
      const { codes } = await enrolTotp(keyward, person);
      const { store } = keyward.app.services;
      const caller = await keyward.app.services.sessions.authenticate(person.token);
      await store.sessions.deleteOfAccount(person.id);
      await assert.rejects(
        keyward.app.services.proveAgain(caller, { code: codes[0] ?? '', client: CLIENT }),
        { kind: 'SessionDestroyedError' },
      );
      assert.equal(await store.recoveryCodes.count(person.id), 10);
      await assert.rejects(keyward.app.services.factors.passkeyOptions.forReauthentication(caller), {
        kind: 'SessionDestroyedError',
      });
    });

    for (const [name, { act, ...fates }] of Object.entries(ACTS)) {
      for (const state of ['unproven', 'proven'] as const) {
        it(`${name}, ${state}`, async () => {
          const person = await planted(state === 'proven');
          const challenge = await challengeOf(person);
          assert.equal(typeof challenge, 'string');
          const done = await act(person);
          if (isAnswer(done)) assert.ok(done.status === 200 || done.status === 401, done.text);
          const [account] = await keyward.database.query(
            'select second_factors from accounts where id = $1',
            [person.id],
          );
          const left = fates[state] === 'kept' ? 1 : 0;
          assert.equal(Number(account?.['second_factors']), left);
          assert.equal(await rowsOf('totps', person), left);
          assert.equal(await rowsOf('recovery_codes', person), left);
          const live = await rowsOf('challenges', person);
          if (left === 0 || !HARMLESS.has(name)) {
            const answer = await post('/login/challenge', { challenge, method: 'totp', code: '123456' });
            assert.equal(answer.body['error'], 'ChallengeInvalidError', answer.text);
          } else assert.ok(live > 0, 'a sign-in of the owner ends no other that is under way');
          // With the factors, a sign-in still requires as much as before.
          if (name === 'POST /login/otp' && isAnswer(done))
            assert.equal(done.status, left === 0 ? 200 : 401, done.text);
        });
      }
    }
  });
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && 'text' in value;
}
