import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { startOidcProvider, type TestOidcProvider } from '../../support/oidc-provider.ts';
import type { SignedUp } from '../../support/keyward.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { suiteMailed } from '../codes/support/mailed.ts';
import { connect, CONNECTIONS_ON, signInBy, verifyDomain } from '../connections/help.ts';
import { type Acme, addInvitation, addMember, addOrganization, membersOf } from '../organizations/help.ts';
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
    /** Somebody whom a member has invited as an owner. */
    async function accompliceOf(inviter: SignedUp): Promise<SignedUp> {
      const accomplice = await addPerson(keyward, { verified: true });
      const id = await addInvitation(keyward, inviter, acme, accomplice.email, 'owner');
      await ask(accomplice, 'POST', '/invitation/accept', { id });
      return accomplice;
    }

    it('F4: removes those whom a connection let in, and gives back the roles that it gave', async () => {
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

    it('costs what the people of a connection cost, however often it was changed', async () => {
      async function costOf(changes: number): Promise<number> {
        const owner = await addPerson(keyward, { verified: true });
        const own = await addOrganization(keyward, root, owner);
        const name = `undo${(serial += 1)}.example`;
        await verifyDomain(keyward, own, name);
        const connection = await connect(keyward, owner, own, provider);
        const { token } = await ask(owner, 'POST', `${connection.path}/scim_token`);
        for (let index = 0; index < changes; index += 1)
          await ask(owner, 'PATCH', connection.path, { mapping: { [`group${index}`]: ['member'] } });
        for (let index = 0; index < 20; index += 1) {
          const body = { schemas: [USER], userName: `person${index}@${name}` };
          await ask({ token: String(token) }, 'POST', `/scim/v2/${connection.id}/Users`, body);
        }
        const start = process.threadCpuUsage();
        await changeAndUndo(keyward, owner);
        const { user, system } = process.threadCpuUsage(start);
        assert.deepEqual(Object.keys(await membersOf(keyward, root, own)), [String(owner.id)]);
        return user + system;
      }
      await costOf(1);
      const [once, often] = [await costOf(1), await costOf(120)];
      assert.ok(often < 2.5 * once, `${once} and ${often} µs`);
    });

    it('F5: gives the owner back whom an accomplice has removed, and removes the accomplice', async () => {
      const accomplice = await accompliceOf(victim);
      const told = await changeAndUndo(keyward, victim, async () => {
        await ask(accomplice, 'DELETE', `${acme.path}/member/${victim.id}`);
        assert.deepEqual(await members(), { [accomplice.id]: ['owner'] });
      });
      assert.deepEqual(await members(), { [victim.id]: ['owner'] });
      assert.deepEqual(
        told.filter((type) => type.startsWith('member.')),
        ['member.added', 'member.removed'],
      );
    });

    it('gives an accomplice the earlier roles back who has removed the owner', async () => {
      const accomplice = await addPerson(keyward, { verified: true });
      await addMember(keyward, root, acme, accomplice, 'member');
      await ask(victim, 'PATCH', `${acme.path}/member/${accomplice.id}`, { roles: ['owner'] });
      await changeAndUndo(keyward, victim, () =>
        ask(accomplice, 'DELETE', `${acme.path}/member/${victim.id}`),
      );
      assert.deepEqual(await members(), { [victim.id]: ['owner'], [accomplice.id]: ['member'] });
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

    it('gives back the owner who was made to leave', async () => {
      const accomplice = await accompliceOf(victim);
      await changeAndUndo(keyward, victim, () => ask(victim, 'POST', `${acme.path}/leave`));
      assert.deepEqual(await members(), { [victim.id]: ['owner'] });
      assert.equal((await members())[accomplice.id], undefined);
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
