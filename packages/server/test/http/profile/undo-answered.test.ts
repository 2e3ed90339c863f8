import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { linkIn } from '../../support/mail-server.ts';
import { PASSWORD, type SignedUp } from '../../support/keyward.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { addPerson, newSession } from '../people.ts';
import { changeAndUndo, undoScene } from './undo-help.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`an undo takes nothing for which somebody else answers since, ${kind}`, () => {
    const scene = undoScene(kind);
    const { keyward } = scene;

    const accountOf = async (id: number) => {
      const row = await keyward.app.services.store.accounts.find('id', id);
      assert.ok(row);
      return row;
    };
    const change = (by: SignedUp, { id }: { id: number }, fields: object) =>
      scene.ask(by, 'PATCH', '/account', { account_id: id, ...fields });
    const again = async <One extends { id: number }>(one: One) => ({
      ...one,
      ...(await newSession(keyward, one.id)),
    });

    it('R10: leaves an email that another superadmin has set, and drops what came by the earlier one', async () => {
      const other = await addSuperadmin(keyward);
      const person = await addSuperadmin(keyward, { verified: true });
      const password = 'Planted-horse-2';
      await change(scene.root, person, { email: `first.${person.email}`, email_verified: true });
      await change(await again(person), person, { password });
      await change(other, person, { email: `second.${person.email}`, email_verified: true });
      await changeAndUndo(keyward, scene.root);
      const { email, password_hash: hash } = await accountOf(person.id);
      assert.deepEqual([email, hash], [`second.${person.email}`, null]);
    });

    it('gives an email back that somebody who had it has changed again', async () => {
      const person = await addSuperadmin(keyward, { verified: true });
      await change(scene.root, person, { email: `first.${person.email}`, email_verified: true });
      await change(await again(person), person, { email: `second.${person.email}`, email_verified: true });
      await changeAndUndo(keyward, scene.root);
      assert.equal((await accountOf(person.id)).email, person.email);
    });

    it('R10: leaves the role to somebody whom another superadmin has made one again, and what they do since', async () => {
      const other = await addSuperadmin(keyward);
      const [person, before, after] = await Promise.all([1, 2, 3].map(() => addPerson(keyward)));
      assert.ok(person && before && after);
      await change(scene.root, person, { role: 'superadmin' });
      await change(await again(person), before, { role: 'superadmin' });
      await change(other, person, { role: 'user' });
      await change(other, person, { role: 'superadmin' });
      await change(await again(person), after, { role: 'superadmin' });
      await changeAndUndo(keyward, scene.root);
      const roles = await Promise.all(
        [person, before, after].map(async ({ id }) => (await accountOf(id)).role),
      );
      assert.deepEqual(roles, ['superadmin', 'user', 'superadmin']);
    });

    it('leaves a superadmin alone whom an operator has reset', async () => {
      const person = await addPerson(keyward);
      await change(scene.root, person, { role: 'superadmin' });
      await keyward.app.services.superadmins.reset(person.email, 'Rescued-horse-2');
      await changeAndUndo(keyward, scene.root);
      const { role, password_hash: hash } = await accountOf(person.id);
      assert.deepEqual([role, hash === null], ['superadmin', false]);
    });

    for (const [first, last] of [
      ['other', 'root'],
      ['root', 'other'],
    ] as const)
      it(`R10: leaves the role to somebody whom ${first} invited, and ${last} invited again`, async () => {
        const inviters = { root: scene.root, other: await addSuperadmin(keyward) };
        const email = `invited.${first}.${inviters.other.email}`;
        const body = { email, role: 'superadmin' };
        const { id } = await scene.ask(inviters[first], 'POST', '/invitation', body);
        await keyward.mail.nextMail(email);
        await scene.ask(inviters[last], 'POST', `/invitation/${String(id)}/resend`);
        const token = new URL(linkIn(await keyward.mail.nextMail(email))).searchParams.get('token');
        const accepted = { token, name: 'Invited', password: PASSWORD };
        const opened = await keyward.call('POST', '/signup/invitation', { body: accepted });
        assert.ok(opened.status < 300, opened.text);
        await changeAndUndo(keyward, scene.root);
        const found = await keyward.app.services.store.accounts.find('email_key', email.toLowerCase());
        assert.equal(found?.role, 'superadmin');
      });

    it('P2-7: leaves to others what it took and gave back', async () => {
      const [toggled, made] = [await addSuperadmin(keyward), await addPerson(keyward)];
      for (const status of ['suspended', 'active']) await change(scene.root, toggled, { status });
      for (const role of ['user', 'superadmin']) await change(scene.root, toggled, { role });
      for (const role of ['superadmin', 'user', 'superadmin']) await change(scene.root, made, { role });
      await changeAndUndo(keyward, scene.root);
      const { role, status } = await accountOf(toggled.id);
      assert.deepEqual([role, status], ['superadmin', 'active']);
      assert.equal((await accountOf(made.id)).role, 'user');
    });

    it('R11: suspends a superadmin again whom it made active, but not one whom somebody else has since', async () => {
      const other = await addSuperadmin(keyward);
      const dismissed = await addSuperadmin(keyward, { status: 'suspended' });
      const forgiven = await addSuperadmin(keyward, { status: 'suspended' });
      const second = await addPerson(keyward);
      for (const one of [dismissed, forgiven]) await change(scene.root, one, { status: 'active' });
      await change(await again(dismissed), second, { role: 'superadmin' });
      for (const status of ['suspended', 'active']) await change(other, forgiven, { status });
      await changeAndUndo(keyward, scene.root);
      assert.equal((await accountOf(dismissed.id)).status, 'suspended');
      assert.equal((await accountOf(forgiven.id)).status, 'active');
      assert.equal((await accountOf(second.id)).role, 'user');
    });
  });
}
