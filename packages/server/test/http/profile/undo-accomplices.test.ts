import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { startOidcProvider, type TestOidcProvider } from '../../support/oidc-provider.ts';
import type { SignedUp } from '../../support/keyward.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { suiteMailed } from '../codes/support/mailed.ts';
import { connect, CONNECTIONS_ON, signInBy, verifyDomain } from '../connections/help.ts';
import {
  type Acme,
  addInvitation,
  addMember,
  addOrganization,
  membersOf,
  type RoleName,
} from '../organizations/help.ts';
import { addPerson, newSession } from '../people.ts';
import { assertSignedIn } from '../providers/harness.ts';
import { GROUP, USER } from '../scim/help.ts';
import { changeAndUndo } from './undo-help.ts';

const DAY_MS = 86_400_000;

let serial = 0;

for (const kind of databasesFor(import.meta.filename)) {
  describe(`an undo takes back what accomplices did, ${kind}`, () => {
    const keyward = suiteMailed(kind, {
      settings: {
        ...CONNECTIONS_ON,
        KEYWARD_ORGANIZATIONS_OWN_ROLES: 'on',
        KEYWARD_LIMIT_MAILBOX: '1000/1h',
      },
    });
    let provider: TestOidcProvider;
    let root: SignedUp;
    /** Whose session a thief has. */
    let victim: SignedUp;
    let acme: Acme;
    let domain: string;

    before(async () => {
      provider = await startOidcProvider();
    });
    after(() => provider[Symbol.asyncDispose]());
    beforeEach(async () => {
      root = await addSuperadmin(keyward, { verified: true });
      victim = await addPerson(keyward, { verified: true });
      acme = await addOrganization(keyward, root, victim);
      domain = `undo${(serial += 1)}.example`;
      await verifyDomain(keyward, acme, domain);
    });

    const members = () => membersOf(keyward, root, acme);
    async function ask({ token }: { token: string }, method: string, path: string, body?: object) {
      const answer = await keyward.call(method, path, { token, ...(body && { body }) });
      assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
      return answer.body;
    }
    /** Somebody whom a member has invited. */
    async function accompliceOf(inviter: SignedUp, role: RoleName = 'owner'): Promise<SignedUp> {
      const accomplice = await addPerson(keyward, { verified: true });
      const id = await addInvitation(keyward, inviter, acme, accomplice.email, role);
      await ask(accomplice, 'POST', '/invitation/accept', { id });
      return accomplice;
    }

    it('F4: removes those whom a connection let in, and takes the roles back that it gave', async () => {
      const early = await addPerson(keyward, { email: `early@${domain}`, verified: true });
      await addMember(keyward, root, acme, early, 'member');
      const mapping = { staff: ['owner'] };
      const connection = await connect(keyward, victim, acme, provider, { mapping, keep_roles: true });
      const { token } = await ask(victim, 'POST', `${connection.path}/scim_token`);
      const entered = { sub: 'thief', email: `thief@${domain}`, name: 'Thief', groups: ['staff'] };
      const enter = async (who: typeof entered) =>
        assertSignedIn(keyward, await signInBy(keyward, connection, provider, who));
      const thief = await enter(entered);
      await enter({ ...entered, sub: 'early', email: early.email });
      const scim = { token: String(token) };
      const userName = `provisioned@${domain}`;
      await ask(scim, 'POST', `/scim/v2/${connection.id}/Users`, { schemas: [USER], userName });
      assert.equal(Object.keys(await members()).length, 4);
      assert.deepEqual((await members())[Number(thief.account['id'])], ['owner']);
      assert.deepEqual((await members())[early.id], ['owner']);

      await changeAndUndo(keyward, victim);
      assert.deepEqual(await members(), { [victim.id]: ['owner'], [early.id]: ['member'] });
    });

    it('P4: costs what the people of a connection cost, however often it and their roles have changed', async () => {
      async function costOf(changes: number): Promise<number> {
        const owner = await addPerson(keyward, { verified: true });
        const own = await addOrganization(keyward, root, owner);
        const name = `undo${(serial += 1)}.example`;
        await verifyDomain(keyward, own, name);
        const connection = await connect(keyward, owner, own, provider);
        const { token } = await ask(owner, 'POST', `${connection.path}/scim_token`);
        for (let index = 0; index < changes; index += 1)
          await ask(owner, 'PATCH', connection.path, { mapping: { [`group${index}`]: ['member'] } });
        const scim = { token: String(token) };
        const at = `/scim/v2/${connection.id}`;
        const people: { value: unknown }[] = [];
        for (let index = 0; index < 20; index += 1) {
          const body = { schemas: [USER], userName: `person${index}@${name}` };
          people.push({ value: (await ask(scim, 'POST', `${at}/Users`, body))['id'] });
        }
        await ask(owner, 'PATCH', connection.path, { mapping: { staff: ['admin'] } });
        const group = { schemas: [GROUP], displayName: 'staff' };
        const { id } = await ask(scim, 'POST', `${at}/Groups`, group);
        for (let index = 0; index < changes / 6; index += 1)
          await ask(scim, 'PUT', `${at}/Groups/${String(id)}`, {
            ...group,
            members: index % 2 === 0 ? people : [],
          });
        const start = process.threadCpuUsage();
        await changeAndUndo(keyward, owner);
        const { user, system } = process.threadCpuUsage(start);
        assert.deepEqual(Object.keys(await membersOf(keyward, root, own)), [String(owner.id)]);
        return user + system;
      }
      await costOf(1);
      const [once, often] = [await costOf(1), await costOf(120)];
      // Four hundred changes of roles are read, and each member is changed once.
      assert.ok(often < 4 * once, `${once} and ${often} µs`);
    });

    it('leaves an organization alone in which the account has no rights any more', async () => {
      const accomplice = await accompliceOf(victim);
      await changeAndUndo(keyward, victim, () =>
        ask(accomplice, 'DELETE', `${acme.path}/member/${victim.id}`),
      );
      assert.deepEqual(await members(), { [accomplice.id]: ['owner'] });
    });

    it('P2, O4: takes nothing from somebody who has more rights than the account now', async () => {
      const heir = await addPerson(keyward, { verified: true });
      await addMember(keyward, root, acme, heir, 'member');
      await ask(victim, 'PATCH', `${acme.path}/member/${heir.id}`, { roles: ['owner'] });
      await ask(heir, 'PATCH', `${acme.path}/member/${victim.id}`, { roles: ['admin'] });
      await changeAndUndo(keyward, victim);
      assert.deepEqual(await members(), { [heir.id]: ['owner'], [victim.id]: ['admin'] });
    });

    it('P1, O9: gives nobody a role, and takes none that somebody else has given', async () => {
      await ask(root, 'POST', `${acme.path}/role`, {
        name: 'it',
        permissions: ['org:read', 'org:connections:write'],
      });
      const technician = await addPerson(keyward, { verified: true });
      const dismissed = await addPerson(keyward, { verified: true });
      const promoted = await addPerson(keyward, { verified: true });
      await addMember(keyward, root, acme, technician, 'it');
      await addMember(keyward, root, acme, dismissed, 'owner');
      await addMember(keyward, root, acme, promoted, 'member');
      await changeAndUndo(keyward, technician, async () => {
        await connect(keyward, technician, acme, provider);
        await ask(victim, 'PATCH', `${acme.path}/member/${dismissed.id}`, { roles: ['member'] });
        await ask(victim, 'PATCH', `${acme.path}/member/${promoted.id}`, { roles: ['admin'] });
      });
      assert.deepEqual(await members(), {
        [victim.id]: ['owner'],
        [technician.id]: ['it'],
        [dismissed.id]: ['member'],
        [promoted.id]: ['admin'],
      });
    });

    it('P3, O12: removes accomplices, although the roles of the account itself have changed', async () => {
      await ask(root, 'POST', `${acme.path}/role`, {
        name: 'hr',
        permissions: ['org:read', 'org:members:read', 'org:members:write', 'org:invitations:write'],
      });
      const hr = await addPerson(keyward, { verified: true });
      await addMember(keyward, root, acme, hr, 'member');
      await ask(victim, 'PATCH', `${acme.path}/member/${hr.id}`, { roles: ['hr'] });
      await ask(hr, 'PATCH', `${acme.path}/member/${hr.id}`, { roles: ['hr', 'member'] });
      const accomplice = await addPerson(keyward, { verified: true });
      const id = await addInvitation(keyward, hr, acme, accomplice.email, 'hr');
      await ask(accomplice, 'POST', '/invitation/accept', { id });
      await changeAndUndo(keyward, hr);
      assert.deepEqual(await members(), { [victim.id]: ['owner'], [hr.id]: ['hr', 'member'] });
    });

    it('R2, R3: changes no role and no connection that the account may not change by hand', async () => {
      const permissions = ['org:read', 'org:connections:write', 'org:roles:write'];
      await ask(root, 'POST', `${acme.path}/role`, { name: 'it', permissions });
      await ask(root, 'POST', `${acme.path}/role`, { name: 'manager', permissions: ['org:read'] });
      const technician = await addPerson(keyward, { verified: true });
      await addMember(keyward, root, acme, technician, 'it');
      const real = await connect(keyward, root, acme, provider);
      await ask(technician, 'PATCH', real.path, { trust_factors: true });
      await ask(technician, 'PATCH', `${acme.path}/role/manager`, {
        permissions: ['org:read', 'org:roles:write'],
      });
      await ask(root, 'PATCH', real.path, { mapping: { boss: ['admin'] } });
      await ask(root, 'PATCH', `${acme.path}/role/manager`, {
        permissions: ['org:read', 'org:roles:write', 'org:members:write'],
      });
      await changeAndUndo(keyward, technician);
      assert.equal((await ask(root, 'GET', real.path))['status'], 'active');
      const { roles } = await ask(root, 'GET', `${acme.path}/role`);
      assert.match(JSON.stringify(roles), /"name":"manager"[^}]*"org:members:write"/);
      assert.match(JSON.stringify(roles), /"name":"manager"[^}]*"org:roles:write"/);
    });

    it('R5: follows whoever got permissions by a role', async () => {
      await ask(victim, 'POST', `${acme.path}/role`, { name: 'clerk', permissions: ['org:read'] });
      const insider = await addPerson(keyward, { verified: true });
      await addMember(keyward, root, acme, insider, 'clerk');
      const permissions = ['org:read', 'org:members:read', 'org:members:write', 'org:invitations:write'];
      await ask(victim, 'PATCH', `${acme.path}/role/clerk`, { permissions });
      await ask(insider, 'POST', `${acme.path}/invitation`, { emails: ['a@z.example'], roles: ['clerk'] });
      const second = await addPerson(keyward, { verified: true });
      const id = await addInvitation(keyward, insider, acme, second.email, 'clerk');
      await ask(second, 'POST', '/invitation/accept', { id });
      await changeAndUndo(keyward, victim);
      assert.deepEqual(await members(), { [victim.id]: ['owner'], [insider.id]: ['clerk'] });
      const { invitations } = await ask(root, 'GET', `${acme.path}/invitation`);
      assert.deepEqual(invitations, []);
    });

    it('R6: leaves an admin alone who has another role, although the account touched a connection', async () => {
      const admin = await addPerson(keyward, { verified: true });
      await addMember(keyward, root, acme, admin, 'admin');
      await ask(root, 'POST', `${acme.path}/role`, { name: 'billing', permissions: ['org:read'] });
      const real = await connect(keyward, root, acme, provider);
      await ask(victim, 'PATCH', real.path, { trust_factors: true });
      await ask(admin, 'PATCH', `${acme.path}/member/${admin.id}`, { roles: ['admin', 'billing'] });
      const invited = await accompliceOf(admin, 'member');
      await changeAndUndo(keyward, victim);
      assert.deepEqual((await members())[admin.id], ['admin', 'billing']);
      assert.deepEqual((await members())[invited.id], ['member']);
    });

    it('O7: takes away what a connection gave to somebody who also has another one', async () => {
      const real = await connect(keyward, root, acme, provider);
      const who = { sub: 'insider', email: `insider@${domain}`, name: 'In', groups: ['staff'] };
      const insider = await assertSignedIn(keyward, await signInBy(keyward, real, provider, who));
      const mapping = { staff: ['owner'] };
      const planted = await connect(keyward, victim, acme, provider, { mapping, keep_roles: true });
      await assertSignedIn(keyward, await signInBy(keyward, planted, provider, who));
      const id = Number(insider.account['id']);
      assert.deepEqual((await members())[id], ['owner']);
      await ask(victim, 'DELETE', planted.path);
      await changeAndUndo(keyward, victim);
      assert.deepEqual(await members(), { [victim.id]: ['owner'], [id]: ['member'] });
    });

    it('O11: leaves somebody out whom the provider has deactivated', async () => {
      const real = await connect(keyward, root, acme, provider);
      const { token } = await ask(root, 'POST', `${real.path}/scim_token`);
      const scim = { token: String(token) };
      const admin = await addPerson(keyward, { email: `it@${domain}`, verified: true });
      await addMember(keyward, root, acme, admin, 'admin');
      const at = `/scim/v2/${real.id}/Users`;
      const user = { schemas: [USER], userName: admin.email };
      const { id } = await ask(scim, 'POST', at, user);
      await changeAndUndo(keyward, admin, async () => {
        await ask(admin, 'PATCH', real.path, { trust_factors: true });
        await ask(root, 'PATCH', real.path, {});
        await ask(scim, 'PUT', `${at}/${String(id)}`, { ...user, active: false });
        assert.equal((await members())[admin.id], undefined);
      });
      assert.equal((await members())[admin.id], undefined);
    });

    it('O15: gives nobody back what the account has taken', async () => {
      const second = await accompliceOf(victim);
      await addMember(keyward, root, acme, await addPerson(keyward, { verified: true }), 'owner');
      await changeAndUndo(keyward, victim, async () => {
        await ask(victim, 'PATCH', `${acme.path}/member/${second.id}`, { roles: ['member'] });
        await ask(root, 'DELETE', `${acme.path}/member/${victim.id}`);
      });
      assert.deepEqual((await members())[second.id], ['member']);
    });

    it('O18: removes nobody to whom somebody else has given a role since', async () => {
      const invited = await accompliceOf(victim, 'member');
      await ask(root, 'PATCH', `${acme.path}/member/${invited.id}`, { roles: ['admin'] });
      const again = await accompliceOf(victim, 'admin');
      await ask(root, 'DELETE', `${acme.path}/member/${again.id}`);
      await addMember(keyward, root, acme, again, 'admin');
      await changeAndUndo(keyward, victim);
      assert.deepEqual((await members())[invited.id], ['admin']);
      assert.deepEqual((await members())[again.id], ['admin']);
    });

    it('H10: gives nobody back who was removed before the change, and removes nobody who did it', async () => {
      for (const how of ['invited', 'promoted'] as const) {
        const own = await addPerson(keyward, { verified: true });
        acme = await addOrganization(keyward, root, own);
        const successor = how === 'invited' ? await accompliceOf(own) : await addPerson(keyward);
        if (how === 'promoted') {
          await addMember(keyward, root, acme, successor, 'member');
          await ask(own, 'PATCH', `${acme.path}/member/${successor.id}`, { roles: ['owner'] });
        }
        await ask(successor, 'DELETE', `${acme.path}/member/${own.id}`);
        keyward.clock.advance(1);
        await changeAndUndo(keyward, own);
        assert.deepEqual(await members(), { [successor.id]: ['owner'] }, how);
      }
    });

    for (const gone of ['the connection', 'the identity'] as const)
      it(`removes those whom a connection let in, when ${gone} is gone`, async () => {
        const connection = await connect(keyward, victim, acme, provider, { mapping: { staff: ['admin'] } });
        const who = { sub: 'thief', email: `thief@${domain}`, name: 'Thief', groups: ['staff'] };
        const thief = await assertSignedIn(keyward, await signInBy(keyward, connection, provider, who));
        if (gone === 'the connection') await ask(victim, 'DELETE', connection.path);
        else await keyward.database.query('delete from provider_links');
        assert.equal(Object.keys(await members()).length, 2);
        await changeAndUndo(keyward, victim);
        assert.deepEqual(await members(), { [victim.id]: ['owner'] }, String(thief.account['id']));
      });

    it('lets the groups that a removed SCIM token has stored give nothing', async () => {
      const connection = await connect(keyward, root, acme, provider, { mapping: { staff: ['admin'] } });
      keyward.clock.advance(15 * DAY_MS);
      const thief = { ...victim, ...(await newSession(keyward, victim.id)) };
      const { token } = await ask(thief, 'POST', `${connection.path}/scim_token`);
      const scim = { token: String(token) };
      const at = `/scim/v2/${connection.id}`;
      const email = `insider@${domain}`;
      const user = await ask(scim, 'POST', `${at}/Users`, { schemas: [USER], userName: email });
      const group = { schemas: [GROUP], displayName: 'staff', members: [{ value: user['id'] }] };
      await ask(scim, 'POST', `${at}/Groups`, group);
      await changeAndUndo(keyward, thief);
      const entered = await signInBy(keyward, connection, provider, { sub: 'insider', email, name: 'In' });
      root = { ...root, ...(await newSession(keyward, root.id)) };
      const roles = Object.values(await members()).flat();
      assert.deepEqual(new Set(roles), new Set(['owner', 'member']), String(entered));
    });

    it('H7: takes away what a role gave more, which members had before', async () => {
      const role = { name: 'staff', permissions: ['org:read'] };
      await ask(victim, 'POST', `${acme.path}/role`, role);
      const insider = await addPerson(keyward, { verified: true });
      await addMember(keyward, root, acme, insider, 'staff');
      const permissions = ['org:read', 'org:write'];
      await ask(victim, 'PATCH', `${acme.path}/role/staff`, { permissions });
      await ask(insider, 'PATCH', acme.path, { name: 'Theirs' });
      await changeAndUndo(keyward, victim);
      const body = { name: 'Theirs again' };
      const answer = await keyward.call('PATCH', acme.path, { token: insider.token, body });
      assert.equal(answer.status, 403, answer.text);
      assert.deepEqual(Object.keys(await members()).length, 2);
    });

    it('G3: leaves out whom an admin of long standing has removed', async () => {
      const admin = await addPerson(keyward, { verified: true });
      await addMember(keyward, root, acme, admin, 'admin');
      const insider = await addPerson(keyward, { verified: true });
      await addMember(keyward, root, acme, insider, 'admin');
      keyward.clock.advance(15 * DAY_MS);
      const [fired, stays] = await Promise.all(
        [insider, admin].map(async (one) => ({ ...one, ...(await newSession(keyward, one.id)) })),
      );
      assert.ok(fired && stays);
      await ask(fired, 'PATCH', `${acme.path}/member/${stays.id}`, { roles: ['admin', 'member'] });
      await ask(stays, 'DELETE', `${acme.path}/member/${fired.id}`);
      await changeAndUndo(keyward, fired);
      root = { ...root, ...(await newSession(keyward, root.id)) };
      assert.equal((await members())[fired.id], undefined);
    });

    it('follows the accomplices of accomplices, in the organization alone', async () => {
      const first = await accompliceOf(victim);
      const second = await accompliceOf(first);
      const theirs = await connect(keyward, second, acme, provider);
      const elsewhere = await addOrganization(keyward, root, second);
      const apart = await connect(keyward, second, elsewhere, provider);
      await changeAndUndo(keyward, victim);
      assert.deepEqual(await members(), { [victim.id]: ['owner'] });
      assert.equal((await ask(root, 'GET', theirs.path))['status'], 'disabled');
      assert.equal((await ask(root, 'GET', apart.path))['status'], 'active');
    });
  });
}
