import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { auditLogOf } from '../../support/audit-log.ts';
import { type Answer, PASSWORD, type SignedUp } from '../../support/keyward.ts';
import { linkIn } from '../../support/mail-server.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { codeFor, suiteMailed } from '../codes/support/mailed.ts';
import { asObject, assertRefusal } from '../expectations.ts';
import { addInvitation, addMember, addOrganization, membersOf, ON } from '../organizations/help.ts';
import { addPerson } from '../people.ts';

const DAY_MS = 86_400_000;

for (const kind of databasesFor(import.meta.filename)) {
  describe(`accounts that wait for their deletion, ${kind}`, () => {
    const keyward = suiteMailed(kind, { settings: ON });
    let root: SignedUp;

    beforeEach(async () => {
      await keyward.database.query("update accounts set role = 'user' where role = 'superadmin'");
      root = await addSuperadmin(keyward, { verified: true });
      const { token } = root;
      await keyward.call('PATCH', '/config/signup', { token, body: { deletion_grace_days: 7 } });
    });

    const leave = ({ token }: SignedUp) => keyward.call('DELETE', '/me', { token });
    const signIn = ({ email }: SignedUp) =>
      keyward.call('POST', '/login', { body: { identifier: email, password: PASSWORD } });
    const dueAt = async ({ id }: SignedUp) => {
      const [row] = await keyward.database.query('select deletion_at from accounts where id = $1', [id]);
      return row?.['deletion_at'];
    };
    const exists = async (account: SignedUp) => (await dueAt(account)) !== undefined;
    const kept = async ({ id }: SignedUp) =>
      (await auditLogOf(keyward.database, 'account.deletion_cancelled'))
        .filter(({ data }) => asObject(data['account'])['id'] === id)
        .map(({ data }) => asObject(data['actor'])['type']);
    const endGrace = async () => {
      keyward.clock.advance(8 * DAY_MS);
      await keyward.app.services.sweep();
      // The other session has expired by now.
      root = { ...root, ...(await keyward.logIn(root.email)) };
    };

    it('OW4: do not count as superadmins: who is left stays one', async () => {
      const other = await addSuperadmin(keyward, { verified: true });
      const { id, token } = root;
      assert.equal((await leave(other)).status, 200);
      assertRefusal(await leave(root), 409, 'LastSuperadminError');
      const change = (body: object) =>
        keyward.call('PATCH', '/account/', { token, body: { account_id: id, ...body } });
      assertRefusal(await change({ role: 'user' }), 409, 'LastSuperadminError');
      assertRefusal(await change({ status: 'suspended' }), 409, 'LastSuperadminError');
      const remove = await keyward.call('DELETE', '/account', { token, body: { account_id: id } });
      assertRefusal(remove, 409, 'LastSuperadminError');
      const { body } = await keyward.call('GET', '/config/checklist', { token });
      assert.match(JSON.stringify(body['steps']), /\{"id":"superadmin","done":false/);

      assert.equal((await signIn(other)).status, 200);
      assert.equal((await leave(root)).status, 200);
      await signIn(root);
    });

    it('OW4: a promotion in the time makes no superadmin who lets the last one go', async () => {
      const person = await addPerson(keyward, { verified: true });
      assert.equal((await leave(person)).status, 200);
      const body = { account_id: person.id, role: 'superadmin' };
      assert.equal((await keyward.call('PATCH', '/account/', { token: root.token, body })).status, 200);
      assertRefusal(await leave(root), 409, 'LastSuperadminError');
    });

    it('OW4: the last superadmin stays after the time, and can sign in', async () => {
      const other = await addSuperadmin(keyward, { verified: true });
      await keyward.database.query("update accounts set deletion_at = $1 where role = 'superadmin'", [
        keyward.clock.now(),
      ]);
      await keyward.app.services.sweep();
      assert.deepEqual([await exists(root), await exists(other)], [true, false]);
      assert.equal((await signIn(root)).status, 200);
      assert.deepEqual(await kept(root), ['service']);
    });

    it('OW4: an owner stays after the time if all others are suspended, can sign in, and gets a mail', async () => {
      const [owner, heir] = [
        await addPerson(keyward, { verified: true }),
        await addPerson(keyward, { verified: true }),
      ];
      const acme = await addOrganization(keyward, root, owner);
      await addMember(keyward, root, acme, heir, 'owner');
      assert.equal((await leave(owner)).status, 200);
      await keyward.mail.nextMail(owner.email);
      const suspend = { token: root.token, body: { account_id: heir.id, status: 'suspended' } };
      assert.equal((await keyward.call('PATCH', '/account/', suspend)).status, 200);
      await endGrace();
      assert.equal(await dueAt(owner), null);
      assert.deepEqual(await kept(owner), ['service']);
      const { parsed } = await keyward.mail.nextMail(owner.email);
      assert.match(parsed.text ?? '', /It stays, because nobody else manages an organization/);
      assert.equal((await signIn(owner)).status, 200);
      assert.deepEqual(await membersOf(keyward, root, acme), { [owner.id]: ['owner'], [heir.id]: ['owner'] });
      // Nothing is left to cancel.
      await endGrace();
      assert.deepEqual(await kept(owner), ['service']);
    });

    it('OW4: nobody joins an organization that goes with its owner, except another owner', async () => {
      const owner = await addPerson(keyward, { verified: true });
      const joiner = await addPerson(keyward, { verified: true });
      const acme = await addOrganization(keyward, root, owner);
      const join = (...roles: string[]) =>
        keyward.call('POST', `${acme.path}/member`, {
          token: root.token,
          body: { account_id: joiner.id, roles },
        });
      assert.equal((await leave(owner)).status, 200);
      assertRefusal(await join('admin'), 403, 'MembershipRefusedError');
      assert.equal((await join('owner')).status, 201);
      await endGrace();
      assert.equal(await exists(owner), false);
      assert.deepEqual(await membersOf(keyward, root, acme), { [joiner.id]: ['owner'] });
    });

    it('OW4: stay when the owner undoes what a thief did, who has asked for the deletion', async () => {
      const owner = await addPerson(keyward, { verified: true });
      const planted = 'Planted-horse-1';
      const { token } = owner;
      const body = { password: planted, current_password: PASSWORD };
      assert.equal((await keyward.call('PUT', '/update/password', { token, body })).status, 200);
      const link = new URL(linkIn(await keyward.mail.nextMail(owner.email)));
      const thief = { ...owner, ...(await keyward.logIn(owner.email, planted)) };
      assert.equal((await leave(thief)).status, 200);
      const undo = { body: { token: link.searchParams.get('token') } };
      assert.equal((await keyward.call('POST', '/email/undo', undo)).status, 200);
      assert.equal(await dueAt(owner), null);
      assert.deepEqual(await kept(owner), ['account']);
    });

    it('O8-6: keep nobody out who first proves the mailbox, only whoever has asked for it', async () => {
      const password = 'Victim-horse-1';
      const post = (path: string, body: object) => keyward.call('POST', path, { body });
      const enter = async (email: string) =>
        post('/login/otp', { email, otp: await codeFor(keyward, 'login', email) });
      const accept = async (email: string) => {
        const token = new URL(linkIn(await keyward.mail.nextMail(email))).searchParams.get('token');
        return post('/signup/invitation', { token, name: 'Ada', password });
      };
      const owner = await addPerson(keyward, { verified: true });
      const acme = await addOrganization(keyward, root, owner);
      const ways: Record<string, (email: string) => Promise<Answer>> = {
        code: enter,
        reset: async (email) =>
          post('/forgot/password', { email, password, otp: await codeFor(keyward, 'reset', email) }),
        async verify(email) {
          await post('/link/verify', { email, otp: await codeFor(keyward, 'verify', email) });
          await keyward.mail.nextMail(email);
          await keyward.app.services.sweep();
          return enter(email);
        },
        async invitation(email) {
          await keyward.call('POST', '/invitation/', { token: root.token, body: { email, name: 'Ada' } });
          return accept(email);
        },
        async membership(email) {
          await addInvitation(keyward, owner, acme, email);
          return accept(email);
        },
      };
      const due = async (verified: boolean) => {
        const person = await addPerson(keyward, { verified });
        const values = [keyward.clock.now(), person.id];
        await keyward.database.query('update accounts set deletion_at = $1 where id = $2', values);
        return person;
      };
      for (const [way, prove] of Object.entries(ways)) {
        const planted = await due(false);
        const proven = await prove(planted.email);
        assert.equal(proven.status, 200, `${way}: ${proven.text}`);
        assert.deepEqual([await dueAt(planted), await kept(planted)], [null, ['account']], way);
      }
      assertRefusal(await enter((await due(true)).email), 403, 'AccountInactiveError');
    });
  });
}
