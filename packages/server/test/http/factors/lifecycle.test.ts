import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { createBrowser } from '../../support/browser.ts';
import { DATABASES } from '../../support/databases.ts';
import { type Answer, assertError, PASSWORD, type SignedUp } from '../../support/keyward.ts';
import { startOidcProvider } from '../../support/oidc-provider.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { addMember, codeFor, FRONTEND, suiteMailed } from '../codes/support/mailed.ts';
import { asObject } from '../expectations.ts';
import { CLIENT } from '../people.ts';
import { loginUrl, oidcSlot } from '../providers/harness.ts';
import { codeOf, enrolTotp } from './enrol.ts';

const NEW_PASSWORD = 'kT7vouzg-2';

/** What becomes of a factor that somebody else may have added before the owner proved the mailbox. */
type Fate = 'kept' | 'dropped';

for (const kind of DATABASES) {
  describe(`MF5: factors over the life of an account, ${kind}`, async () => {
    const provider = await startOidcProvider();
    after(() => provider[Symbol.asyncDispose]());
    const keyward = suiteMailed(kind, { settings: oidcSlot('IDP1', provider.issuer) });
    let root: SignedUp | undefined;

    async function planted(verified: boolean): Promise<SignedUp> {
      provider.register([`${keyward.url}/auth/idp1/callback`]);
      root ??= await addSuperadmin(keyward);
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
        proven: 'kept',
      },
      'DELETE /account/factors': {
        act: ({ id }) => keyward.call('DELETE', `/account/factors?account_id=${id}`, { token: root?.token }),
        unproven: 'dropped',
        proven: 'dropped',
      },
    };
    /** The acts after which an open challenge can no longer be answered: they end sessions, or replace what was proven. */
    const HARMLESS = new Set(['POST /login/otp', 'POST /link/verify', 'GET /idp1/callback']);

    it('a new mailbox does not shed the factors of a proven one, however it is proven', async () => {
      for (const proof of ['/link/verify', '/login/otp', '/forgot/password'] as const) {
        provider.register([`${keyward.url}/auth/idp1/callback`]);
        const person = await addMember(keyward);
        await enrolTotp(keyward, person);
        await keyward.mail.nextMail(person.email);
        const email = `moved.${person.id}@example.org`;
        const moved = await keyward.call('PATCH', '/me', { token: person.token, body: { email } });
        assert.equal(moved.status, 200, moved.text);
        const purpose = proof === '/link/verify' ? 'verify' : proof === '/login/otp' ? 'login' : 'reset';
        const shown = await post(proof, {
          ...(await code(purpose, { ...person, email })),
          ...(purpose === 'reset' && { password: NEW_PASSWORD }),
        });
        assert.equal(shown.status, purpose === 'verify' ? 200 : 401, shown.text);
        assert.equal(await rowsOf('totps', person), 1);
      }
    });

    it('a superadmin moves the mailbox of an account with factors only after a recent proof', async () => {
      const admin = await addSuperadmin(keyward);
      const { secret } = await enrolTotp(keyward, admin);
      keyward.clock.advance(20 * 60_000);
      const change = (fields: object) =>
        keyward.call('PATCH', '/account/', { token: admin.token, body: { account_id: admin.id, ...fields } });
      for (const fields of [{ email: 'evil@example.org' }, { email_verified: true }])
        assertError(await change(fields), 403, 'ReauthenticationRequiredError');
      assert.equal((await change({ name: 'Root' })).status, 200);
      const body = { code: codeOf(keyward, secret) };
      await keyward.call('POST', '/account/reauthenticate', { token: admin.token, body });
      const moved = await change({ email: `moved.${admin.id}@example.org` });
      assert.equal(moved.status, 200, moved.text);
    });

    it('an ended session reauthenticates nobody, and uses no code up', async () => {
      const person = await addMember(keyward);
      const { codes } = await enrolTotp(keyward, person);
      const { store } = keyward.app.services;
      const caller = await keyward.app.services.sessions.authenticate(person.token);
      await store.sessions.deleteOfAccount(person.id);
      await assert.rejects(
        keyward.app.services.factors.reauthenticate(caller, { code: codes[0] ?? '', client: CLIENT }),
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
          // With the factors, nothing less than before lets anybody in.
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
