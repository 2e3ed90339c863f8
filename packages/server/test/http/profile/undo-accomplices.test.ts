import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { connect } from '../connections/help.ts';
import { addInvitation, addMember, addOrganization } from '../organizations/help.ts';
import { addPerson, newSession } from '../people.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { changeAndUndo, undoScene } from './undo-help.ts';

const DAY_MS = 86_400_000;

for (const kind of databasesFor(import.meta.filename)) {
  describe(`an undo takes back what accomplices did, ${kind}`, () => {
    const scene = undoScene(kind);
    const { keyward } = scene;

    it('leaves an organization alone in which the account has no rights any more', async () => {
      const accomplice = await scene.accompliceOf(scene.victim);
      await changeAndUndo(keyward, scene.victim, () =>
        scene.ask(accomplice, 'DELETE', `${scene.acme.path}/member/${scene.victim.id}`),
      );
      assert.deepEqual(await scene.members(), { [accomplice.id]: ['owner'] });
    });

    it('P2, O4: takes nothing from somebody who has more rights than the account now', async () => {
      const heir = await addPerson(keyward, { verified: true });
      await addMember(keyward, scene.root, scene.acme, heir, 'member');
      await scene.ask(scene.victim, 'PATCH', `${scene.acme.path}/member/${heir.id}`, { roles: ['owner'] });
      await scene.ask(heir, 'PATCH', `${scene.acme.path}/member/${scene.victim.id}`, { roles: ['admin'] });
      await changeAndUndo(keyward, scene.victim);
      assert.deepEqual(await scene.members(), { [heir.id]: ['owner'], [scene.victim.id]: ['admin'] });
    });

    it('P1, O9: gives nobody a role, and takes none that somebody else has given', async () => {
      await scene.ask(scene.root, 'POST', `${scene.acme.path}/role`, {
        name: 'it',
        permissions: ['org:read', 'org:connections:write'],
      });
      const technician = await addPerson(keyward, { verified: true });
      const dismissed = await addPerson(keyward, { verified: true });
      const promoted = await addPerson(keyward, { verified: true });
      await addMember(keyward, scene.root, scene.acme, technician, 'it');
      await addMember(keyward, scene.root, scene.acme, dismissed, 'owner');
      await addMember(keyward, scene.root, scene.acme, promoted, 'member');
      await changeAndUndo(keyward, technician, async () => {
        await connect(keyward, technician, scene.acme, scene.provider);
        await scene.ask(scene.victim, 'PATCH', `${scene.acme.path}/member/${dismissed.id}`, {
          roles: ['member'],
        });
        await scene.ask(scene.victim, 'PATCH', `${scene.acme.path}/member/${promoted.id}`, {
          roles: ['admin'],
        });
      });
      assert.deepEqual(await scene.members(), {
        [scene.victim.id]: ['owner'],
        [technician.id]: ['it'],
        [dismissed.id]: ['member'],
        [promoted.id]: ['admin'],
      });
    });

    it('P3, O12: removes accomplices, although the roles of the account itself have changed', async () => {
      await scene.ask(scene.root, 'POST', `${scene.acme.path}/role`, {
        name: 'hr',
        permissions: ['org:read', 'org:members:read', 'org:members:write', 'org:invitations:write'],
      });
      const hr = await addPerson(keyward, { verified: true });
      await addMember(keyward, scene.root, scene.acme, hr, 'member');
      await scene.ask(scene.victim, 'PATCH', `${scene.acme.path}/member/${hr.id}`, { roles: ['hr'] });
      await scene.ask(hr, 'PATCH', `${scene.acme.path}/member/${hr.id}`, { roles: ['hr', 'member'] });
      const accomplice = await addPerson(keyward, { verified: true });
      const id = await addInvitation(keyward, hr, scene.acme, accomplice.email, 'hr');
      await scene.ask(accomplice, 'POST', '/invitation/accept', { id });
      await changeAndUndo(keyward, hr);
      assert.deepEqual(await scene.members(), { [scene.victim.id]: ['owner'], [hr.id]: ['hr', 'member'] });
    });

    it('R2, R3: changes no role and no connection that the account may not change by hand', async () => {
      const permissions = ['org:read', 'org:connections:write', 'org:roles:write'];
      await scene.ask(scene.root, 'POST', `${scene.acme.path}/role`, { name: 'it', permissions });
      await scene.ask(scene.root, 'POST', `${scene.acme.path}/role`, {
        name: 'manager',
        permissions: ['org:read'],
      });
      const technician = await addPerson(keyward, { verified: true });
      await addMember(keyward, scene.root, scene.acme, technician, 'it');
      const real = await connect(keyward, scene.root, scene.acme, scene.provider);
      await scene.ask(technician, 'PATCH', real.path, { trust_factors: true });
      await scene.ask(technician, 'PATCH', `${scene.acme.path}/role/manager`, {
        permissions: ['org:read', 'org:roles:write'],
      });
      await scene.ask(scene.root, 'PATCH', real.path, { mapping: { boss: ['admin'] } });
      await scene.ask(scene.root, 'PATCH', `${scene.acme.path}/role/manager`, {
        permissions: ['org:read', 'org:roles:write', 'org:members:write'],
      });
      await changeAndUndo(keyward, technician);
      assert.equal((await scene.ask(scene.root, 'GET', real.path))['status'], 'active');
      const { roles } = await scene.ask(scene.root, 'GET', `${scene.acme.path}/role`);
      assert.match(JSON.stringify(roles), /"name":"manager"[^}]*"org:members:write"/);
      assert.match(JSON.stringify(roles), /"name":"manager"[^}]*"org:roles:write"/);
    });

    it('R5: follows whoever got permissions by a role', async () => {
      await scene.ask(scene.victim, 'POST', `${scene.acme.path}/role`, {
        name: 'clerk',
        permissions: ['org:read'],
      });
      const insider = await addPerson(keyward, { verified: true });
      await addMember(keyward, scene.root, scene.acme, insider, 'clerk');
      const permissions = ['org:read', 'org:members:read', 'org:members:write', 'org:invitations:write'];
      await scene.ask(scene.victim, 'PATCH', `${scene.acme.path}/role/clerk`, { permissions });
      await scene.ask(insider, 'POST', `${scene.acme.path}/invitation`, {
        emails: ['a@z.example'],
        roles: ['clerk'],
      });
      const second = await addPerson(keyward, { verified: true });
      const id = await addInvitation(keyward, insider, scene.acme, second.email, 'clerk');
      await scene.ask(second, 'POST', '/invitation/accept', { id });
      await changeAndUndo(keyward, scene.victim);
      assert.deepEqual(await scene.members(), { [scene.victim.id]: ['owner'], [insider.id]: ['clerk'] });
      const { invitations } = await scene.ask(scene.root, 'GET', `${scene.acme.path}/invitation`);
      assert.deepEqual(invitations, []);
    });

    it('P2-5: follows whoever got permissions by a role, and took another role with them', async () => {
      const path = `${scene.acme.path}/role`;
      const { roles } = await scene.ask(scene.root, 'GET', path);
      const all: { name: string; permissions: string[] }[] = JSON.parse(JSON.stringify(roles));
      const permissions = all.find(({ name }) => name === 'admin')?.permissions;
      const insider = await addPerson(keyward, { verified: true });
      const names = ['clerk', 'staff'];
      for (const name of names)
        await scene.ask(scene.root, 'POST', path, { name, permissions: ['org:read'] });
      await addMember(keyward, scene.root, scene.acme, insider, ...names);
      for (const name of names) await scene.ask(scene.victim, 'PATCH', `${path}/${name}`, { permissions });
      const body = { roles: [...names, 'admin'] };
      await scene.ask(insider, 'PATCH', `${scene.acme.path}/member/${insider.id}`, body);
      const second = await scene.accompliceOf(insider, 'admin');
      await changeAndUndo(keyward, scene.victim);
      const left = await scene.members();
      assert.deepEqual([left[insider.id], left[second.id]], [names, undefined]);
    });

    it('O15: gives nobody back what the account has taken', async () => {
      const second = await scene.accompliceOf(scene.victim);
      await addMember(keyward, scene.root, scene.acme, await addPerson(keyward, { verified: true }), 'owner');
      await changeAndUndo(keyward, scene.victim, async () => {
        await scene.ask(scene.victim, 'PATCH', `${scene.acme.path}/member/${second.id}`, {
          roles: ['member'],
        });
        await scene.ask(scene.root, 'DELETE', `${scene.acme.path}/member/${scene.victim.id}`);
      });
      assert.deepEqual((await scene.members())[second.id], ['member']);
    });

    it('O18: removes nobody to whom somebody else has given a role since', async () => {
      const invited = await scene.accompliceOf(scene.victim, 'member');
      await scene.ask(scene.root, 'PATCH', `${scene.acme.path}/member/${invited.id}`, { roles: ['admin'] });
      const again = await scene.accompliceOf(scene.victim, 'admin');
      await scene.ask(scene.root, 'DELETE', `${scene.acme.path}/member/${again.id}`);
      await addMember(keyward, scene.root, scene.acme, again, 'admin');
      await changeAndUndo(keyward, scene.victim);
      assert.deepEqual((await scene.members())[invited.id], ['admin']);
      assert.deepEqual((await scene.members())[again.id], ['admin']);
    });

    it('H10: gives nobody back who was removed before the change, and removes nobody who did it', async () => {
      for (const how of ['invited', 'promoted'] as const) {
        const own = await addPerson(keyward, { verified: true });
        scene.acme = await addOrganization(keyward, scene.root, own);
        const successor = how === 'invited' ? await scene.accompliceOf(own) : await addPerson(keyward);
        if (how === 'promoted') {
          await addMember(keyward, scene.root, scene.acme, successor, 'member');
          await scene.ask(own, 'PATCH', `${scene.acme.path}/member/${successor.id}`, { roles: ['owner'] });
        }
        await scene.ask(successor, 'DELETE', `${scene.acme.path}/member/${own.id}`);
        keyward.clock.advance(1);
        await changeAndUndo(keyward, own);
        assert.deepEqual(await scene.members(), { [successor.id]: ['owner'] }, how);
      }
    });

    it('H7: takes away what a role gave more, which members had before', async () => {
      const role = { name: 'staff', permissions: ['org:read'] };
      await scene.ask(scene.victim, 'POST', `${scene.acme.path}/role`, role);
      const insider = await addPerson(keyward, { verified: true });
      await addMember(keyward, scene.root, scene.acme, insider, 'staff');
      const permissions = ['org:read', 'org:write'];
      await scene.ask(scene.victim, 'PATCH', `${scene.acme.path}/role/staff`, { permissions });
      await scene.ask(insider, 'PATCH', scene.acme.path, { name: 'Theirs' });
      await changeAndUndo(keyward, scene.victim);
      const body = { name: 'Theirs again' };
      const answer = await keyward.call('PATCH', scene.acme.path, { token: insider.token, body });
      assert.equal(answer.status, 403, answer.text);
      assert.deepEqual(Object.keys(await scene.members()).length, 2);
    });

    it('G3: leaves out whom an admin of long standing has removed', async () => {
      const admin = await addPerson(keyward, { verified: true });
      await addMember(keyward, scene.root, scene.acme, admin, 'admin');
      const insider = await addPerson(keyward, { verified: true });
      await addMember(keyward, scene.root, scene.acme, insider, 'admin');
      keyward.clock.advance(15 * DAY_MS);
      const [fired, stays] = await Promise.all(
        [insider, admin].map(async (one) => ({ ...one, ...(await newSession(keyward, one.id)) })),
      );
      assert.ok(fired && stays);
      await scene.ask(fired, 'PATCH', `${scene.acme.path}/member/${stays.id}`, {
        roles: ['admin', 'member'],
      });
      await scene.ask(stays, 'DELETE', `${scene.acme.path}/member/${fired.id}`);
      await changeAndUndo(keyward, fired);
      scene.root = { ...scene.root, ...(await newSession(keyward, scene.root.id)) };
      assert.equal((await scene.members())[fired.id], undefined);
    });

    it('follows the accomplices of accomplices, in the organization alone', async () => {
      const first = await scene.accompliceOf(scene.victim);
      const second = await scene.accompliceOf(first);
      const theirs = await connect(keyward, second, scene.acme, scene.provider);
      const elsewhere = await addOrganization(keyward, scene.root, second);
      const apart = await connect(keyward, second, elsewhere, scene.provider);
      await changeAndUndo(keyward, scene.victim);
      assert.deepEqual(await scene.members(), { [scene.victim.id]: ['owner'] });
      assert.equal((await scene.ask(scene.root, 'GET', theirs.path))['status'], 'disabled');
      assert.equal((await scene.ask(scene.root, 'GET', apart.path))['status'], 'active');
    });
  });
}
