import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { removeMember } from '../../../src/features/identity/accounts/owned-organizations.ts';
import { BY_SERVICE } from '../../../src/features/audit/events/origin.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { holdAccount } from '../../support/hold-account.ts';
import { until } from '../../support/until.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { assertRefusal, suiteKeyward } from '../expectations.ts';
import { addPerson } from '../people.ts';
import { addMember, addOrganization, ON } from './help.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`members who leave an organization on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: ON });

    const addPair = async () => {
      const [root, owner, member] = [
        await addSuperadmin(keyward),
        await addPerson(keyward, { verified: true }),
        await addPerson(keyward, { verified: true }),
      ];
      const acme = await addOrganization(keyward, root, owner);
      await addMember(keyward, root, acme, member, 'member');
      const count = async () => {
        const { status, text, body } = await keyward.call('GET', acme.path, { token: owner.token });
        assert.equal(status, 200, text);
        return body['members_count'];
      };
      return { member, acme, count };
    };

    // SQLite has one writer.
    const skip = kind === 'sqlite';
    it('S14: are counted once, whose accounts are deleted meanwhile', { skip }, async () => {
      const { member, acme, count } = await addPair();
      const { store, clock } = keyward.app.services;
      const id = (await store.organizations.idOf(acme.id, clock.now())) ?? 0;
      const deletion = await store.transaction(async (tables) => {
        const row = await tables.organizations.lock(id);
        const [membership, account] = [
          await tables.memberships.find(id, member.id),
          await tables.accounts.find('id', member.id),
        ];
        assert.ok(row && membership && account);
        const asked = keyward.call('DELETE', '/me', { token: member.token });
        await until(async () => {
          const waits = await keyward.database.query(
            "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
          );
          return waits.length > 0;
        }, 'the deletion waits for the organization');
        await removeMember(tables, row, membership, account, 'left', { by: BY_SERVICE, at: clock.now() });
        return { asked };
      });
      const { status, text } = await deletion.asked;
      assert.equal(status, 200, text);
      assert.equal(await count(), 1);
    });

    it(
      'wait for a change of their account before they hold their session, which it ends',
      { skip },
      async () => {
        const { member, acme } = await addPair();
        await using held = await holdAccount(keyward.database.url, member.id);
        const asked = keyward.call('POST', `${acme.path}/leave`, { token: member.token });
        await held.waiters(1);
        await held.endSessions();
        assertRefusal(await asked, 401, 'SessionDestroyedError');
      },
    );

    it('S14: leave it to the others, in any order', async () => {
      for (let round = 0; round < 4; round += 1) {
        const { member, acme, count } = await addPair();
        const { token } = member;
        await Promise.all([
          keyward.call('POST', `${acme.path}/leave`, { token }),
          keyward.call('DELETE', '/me', { token }),
        ]);
        assert.equal(await count(), 1);
      }
    });
  });
}
