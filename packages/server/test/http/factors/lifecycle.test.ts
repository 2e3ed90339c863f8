import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { createBrowser } from '../../support/browser.ts';
import { DATABASES } from '../../support/databases.ts';
import { type Answer, PASSWORD, type SignedUp } from '../../support/keyward.ts';
import { startOidcProvider } from '../../support/oidc-provider.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { addMember, codeFor, FRONTEND, suiteMailed } from '../codes/support/mailed.ts';
import { asObject } from '../expectations.ts';
import { loginUrl, oidcSlot } from '../providers/harness.ts';

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
