import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertSignedIn } from '../providers/harness.ts';
import { connect, signInBy, verifyDomain } from '../connections/help.ts';
import { addMember, addOrganization, membersOf } from '../organizations/help.ts';
import { addPerson, newSession } from '../people.ts';
import { GROUP, USER } from '../scim/help.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { changeAndUndo, undoScene } from './undo-help.ts';

const DAY_MS = 86_400_000;

for (const kind of databasesFor(import.meta.filename)) {
  describe(`an undo takes back what connections gave, ${kind}`, () => {
    const scene = undoScene(kind);
    const { keyward } = scene;

    it('F4: removes those whom a connection let in, and takes the roles back that it gave', async () => {
      const early = await addPerson(keyward, { email: `early@${scene.domain}`, verified: true });
      await addMember(keyward, scene.root, scene.acme, early, 'member');
      const mapping = { staff: ['owner'] };
      const connection = await connect(keyward, scene.victim, scene.acme, scene.provider, {
        mapping,
        keep_roles: true,
      });
      const { token } = await scene.ask(scene.victim, 'POST', `${connection.path}/scim_token`);
      const entered = { sub: 'thief', email: `thief@${scene.domain}`, name: 'Thief', groups: ['staff'] };
      const enter = async (who: typeof entered) =>
        assertSignedIn(keyward, await signInBy(keyward, connection, scene.provider, who));
      const thief = await enter(entered);
      await enter({ ...entered, sub: 'early', email: early.email });
      const scim = { token: String(token) };
      const userName = `provisioned@${scene.domain}`;
      await scene.ask(scim, 'POST', `/scim/v2/${connection.id}/Users`, { schemas: [USER], userName });
      assert.equal(Object.keys(await scene.members()).length, 4);
      assert.deepEqual((await scene.members())[Number(thief.account['id'])], ['owner']);
      assert.deepEqual((await scene.members())[early.id], ['owner']);

      await changeAndUndo(keyward, scene.victim);
      assert.deepEqual(await scene.members(), { [scene.victim.id]: ['owner'], [early.id]: ['member'] });
    });

    it('P4: costs what the people of a connection cost, however often it and their roles have changed', async () => {
      async function costOf(changes: number): Promise<number> {
        const owner = await addPerson(keyward, { verified: true });
        const own = await addOrganization(keyward, scene.root, owner);
        const name = scene.newDomain();
        await verifyDomain(keyward, own, name);
        const connection = await connect(keyward, owner, own, scene.provider);
        const { token } = await scene.ask(owner, 'POST', `${connection.path}/scim_token`);
        for (let index = 0; index < changes; index += 1)
          await scene.ask(owner, 'PATCH', connection.path, { mapping: { [`group${index}`]: ['member'] } });
        const scim = { token: String(token) };
        const at = `/scim/v2/${connection.id}`;
        const people: { value: unknown }[] = [];
        for (let index = 0; index < 20; index += 1) {
          const body = { schemas: [USER], userName: `person${index}@${name}` };
          people.push({ value: (await scene.ask(scim, 'POST', `${at}/Users`, body))['id'] });
        }
        await scene.ask(owner, 'PATCH', connection.path, { mapping: { staff: ['admin'] } });
        const group = { schemas: [GROUP], displayName: 'staff' };
        const { id } = await scene.ask(scim, 'POST', `${at}/Groups`, group);
        for (let index = 0; index < changes / 6; index += 1)
          await scene.ask(scim, 'PUT', `${at}/Groups/${String(id)}`, {
            ...group,
            members: index % 2 === 0 ? people : [],
          });
        const start = process.threadCpuUsage();
        await changeAndUndo(keyward, owner);
        const { user, system } = process.threadCpuUsage(start);
        assert.deepEqual(Object.keys(await membersOf(keyward, scene.root, own)), [String(owner.id)]);
        return user + system;
      }
      await costOf(1);
      const [once, often] = [await costOf(1), await costOf(120)];
      // Four hundred changes of roles are read, and each member is changed once.
      assert.ok(often < 4 * once, `${once} and ${often} µs`);
    });

    it('R6: leaves an admin alone who has another role, although the account touched a connection', async () => {
      const admin = await addPerson(keyward, { verified: true });
      await addMember(keyward, scene.root, scene.acme, admin, 'admin');
      await scene.ask(scene.root, 'POST', `${scene.acme.path}/role`, {
        name: 'billing',
        permissions: ['org:read'],
      });
      const real = await connect(keyward, scene.root, scene.acme, scene.provider);
      await scene.ask(scene.victim, 'PATCH', real.path, { trust_factors: true });
      await scene.ask(admin, 'PATCH', `${scene.acme.path}/member/${admin.id}`, {
        roles: ['admin', 'billing'],
      });
      const invited = await scene.accompliceOf(admin, 'member');
      await changeAndUndo(keyward, scene.victim);
      assert.deepEqual((await scene.members())[admin.id], ['admin', 'billing']);
      assert.deepEqual((await scene.members())[invited.id], ['member']);
    });

    it('O7: takes away what a connection gave to somebody who also has another one', async () => {
      const real = await connect(keyward, scene.root, scene.acme, scene.provider);
      const who = { sub: 'insider', email: `insider@${scene.domain}`, name: 'In', groups: ['staff'] };
      const insider = await assertSignedIn(keyward, await signInBy(keyward, real, scene.provider, who));
      const mapping = { staff: ['owner'] };
      const planted = await connect(keyward, scene.victim, scene.acme, scene.provider, {
        mapping,
        keep_roles: true,
      });
      await assertSignedIn(keyward, await signInBy(keyward, planted, scene.provider, who));
      const id = Number(insider.account['id']);
      assert.deepEqual((await scene.members())[id], ['owner']);
      await scene.ask(scene.victim, 'DELETE', planted.path);
      await changeAndUndo(keyward, scene.victim);
      assert.deepEqual(await scene.members(), { [scene.victim.id]: ['owner'], [id]: ['member'] });
    });

    it('O11: leaves somebody out whom the provider has deactivated', async () => {
      const real = await connect(keyward, scene.root, scene.acme, scene.provider);
      const { token } = await scene.ask(scene.root, 'POST', `${real.path}/scim_token`);
      const scim = { token: String(token) };
      const admin = await addPerson(keyward, { email: `it@${scene.domain}`, verified: true });
      await addMember(keyward, scene.root, scene.acme, admin, 'admin');
      const at = `/scim/v2/${real.id}/Users`;
      const user = { schemas: [USER], userName: admin.email };
      const { id } = await scene.ask(scim, 'POST', at, user);
      await changeAndUndo(keyward, admin, async () => {
        await scene.ask(admin, 'PATCH', real.path, { trust_factors: true });
        await scene.ask(scene.root, 'PATCH', real.path, {});
        await scene.ask(scim, 'PUT', `${at}/${String(id)}`, { ...user, active: false });
        assert.equal((await scene.members())[admin.id], undefined);
      });
      assert.equal((await scene.members())[admin.id], undefined);
    });

    for (const gone of ['the connection', 'the identity'] as const)
      it(`removes those whom a connection let in, when ${gone} is gone`, async () => {
        const connection = await connect(keyward, scene.victim, scene.acme, scene.provider, {
          mapping: { staff: ['admin'] },
        });
        const who = { sub: 'thief', email: `thief@${scene.domain}`, name: 'Thief', groups: ['staff'] };
        const thief = await assertSignedIn(keyward, await signInBy(keyward, connection, scene.provider, who));
        if (gone === 'the connection') await scene.ask(scene.victim, 'DELETE', connection.path);
        else await keyward.database.query('delete from provider_links');
        assert.equal(Object.keys(await scene.members()).length, 2);
        await changeAndUndo(keyward, scene.victim);
        assert.deepEqual(
          await scene.members(),
          { [scene.victim.id]: ['owner'] },
          String(thief.account['id']),
        );
      });

    for (const by of ['the undo', 'the thief'] as const)
      it(`S1: lets the groups give nothing that a SCIM token has stored, which ${by} revoked`, async () => {
        const connection = await connect(keyward, scene.root, scene.acme, scene.provider, {
          mapping: { staff: ['admin'] },
          keep_roles: true,
        });
        keyward.clock.advance(15 * DAY_MS);
        const thief = { ...scene.victim, ...(await newSession(keyward, scene.victim.id)) };
        const { token } = await scene.ask(thief, 'POST', `${connection.path}/scim_token`);
        const scim = { token: String(token) };
        const at = `/scim/v2/${connection.id}`;
        const email = `insider@${scene.domain}`;
        const user = await scene.ask(scim, 'POST', `${at}/Users`, { schemas: [USER], userName: email });
        const group = { schemas: [GROUP], displayName: 'staff', members: [{ value: user['id'] }] };
        await scene.ask(scim, 'POST', `${at}/Groups`, group);
        const { scim_tokens: tokens } = await scene.ask(thief, 'GET', `${connection.path}/scim_token`);
        const [made]: { id: string }[] = JSON.parse(JSON.stringify(tokens));
        if (by === 'the thief') await scene.ask(thief, 'DELETE', `${connection.path}/scim_token/${made?.id}`);
        await changeAndUndo(keyward, thief);
        const entered = await signInBy(keyward, connection, scene.provider, {
          sub: 'insider',
          email,
          name: 'In',
        });
        scene.root = { ...scene.root, ...(await newSession(keyward, scene.root.id)) };
        const roles = Object.values(await scene.members()).flat();
        assert.deepEqual(new Set(roles), new Set(['owner', 'member']), String(entered));
      });

    it('R12: leaves a connection and its later people alone, once another owner answers for it', async () => {
      const second = await addPerson(keyward, { verified: true });
      await addMember(keyward, scene.root, scene.acme, second, 'owner');
      const made = await connect(keyward, scene.victim, scene.acme, scene.provider);
      const { token } = await scene.ask(scene.victim, 'POST', `${made.path}/scim_token`);
      const enter = async (sub: string) => {
        const who = { sub, email: `${sub}@${scene.domain}`, name: 'In' };
        const { account } = await assertSignedIn(keyward, await signInBy(keyward, made, scene.provider, who));
        return Number(account['id']);
      };
      const early = await enter('early');
      keyward.clock.advance(1);
      await scene.ask(second, 'PATCH', made.path, {});
      keyward.clock.advance(1);
      const late = await enter('late');
      await changeAndUndo(keyward, scene.victim);
      const left = await scene.members();
      assert.deepEqual([left[early], left[late]], [undefined, ['member']]);
      assert.equal((await scene.ask(scene.root, 'GET', made.path))['status'], 'active');
      const users = await keyward.call('GET', `/scim/v2/${made.id}/Users`, { token: String(token) });
      assert.equal(users.status, 401, users.text);
    });

    it('S3: removes somebody who came back by a connection, although an older identity is left', async () => {
      const real = await connect(keyward, scene.root, scene.acme, scene.provider);
      const who = { sub: 'former', email: `former@${scene.domain}`, name: 'Former' };
      const signIn = async (by: typeof real) =>
        assertSignedIn(keyward, await signInBy(keyward, by, scene.provider, who));
      const id = Number((await signIn(real)).account['id']);
      await scene.ask(scene.root, 'DELETE', `${scene.acme.path}/member/${id}`);
      keyward.clock.advance(3_600_000);
      scene.root = { ...scene.root, ...(await newSession(keyward, scene.root.id)) };
      scene.victim = { ...scene.victim, ...(await newSession(keyward, scene.victim.id)) };
      await signIn(await connect(keyward, scene.victim, scene.acme, scene.provider));
      await changeAndUndo(keyward, scene.victim);
      assert.equal((await scene.members())[id], undefined);
    });

    for (const how of ['requires its connection', 'is suspended'] as const)
      it(`S4: changes nothing in an organization that ${how}, where the account may not act`, async () => {
        const dismissed = await addPerson(keyward, { email: `it@${scene.domain}`, verified: true });
        await addMember(keyward, scene.root, scene.acme, dismissed, 'admin');
        const made = await connect(keyward, dismissed, scene.acme, scene.provider);
        await changeAndUndo(keyward, dismissed, async () => {
          const domain = `${scene.acme.path}/domain/${scene.domain}`;
          if (how === 'is suspended') await scene.ask(scene.root, 'POST', `${scene.acme.path}/suspend`);
          else await scene.ask(scene.root, 'PATCH', domain, { joining: 'require' });
        });
        assert.equal((await scene.ask(scene.root, 'GET', made.path))['status'], 'active');
      });
  });
}
