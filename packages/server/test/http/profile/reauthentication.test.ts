import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Answer, PASSWORD, type SignedUp, type TestKeyward } from '../../support/keyward.ts';
import { assertRefusal, suiteKeyward } from '../expectations.ts';
import { accountRow, addPerson } from '../people.ts';
import { ANY_DATABASE } from '../../support/usual-size.ts';

/** A session younger than this needs no password. */
const FRESH_MS = 10 * 60_000;
const WRONG = 'Wrong-horse-1';
/** A provider that needs no request before the browser is sent to it. */
const GITHUB = { KEYWARD_IDP2_CLIENT_ID: 'keyward', KEYWARD_IDP2_CLIENT_SECRET: 'secret' };

type Change = (person: SignedUp, proof?: { current_password?: string }) => Promise<Answer>;

function linksOf(keyward: TestKeyward, id: number) {
  return keyward.app.services.store.providerLinks.ofAccount(id);
}

async function link(keyward: TestKeyward, id: number): Promise<void> {
  if ((await linksOf(keyward, id)).length > 0) return;
  const identity = { provider: keyward.app.services.providers.issuerOf('idp2'), subject: String(id) };
  await keyward.app.services.store.providerLinks.insert({ account_id: id, ...identity, created_at: 0 });
}

for (const kind of ANY_DATABASE) {
  describe(`re-authentication in the strict profile on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: { KEYWARD_PROFILE: 'strict', ...GITHUB } });
    let serial = 0;
    const changes: Record<string, Change> = {
      'PUT /update/password': ({ token }, proof) =>
        keyward.call('PUT', '/update/password', { token, body: { password: 'kT7vouzg-2', ...proof } }),
      'PATCH /me email': ({ token }, proof) => {
        serial += 1;
        const body = { email: `changed${serial}@example.org`, ...proof };
        return keyward.call('PATCH', '/me', { token, body });
      },
      'POST /account/oauth/link/idp2': ({ token }, proof) =>
        keyward.call('POST', '/account/oauth/link/idp2', {
          token,
          headers: { accept: 'application/json' },
          ...(proof && { body: proof }),
        }),
      'DELETE /account/oauth/idp2': async ({ id, token }, proof) => {
        await link(keyward, id);
        const answer = await keyward.call('DELETE', '/account/oauth/idp2', {
          token,
          ...(proof && { body: proof }),
        });
        assert.equal((await linksOf(keyward, id)).length, answer.status === 200 ? 0 : 1);
        return answer;
      },
    };

    for (const [title, change] of Object.entries(changes)) {
      it(`PW8: ${title}: a fresh session needs no password`, async () => {
        const person = await addPerson(keyward);
        keyward.clock.advance(FRESH_MS - 1);
        assert.equal((await change(person)).status, 200);
      });

      it(`PW8: ${title}: a stale session must reauthenticate, and changes nothing without`, async () => {
        const person = await addPerson(keyward);
        const row = await accountRow(keyward, person.id);
        keyward.clock.advance(FRESH_MS);
        assertRefusal(await change(person), 403, 'ReauthenticationRequiredError');
        assert.deepEqual(await accountRow(keyward, person.id), row);
      });

      it(`PW8: ${title}: a stale session with the right password may`, async () => {
        const person = await addPerson(keyward);
        keyward.clock.advance(FRESH_MS);
        assert.equal((await change(person, { current_password: PASSWORD })).status, 200);
      });

      it(`PW8: ${title}: a wrong password is refused, also in a fresh session`, async () => {
        const person = await addPerson(keyward);
        const row = await accountRow(keyward, person.id);
        for (const wait of [0, FRESH_MS]) {
          keyward.clock.advance(wait);
          assertRefusal(await change(person, { current_password: WRONG }), 401, 'InvalidCredentialsError');
          assertRefusal(await change(person, { current_password: '' }), 401, 'InvalidCredentialsError');
        }
        assert.deepEqual(await accountRow(keyward, person.id), row);
      });
    }

    it('PW8: wrong passwords count as failed logins', async () => {
      const person = await addPerson(keyward);
      keyward.clock.advance(FRESH_MS);
      const tries = Object.values(changes);
      for (let i = 0; i < 10; i += 1) {
        const change = tries[i % tries.length] ?? assert.fail();
        assertRefusal(await change(person, { current_password: WRONG }), 401, 'InvalidCredentialsError');
      }
      for (const change of Object.values(changes)) {
        assertRefusal(await change(person, { current_password: PASSWORD }), 429, 'RateLimitedError');
      }
      const body = { identifier: person.email, password: PASSWORD };
      assertRefusal(await keyward.call('POST', '/login', { body }), 429, 'RateLimitedError');
    });

    it('PW8: failed logins count against it, and it against no other account', async () => {
      const person = await addPerson(keyward);
      for (let i = 0; i < 10; i += 1) {
        const body = { identifier: person.handle, password: WRONG };
        assertRefusal(await keyward.call('POST', '/login', { body }), 401, 'InvalidCredentialsError');
      }
      for (const change of Object.values(changes)) {
        assertRefusal(await change(person, { current_password: PASSWORD }), 429, 'RateLimitedError');
        const other = await addPerson(keyward);
        assert.equal((await change(other, { current_password: PASSWORD })).status, 200);
      }
    });

    it('PW8: a stale session may change everything else', async () => {
      const { email, token } = await addPerson(keyward);
      keyward.clock.advance(FRESH_MS);
      const body = {
        name: 'New',
        handle: `stale-${serial}`,
        phone: '+4930901820',
        email: email.toUpperCase(),
      };
      const answer = await keyward.call('PATCH', '/me', { token, body });
      assert.equal(answer.status, 200, answer.text);
    });

    it('PW8: an account without a password cannot prove itself by one', async () => {
      const person = await addPerson(keyward);
      await keyward.database.query('update accounts set password_hash = null where id = $1', [person.id]);
      keyward.clock.advance(FRESH_MS);
      for (const change of Object.values(changes)) {
        assertRefusal(await change(person), 403, 'ReauthenticationRequiredError');
        const proof = { current_password: PASSWORD };
        assertRefusal(await change(person, proof), 401, 'InvalidCredentialsError');
      }
    });
  });

  describe(`re-authentication in the documented profile on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: GITHUB });

    it('is not required, however old the session', async () => {
      const { id, token } = await addPerson(keyward);
      keyward.clock.advance(6 * 86_400_000);
      await link(keyward, id);
      assert.equal((await keyward.call('DELETE', '/account/oauth/idp2', { token })).status, 200);
      assert.equal((await keyward.call('POST', '/account/oauth/link/idp2', { token })).status, 307);
      const email = { email: 'documented@example.org' };
      assert.equal((await keyward.call('PATCH', '/me', { token, body: email })).status, 200);
      const password = { password: 'Another-horse-2' };
      assert.equal((await keyward.call('PUT', '/update/password', { token, body: password })).status, 200);
    });
  });
}
