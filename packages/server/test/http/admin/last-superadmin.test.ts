import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { KeywardError } from '../../../src/errors.ts';
import { databasesFor, usually } from '../../support/usual-size.ts';
import { assertRefusal, suiteKeyward } from '../expectations.ts';
import { superadminActor } from '../../../src/features/audit/actors/actor.ts';
import { addPerson, newSession } from '../people.ts';
import { addSuperadmin } from './admin.ts';

type Way = [method: string, fields: Record<string, unknown>];

const WAYS: Record<string, Way> = {
  deleted: ['DELETE', {}],
  demoted: ['PATCH', { role: 'user' }],
  suspended: ['PATCH', { status: 'suspended' }],
  'demoted and more': ['PATCH', { name: 'New', role: 'Superadmin', password: 'Another-horse-2' }],
};

const CLIENT = {
  ipAddress: '127.0.0.1',
  userAgent: 'test',
  languages: '',
  requestId: 'test',
  method: 'PATCH',
  path: '/account',
};

/** The ways to remove a superadmin, in turn. */
function roundsOf(count: number): Way[] {
  const ways = Object.values(WAYS).slice(0, 3);
  return Array.from({ length: count }, (_, round) => ways[round % ways.length] ?? ['DELETE', {}]);
}

for (const kind of databasesFor(import.meta.filename)) {
  describe(`the last active superadmin on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    const take = (token: string, id: number, [method, fields]: Way) =>
      keyward.call(method, '/account/', { token, body: { account_id: id, ...fields } });
    /** From now on, these are the only superadmins. */
    const leave = async (count: number) => {
      await keyward.database.query(`update accounts set role = 'user' where role = 'superadmin'`);
      return Promise.all(Array.from({ length: count }, () => addSuperadmin(keyward)));
    };
    const active = () =>
      keyward.database.query(`select id, name from accounts where role = 'superadmin' and status = 'active'`);

    for (const [what, way] of Object.entries(WAYS)) {
      it(`AZ4: 409, cannot be ${what}, and stays as it was`, async () => {
        const [root] = await leave(1);
        assert.ok(root);
        await addSuperadmin(keyward, { status: 'suspended' });
        const before = await active();
        assertRefusal(await take(root.token, root.id, way), 409, 'LastSuperadminError');
        assert.deepEqual(await active(), before);
        assert.equal((await keyward.call('GET', '/me', { token: root.token })).status, 200);
      });

      it(`AZ4: with a second superadmin, either can be ${what}`, async () => {
        const [root, second, third] = await leave(3);
        assert.ok(root && second && third);
        assert.equal((await take(root.token, second.id, way)).status, 200);
        assert.equal((await take(root.token, root.id, way)).status, 200);
        assert.equal((await active()).length, 1);
      });
    }

    it('AZ4: if two superadmins demote each other at the same time, one stays, 20 times', async () => {
      for (const way of roundsOf(20)) {
        const [one, other] = await leave(2);
        assert.ok(one && other);
        const answers = await Promise.all([take(one.token, other.id, way), take(other.token, one.id, way)]);
        // The slower caller may be removed before its request is checked.
        const [first, second = 0] = answers.map(({ status }) => status).sort((a, b) => a - b);
        assert.equal(first, 200);
        assert.ok([401, 403, 409].includes(second), String(second));
        assert.equal((await active()).length, 1);
      }
    });

    it('AZ4: of two who both passed the check, one gets an error, 20 times', async () => {
      const { administration, sessions } = keyward.app.services;
      for (const [method, edit] of roundsOf(20)) {
        const [one, other] = await leave(2);
        assert.ok(one && other);
        const act = async (token: string, id: number) => {
          const caller = await sessions.authenticate(token);
          const actor = superadminActor(caller, CLIENT);
          return () =>
            method === 'DELETE'
              ? administration.deleteAccount(actor, id)
              : administration.changeAccount(actor, id, edit);
        };
        const acts = [await act(one.token, other.id), await act(other.token, one.id)];
        const results = await Promise.allSettled(acts.map((run) => run()));
        const refused = results.filter((result) => result.status === 'rejected');
        assert.deepEqual(
          refused.map(({ reason }) => (reason instanceof KeywardError ? reason.kind : reason)),
          ['LastSuperadminError'],
        );
        assert.equal((await active()).length, 1);
      }
    });

    it('AZ4: a superadmin whose session ends during a request can no longer act', async () => {
      const { administration, sessions } = keyward.app.services;
      const [root, victim] = await leave(2);
      assert.ok(root && victim);
      const actor = superadminActor(await sessions.authenticate(root.token), CLIENT);
      assert.equal((await keyward.call('POST', '/logout-all', { token: root.token })).status, 200);
      const refused = { kind: 'SessionDestroyedError' };
      await assert.rejects(administration.changeAccount(actor, victim.id, { name: 'New' }), refused);
      await assert.rejects(administration.endSessionsOf(actor, victim.id), refused);
      await assert.rejects(administration.deleteAccount(actor, victim.id), refused);
    });

    it('AZ4: a superadmin who is demoted during a request can no longer act', async () => {
      const { administration, sessions } = keyward.app.services;
      const [root, demoted, victim] = await leave(3);
      assert.ok(root && demoted && victim);
      const caller = await sessions.authenticate(demoted.token);
      await take(root.token, demoted.id, ['PATCH', { role: 'user' }]);
      const actor = superadminActor(caller, CLIENT);
      const refused = { kind: 'RoleMismatchError' };
      await assert.rejects(administration.changeAccount(actor, victim.id, { name: 'New' }), refused);
      await assert.rejects(administration.deleteAccount(actor, victim.id), refused);
      await assert.rejects(administration.changeAccount(actor, demoted.id, { role: 'superadmin' }), refused);

      const session = await newSession(keyward, victim.id);
      const fields = { name: 'Own', email: 'own@example.org', password: null, role: 'superadmin' };
      await assert.rejects(administration.createAccount(actor, fields), refused);
      await assert.rejects(administration.endSession(actor, caller.row.id), refused);
      await assert.rejects(administration.endSessionsOf(actor, victim.id), refused);
      await assert.rejects(administration.removeSessions(actor, 'all'), refused);
      await assert.rejects(administration.removeCodes(actor, 'all'), refused);
      const { runtimeSettings, settings } = keyward.app.services;
      const { current } = settings;
      const change = runtimeSettings.change(
        'cookie',
        { input: { access_cookie_name: 'taken' }, how: 'replace' },
        actor,
        false,
      );
      await assert.rejects(change, refused);
      assert.equal(settings.current, current);
      assert.deepEqual(await keyward.database.query('select version from settings'), []);
      assert.equal((await keyward.call('GET', '/me', { token: session.token })).status, 200);
      assert.deepEqual(await keyward.database.query(`select id from accounts where name = 'Own'`), []);
    });

    it('AZ4: superadmins who all demote everybody leave one', async () => {
      const people = await leave(usually(5, 10));
      await Promise.all(
        people.flatMap(({ token }) => people.map(({ id }) => take(token, id, ['PATCH', { role: 'user' }]))),
      );
      assert.equal((await active()).length, 1);
    });

    it('users come and go meanwhile', async () => {
      const [root] = await leave(1);
      assert.ok(root);
      const { id } = await addPerson(keyward);
      assert.equal((await take(root.token, id, ['PATCH', { status: 'suspended', role: 'x' }])).status, 200);
      assert.equal((await take(root.token, root.id, ['PATCH', { name: 'Renamed' }])).status, 200);
      assert.equal((await take(root.token, id, ['DELETE', {}])).status, 200);
    });
  });
}
