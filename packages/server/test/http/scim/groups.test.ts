import assert from 'node:assert/strict';
import { StatementSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { Query } from 'pg';
import { databasesFor } from '../../support/usual-size.ts';
import { CONNECTIONS_ON } from '../connections/help.ts';
import { suiteKeyward } from '../expectations.ts';
import { membersOf } from '../organizations/help.ts';
import {
  addProvider,
  addStage,
  filtered,
  GROUP,
  listIn,
  onUser,
  patch,
  refusal,
  type Resource,
  resourceIn,
  type Stage,
} from './help.ts';

/** More than are changed at once. */
const PEOPLE = 101;
const MAPPING = { mapping: { engineers: ['admin'], bosses: ['owner'] } };

for (const kind of databasesFor(import.meta.filename)) {
  describe(`provisioned groups on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: CONNECTIONS_ON });

    const rolesOf = async ({ cast, acme }: Stage, person: Resource) => {
      const [row] = await keyward.database.query('select id from accounts where uid = $1', [person.id]);
      return (await membersOf(keyward, cast.root, acme))[Number(row?.['id'])];
    };

    const addGroup = async ({ provider }: Stage, displayName: string, ...members: Resource[]) =>
      resourceIn(
        await provider.send('POST', '/Groups', {
          schemas: [GROUP],
          displayName,
          externalId: `id-${displayName}`,
          members: members.map(({ id }) => ({ value: id })),
        }),
        201,
      );

    const onGroup = ({ id }: Resource) => `/Groups/${id}`;

    it('change the roles of many people in few statements, and count them', async () => {
      const stage = await addStage(keyward, MAPPING);
      const { provider, acme } = stage;
      const people: Resource[] = [];
      for (let at = 0; at < PEOPLE; at += 1) people.push(await provider.add());
      const group = await addGroup(stage, 'engineers');
      const counted = async () => {
        await keyward.app.services.writeFailures();
        const [row] = await keyward.database.query('select count from failures where key like $1', [
          `provisioning%${acme.id}%`,
        ]);
        return Number(row?.['count']);
      };
      const replace = (members: Resource[]) =>
        provider.send('PUT', onGroup(group), {
          schemas: [GROUP],
          displayName: 'engineers',
          members: members.map(({ id }) => ({ value: id })),
        });
      for (const [members, role] of [
        [people, 'admin'],
        [[], 'member'],
      ] as const) {
        const before = await counted();
        assert.equal((await replace([...members])).status, 200);
        assert.equal((await counted()) - before, 2);
        const rows = await keyward.database.query(
          'select memberships.roles from memberships join accounts on accounts.id = account_id where email like $1',
          [`%@${provider.domain}`],
        );
        assert.deepEqual(
          rows.map(({ roles }) => roles),
          people.map(() => JSON.stringify([role])),
        );
      }
      await replace(people);
      const before = await counted();
      const renamed = patch({ op: 'replace', path: 'displayName', value: 'bosses' });
      assert.equal((await provider.send('PATCH', onGroup(group), renamed)).status, 200);
      assert.equal((await counted()) - before, 2);
    });

    it('take as many statements for a hundred people as for ten', async (t) => {
      const calls =
        kind === 'sqlite'
          ? [t.mock.method(StatementSync.prototype, 'all'), t.mock.method(StatementSync.prototype, 'run')]
          : [t.mock.method(Query.prototype, 'submit')];
      const statements = () => calls.reduce((sum, { mock }) => sum + mock.callCount(), 0);
      async function costOf(size: number): Promise<number> {
        const stage = await addStage(keyward, MAPPING);
        const members: Resource[] = [];
        for (let at = 0; at < size; at += 1) members.push(await stage.provider.add());
        const group = await addGroup(stage, 'engineers');
        const body = { schemas: [GROUP], displayName: 'engineers' };
        const value = members.map(({ id }) => ({ value: id }));
        const before = statements();
        const done = await stage.provider.send('PUT', onGroup(group), { ...body, members: value });
        assert.equal(done.status, 200, done.text);
        return statements() - before;
      }
      const [ten, hundred] = [await costOf(10), await costOf(100)];
      assert.ok(ten > 10, 'the statements are counted');
      assert.ok(hundred < 1.5 * ten, `${ten} and ${hundred} statements`);
    });

    it('give roles by the mapping at once, and take them back', async () => {
      const stage = await addStage(keyward, MAPPING);
      const { provider } = stage;
      const [ada, bob] = [await provider.add(), await provider.add()];
      const engineers = await addGroup(stage, 'engineers', ada);
      assert.deepEqual([await rolesOf(stage, ada), await rolesOf(stage, bob)], [['admin'], ['member']]);
      const send = async (...operations: object[]) =>
        resourceIn(await provider.send('PATCH', onGroup(engineers), patch(...operations)));
      const both = await send({ op: 'add', path: 'members', value: [{ value: bob.id }, { value: ada.id }] });
      assert.deepEqual(
        Object(both['members']).map(({ value, type }: Record<string, unknown>) => [value, type]),
        [ada, bob].map(({ id }) => [id, 'User']),
      );
      assert.deepEqual(await rolesOf(stage, bob), ['admin']);
      await send({ op: 'remove', path: `members[value eq "${ada.id}"]` });
      assert.deepEqual([await rolesOf(stage, ada), await rolesOf(stage, bob)], [['member'], ['admin']]);
      await send({ op: 'replace', path: 'displayName', value: 'Others' });
      assert.deepEqual(await rolesOf(stage, bob), ['member']);
      await send({ op: 'replace', value: { displayName: 'bosses', id: engineers.id } });
      assert.deepEqual(await rolesOf(stage, bob), ['owner']);
      const shown = resourceIn(await provider.send('GET', onUser(bob)));
      assert.deepEqual(Object(shown['groups'])[0]?.display, 'bosses');
      const put = { schemas: [GROUP], displayName: 'engineers', members: [{ value: ada.id }] };
      const replaced = resourceIn(await provider.send('PUT', onGroup(engineers), put));
      assert.equal(replaced['externalId'], undefined);
      assert.deepEqual([await rolesOf(stage, ada), await rolesOf(stage, bob)], [['admin'], ['member']]);
      assert.equal((await provider.send('DELETE', onGroup(engineers))).status, 204);
      assert.deepEqual(await rolesOf(stage, ada), ['member']);
      assert.equal(refusal(await provider.send('GET', onGroup(engineers))), '404');
    });

    it('return with the person', async () => {
      const stage = await addStage(keyward, MAPPING);
      const { provider } = stage;
      const ada = await provider.add();
      await addGroup(stage, 'engineers', ada);
      const set = (active: boolean) =>
        provider.send('PATCH', onUser(ada), patch({ op: 'replace', path: 'active', value: active }));
      await set(false);
      assert.equal(await rolesOf(stage, ada), undefined);
      await set(true);
      assert.deepEqual(await rolesOf(stage, ada), ['admin']);
    });

    it('without a role are kept and shown, and change nobody’s roles', async () => {
      const stage = await addStage(keyward, MAPPING);
      const { cast, acme, provider } = stage;
      const ada = await provider.add();
      const [row] = await keyward.database.query('select id from accounts where uid = $1', [ada.id]);
      const path = `${acme.path}/member/${String(row?.['id'])}`;
      await keyward.call('PATCH', path, { token: cast.root.token, body: { roles: ['admin'] } });
      const readers = await addGroup(stage, 'Readers', ada);
      assert.deepEqual(await rolesOf(stage, ada), ['admin']);
      const shown = resourceIn(await provider.send('GET', onGroup(readers)));
      assert.deepEqual([shown['displayName'], Object(shown['members'])[0]?.value], ['Readers', ada.id]);
      await provider.send('DELETE', onGroup(readers));
      assert.deepEqual(await rolesOf(stage, ada), ['admin']);
    });

    it('never remove the last owner', async () => {
      const stage = await addStage(keyward, MAPPING);
      const { cast, acme, provider } = stage;
      const boss = await provider.add();
      const bosses = await addGroup(stage, 'bosses', boss);
      await keyward.call('DELETE', `${acme.path}/member/${cast.owner.id}`, { token: cast.root.token });
      const emptied = await provider.send('PATCH', onGroup(bosses), patch({ op: 'remove', path: 'members' }));
      assert.equal(emptied.status, 200, emptied.text);
      assert.deepEqual(await rolesOf(stage, boss), ['owner', 'member']);
    });

    it('never take an owner where the mapping gives none', async () => {
      const stage = await addStage(keyward, { mapping: { engineers: ['admin'] } });
      const { cast, acme, provider } = stage;
      const boss = await provider.add();
      const [account] = await keyward.database.query('select id from accounts where uid = $1', [boss.id]);
      const owner = await keyward.call('PATCH', `${acme.path}/member/${String(account?.['id'])}`, {
        token: cast.root.token,
        body: { roles: ['owner'] },
      });
      assert.equal(owner.status, 200, owner.text);
      await addGroup(stage, 'engineers', boss);
      assert.deepEqual(await rolesOf(stage, boss), ['owner', 'admin']);
    });

    it('have unique names, and only members of the connection', async () => {
      const stage = await addStage(keyward);
      const { provider } = stage;
      const post = async (fields: object) =>
        refusal(await provider.send('POST', '/Groups', { schemas: [GROUP], ...fields }));
      await addGroup(stage, 'Sales');
      assert.equal(await post({ displayName: 'SALES' }), '409 uniqueness');
      assert.equal(await post({}), '400 invalidValue');
      assert.equal(await post({ displayName: 'Other', members: [{ value: 'nobody' }] }), '400 invalidValue');
      assert.equal(listIn(await provider.send('GET', '/Groups')).totalResults, 1);
    });

    it('are found by name, and by whether somebody is a member', async () => {
      const stage = await addStage(keyward);
      const { provider } = stage;
      const ada = await provider.add();
      const sales = await addGroup(stage, 'Sales', ada);
      await addGroup(stage, 'Work');
      const names = async (query: string) =>
        listIn(await provider.send('GET', `/Groups${query}`)).Resources.map((one) => one['displayName']);
      assert.deepEqual(await names(filtered('displayName eq "sales"', '&excludedAttributes=members')), [
        'Sales',
      ]);
      assert.deepEqual(await names(filtered('externalId eq "id-Work"')), ['Work']);
      const isIn = (id: string) => names(filtered(`id eq "${sales.id}" and members eq "${id}"`));
      assert.deepEqual([await isIn(ada.id), await isIn('nobody')], [['Sales'], []]);
      assert.equal(
        refusal(await provider.send('GET', `/Groups${filtered(`members eq "${ada.id}"`)}`)),
        '400 tooMany',
      );
      const without = resourceIn(await provider.send('GET', `${onGroup(sales)}?excludedAttributes=members`));
      assert.equal('members' in without, false);
    });

    const insertGroups = (connection: string, count: number) =>
      keyward.database.query(
        `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
         insert into scim_groups (uid, connection_id, display_name, display_name_key, version, created_at, updated_at)
         select uid || n, id, 'group' || n, 'group' || n, 1, 0, 0 from numbers, connections where uid = $1`,
        [connection],
      );

    it('O8-2: have texts of at most 1,024 bytes, which every index takes', async () => {
      const { provider } = await addStage(keyward);
      const wide = (length: number) =>
        Array.from({ length }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7_919) % 20_000))).join('');
      const made = (path: string, more: object) => provider.send('POST', path, { schemas: [GROUP], ...more });
      const texts = { displayName: wide(341), externalId: wide(341) };
      resourceIn(await made('/Groups', texts), 201);
      for (const more of [{ displayName: wide(342) }, { displayName: 'Sales', externalId: wide(342) }])
        assert.equal(refusal(await made('/Groups', more)), '400 invalidValue');
      const person = { userName: `wide@${provider.domain}`, externalId: wide(342) };
      assert.equal(refusal(await made('/Users', person)), '400 invalidValue');
      resourceIn(await made('/Users', { ...person, externalId: wide(341) }), 201);
    });

    it('O8-2: are at most 5,000 in all connections of an organization', async () => {
      const stage = await addStage(keyward);
      const other = await addProvider(keyward, stage.cast.root, stage.acme);
      await insertGroups(stage.provider.id, 4_999);
      const add = (displayName: string) => other.send('POST', '/Groups', { schemas: [GROUP], displayName });
      const last = resourceIn(await add('last'), 201);
      const refused = await add('more');
      assert.equal(refusal(refused), '403');
      assert.match(refused.text, /organization has 5000/);
      assert.equal((await other.send('DELETE', onGroup(last))).status, 204);
      resourceIn(await add('more'), 201);
    });

    it('O8-2: have a hundred members for each person of the organization', async () => {
      const stage = await addStage(keyward);
      const { cast, acme, provider } = stage;
      await keyward.call('PATCH', acme.path, { token: cast.root.token, body: { max_members: 1 } });
      const [ada, bob] = [await provider.add({ active: false }), await provider.add({ active: false })];
      const sales = await addGroup(stage, 'Sales', ada);
      await insertGroups(provider.id, 10_199);
      await keyward.database.query(
        `insert into scim_group_members (group_id, user_id) select scim_groups.id, scim_users.id
         from scim_groups, scim_users where display_name like 'group%' and scim_users.uid = $1
         and scim_groups.connection_id = scim_users.connection_id`,
        [ada.id],
      );
      const send = (op: string, { id }: Resource) =>
        provider.send('PATCH', onGroup(sales), patch({ op, path: 'members', value: [{ value: id }] }));
      const refused = await send('add', bob);
      assert.equal(refusal(refused), '403');
      assert.match(refused.text, /10200 members/);
      assert.equal((await send('replace', bob)).status, 200);
      assert.equal((await send('remove', bob)).status, 200);
      assert.equal((await send('add', ada)).status, 200);
    });
  });
}
