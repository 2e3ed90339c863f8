import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PASSWORD, type SignedUp, startKeyward, type TestKeyward } from '../../support/keyward.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { addMember, assertSession, codeFor, mailSettings, suiteMailed } from '../codes/support/mailed.ts';
import { claimsOf } from '../expectations.ts';
import { CLIENT } from '../people.ts';
import { databasesFor } from '../../support/usual-size.ts';

const ROUNDS = 3;
const PLANTED = 'https://planted';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`acts at once on two instances, ${kind}`, () => {
    const settings = { KEYWARD_PROFILE: 'strict' };
    let second: TestKeyward;
    let root: SignedUp;
    // Registered before the hook that drops the database.
    after(() => second[Symbol.asyncDispose]());
    const keyward = suiteMailed(kind, { settings });
    before(async () => {
      const { database, clock } = keyward;
      second = await startKeyward(kind, { database, clock, settings: mailSettings(keyward.mail, settings) });
      root = await addSuperadmin(keyward);
    });

    const linksOf = ({ id }: SignedUp) => keyward.app.services.store.providerLinks.ofAccount(id);
    const statuses = async (calls: Promise<{ status: number }>[]) =>
      (await Promise.all(calls)).map(({ status }) => status);
    const change = (by: TestKeyward, person: SignedUp, fields: Record<string, unknown>) =>
      by.call('PATCH', '/account/', { token: root.token, body: { account_id: person.id, ...fields } });

    it('CL2: in either order, nothing unproven is left, and no deadlock occurs', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const person = await addMember(keyward, { verified: false });
        const { email, id } = person;
        const link = { account_id: id, provider: PLANTED, subject: email, created_at: 0 };
        await keyward.app.services.store.providerLinks.insert(link);
        const body = async (purpose: 'login' | 'verify' | 'reset') => ({
          email,
          otp: await codeFor(keyward, purpose, email),
        });
        const [login, verify, reset] = [await body('login'), await body('verify'), await body('reset')];
        const answered = await statuses([
          keyward.call('POST', '/login/otp', { body: login }),
          second.call('POST', '/forgot/password', { body: { ...reset, password: 'kT7vouzg-2' } }),
          keyward.call('POST', '/link/verify', { body: verify }),
          change(second, person, { password: 'kT7vouzg-3' }),
        ]);
        // A code that another act dropped is not found. A sign-in that another act overtakes begins no session: 503.
        const expected = [[200, 404, 503], [200, 404, 503], [200, 404], [200]];
        assert.ok(
          answered.every((status, index) => expected[index]?.includes(status)),
          answered.join(' '),
        );
        assert.deepEqual(await linksOf(person), []);
        await assertSession(second, person.token, 'ended');
      }
    });

    it('CL2: a stranger’s link that is under way is not made after the owner’s proof', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const person = await addMember(keyward, { verified: false });
        const { email, token } = person;
        const otp = await codeFor(keyward, 'login', email);
        const profile = { subject: email, email: null, emailVerified: false, name: null, avatarUrl: null };
        const stranger = { issuer: PLANTED, providerName: 'planted', profile, client: CLIENT };
        const [proof] = await Promise.allSettled([
          keyward.call('POST', '/login/otp', { body: { email, otp } }),
          second.app.services.identityLinks.link(stranger, Number(claimsOf(token)['sid']), true),
        ]);
        assert.equal(proof.status === 'fulfilled' && proof.value.status, 200);
        assert.deepEqual(await linksOf(person), []);
      }
    });

    it('SE9: a login beside a suspension leaves no session', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const person = await addMember(keyward);
        const body = { identifier: person.email, password: PASSWORD };
        const [suspended, ...logins] = await statuses([
          change(second, person, { status: 'suspended' }),
          ...[keyward, second, keyward].map((by) => by.call('POST', '/login', { body })),
        ]);
        assert.equal(suspended, 200);
        assert.ok(
          logins.every((status) => [200, 403, 503].includes(status)),
          logins.join(' '),
        );
        const left = await keyward.database.query('select id from sessions where account_id = $1', [
          person.id,
        ]);
        assert.deepEqual(left, []);
      }
    });
  });
}
