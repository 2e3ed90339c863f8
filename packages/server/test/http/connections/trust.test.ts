import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { type Answer, PASSWORD, type SignedUp } from '../../support/keyward.ts';
import { suiteOidcProvider } from '../../support/oidc-provider.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { asText, suiteKeyward } from '../expectations.ts';
import { addMember, membersOf, outcome, suiteCast } from '../organizations/help.ts';
import { assertFailed, assertSignedIn } from '../providers/harness.ts';
import { GROUP, patch, refusal, scimSender, USER } from '../scim/help.ts';
import { connect, type Connected, CONNECTIONS_ON, eachHome, signInBy } from './help.ts';

const IT_ROLE = { name: 'it', permissions: ['org:read', 'org:connections:write'] };

for (const kind of databasesFor(import.meta.filename)) {
  describe(`connections that were set up by somebody with few permissions, on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: CONNECTIONS_ON });
    const provider = suiteOidcProvider();
    const cast = suiteCast(keyward);
    const acme = eachHome(keyward, cast);
    const { member } = acme;

    before(async () => {
      const roles = { roles: [IT_ROLE] };
      const set = await keyward.call('PATCH', '/config/organizations', {
        token: cast.root.token,
        body: roles,
      });
      assert.equal(set.status, 200, set.text);
    });

    beforeEach(() => addMember(keyward, cast.root, acme, cast.admin, 'admin'));
    const enter = (connection: Connected, { email }: SignedUp) =>
      signInBy(keyward, connection, provider, { sub: email, email, name: 'Ada' });
    const refuses = async (connection: Connected, who: SignedUp) =>
      assertFailed(await enter(connection, who), 'connection_unapproved');
    const enters = async (connection: Connected, who: SignedUp) =>
      assertSignedIn(keyward, await enter(connection, who));
    async function save({ token }: SignedUp, { path }: Connected, body: object): Promise<unknown> {
      const saved = await keyward.call('PATCH', path, { token, body });
      assert.equal(saved.status, 200, saved.text);
      return saved.body['signs_in_owners'];
    }

    it('sign in no owner, until an owner saves them', async () => {
      const [boss, colleague] = [await member('owner'), await member('admin')];
      const connection = await connect(keyward, cast.admin, acme, provider);
      await refuses(connection, boss);
      await enters(connection, colleague);
      assert.equal(await save(colleague, connection, {}), false);
      await refuses(connection, boss);
      assert.equal(await save(boss, connection, {}), true);
      await enters(connection, boss);
      // Now the identity is linked, too.
      assert.equal(await save(cast.admin, connection, { name: 'Renamed', status: 'disabled' }), true);
      assert.equal(await save(cast.admin, connection, { status: 'active' }), false);
      await refuses(connection, boss);
      const events = await keyward.call('GET', '/event?type=connection.updated', { token: cast.root.token });
      assert.match(events.text, /"changed":{[^}]*"signs_in_owners":false/);
    });

    it('tell that somebody else answers for them, without a field', async () => {
      const boss = await member('owner');
      const connection = await connect(keyward, boss, acme, provider);
      const told = async () => {
        const { body } = await acme.act(cast.owner, 'GET', '/event?type=connection.updated');
        const events: { data: { changed: object; previous: object } }[] = JSON.parse(
          JSON.stringify(body['events']),
        );
        return events.map(({ data }) => [data.changed, data.previous]);
      };
      await save(boss, connection, {});
      assert.deepEqual(await told(), []);
      await save(cast.owner, connection, {});
      assert.deepEqual(await told(), [[{}, {}]]);
    });

    for (const [what, fields] of [
      ['secret', { oidc: { client_secret: 'another' } }],
      ['scopes', { oidc: { scopes: ['openid', 'email', 'profile', 'groups'] } }],
      ['factors', { trust_factors: true }],
      ['mapping', { mapping: { staff: ['member'] } }],
    ] as const)
      it(`sign in no owner once an admin changes their ${what}`, async () => {
        const connection = await connect(keyward, cast.owner, acme, provider);
        assert.equal(await save(cast.admin, connection, {}), true);
        assert.equal(await save(cast.admin, connection, fields), false);
        assert.equal(await save(cast.root, connection, {}), true);
      });

    for (const [what, act] of [
      [
        'secret',
        (path) => keyward.call('PATCH', path, { ...cast.admin, body: { oidc: { client_secret: 'x' } } }),
      ],
      ['mapping', (path) => keyward.call('PATCH', path, { ...cast.admin, body: { mapping: {} } })],
      ['voucher', (path) => keyward.call('PATCH', path, { ...cast.root, body: {} })],
      [
        'groups',
        async (path) => {
          const { body } = await keyward.call('POST', `${path}/scim_token`, cast.admin);
          return keyward.call('DELETE', `${path}/scim_token/${asText(body['id'])}`, cast.admin);
        },
      ],
    ] satisfies [string, (path: string) => Promise<Answer>][])
      it(`R3-9: are approved only as they were read, which another ${what} ends`, async () => {
        const { path } = await connect(keyward, cast.admin, acme, provider, {
          mapping: { staff: ['member'] },
        });
        const owner = { token: cast.owner.token };
        const read = async () => (await keyward.call('GET', path, owner)).body;
        const { version } = await read();
        assert.equal((await act(path)).status, 200);
        const approve = (body: object) => keyward.call('PATCH', path, { ...owner, body });
        const changed = await read();
        const refused = await approve({ version });
        assert.equal(outcome(refused), '409 VersionMismatchError', refused.text);
        assert.deepEqual(await read(), changed);
        const approved = await approve({ version: changed['version'] });
        assert.deepEqual([approved.status, approved.body['signs_in_owners']], [200, true], approved.text);
        assert.equal((await approve({ version: approved.body['version'], name: 'Acme 2' })).status, 200);
        assert.equal((await approve({ status: 'disabled' })).status, 200);
      });

    for (const [what, fields] of [
      ['mapping', { mapping: { staff: ['admin'] } }],
      ['roles', { keep_roles: true }],
      ['factors', { trust_factors: true }],
      ['trust', {}],
    ] as const)
      it(`refuse a person whom they identified before a change of their ${what}`, async () => {
        const colleague = await member('admin');
        const connection = await connect(
          keyward,
          what === 'trust' ? cast.admin : cast.owner,
          acme,
          provider,
          { keep_roles: false },
        );
        provider.delay = async (path) => {
          if (!path.startsWith('/token')) return;
          provider.delay = async () => {};
          await save(cast.owner, connection, fields);
        };
        assertFailed(await enter(connection, colleague), 'connection_not_found');
        await enters(connection, colleague);
      });

    it('sign in no owner once a portal changes them', async () => {
      const boss = await member('owner');
      const connection = await connect(keyward, cast.owner, acme, provider);
      await enters(connection, boss);
      const sections = { sections: ['connections'] };
      const made = await keyward.call('POST', `${acme.path}/portal`, {
        token: cast.owner.token,
        body: sections,
      });
      const token = new URL(asText(made.body['url'])).hash.slice(1);
      const body = { trust_factors: true };
      const changed = await keyward.call('PATCH', `/portal/connection/${connection.id}`, { token, body });
      assert.deepEqual([changed.status, changed.body['signs_in_owners']], [200, false], changed.text);
      await refuses(connection, boss);
      await enters(connection, await member('admin'));
    });

    it('act for nobody with a permission that their maker lacked, whatever roles say', async () => {
      const [helper, admin, plain] = [await member('it'), await member('admin'), await member('member')];
      const connection = await connect(keyward, helper, acme, provider);
      await refuses(connection, admin);
      await enters(connection, plain);
      // What both have, if neither has it all.
      assert.equal(await save(admin, connection, { trust_factors: true }), false);
      await enters(connection, admin);
      await save(helper, connection, { trust_factors: false });
      await refuses(connection, admin);
    });

    it('are not required of people whom they refuse', async () => {
      const boss = await member('owner');
      await keyward.call('PATCH', '/config/organizations', {
        token: cast.root.token,
        body: { break_glass: false },
      });
      const connection = await connect(keyward, cast.owner, acme, provider);
      await keyward.database.query("update organization_domains set joining = 'require' where domain = $1", [
        acme.domain,
      ]);
      const logIn = async () =>
        outcome(
          await keyward.call('POST', '/login', {
            body: { identifier: boss.email, password: PASSWORD },
          }),
        );
      assert.equal(await logIn(), '403 ConnectionRequiredError');
      await save(cast.admin, connection, { trust_factors: true });
      assert.notEqual(await logIn(), '403 ConnectionRequiredError');
    });

    it('provision no owner with the token of an admin, and keep the roles of owners and superadmins', async () => {
      const [boss, later, super_] = [await member('owner'), await member('member'), await member('member')];
      const mapping = { staff: ['admin'] };
      const connection = await connect(keyward, cast.owner, acme, provider, { mapping });
      const made = await keyward.call('POST', `${connection.path}/scim_token`, { token: cast.admin.token });
      assert.equal(made.status, 201, made.text);
      const send = scimSender(keyward, connection.id, made.body['token']);
      const adopted = { schemas: [USER], userName: boss.email };
      for (const active of [true, false]) {
        const refused = await send('POST', '/Users', { ...adopted, active });
        assert.equal(refusal(refused), '403');
        assert.match(refused.text, /an owner of the organization must save the connection once, and make/);
      }
      const ids: string[] = [];
      for (const { email } of [later, super_]) {
        const known = await send('POST', '/Users', { schemas: [USER], userName: email });
        ids.push(asText(JSON.parse(known.text).id));
      }
      await keyward.call('PATCH', `${acme.path}/member/${later.id}`, {
        token: cast.root.token,
        body: { roles: ['owner'] },
      });
      await keyward.database.query("update accounts set role = 'superadmin' where id = $1", [super_.id]);
      const off = patch({ op: 'replace', path: 'active', value: false });
      const move = patch({ op: 'replace', path: 'userName', value: acme.newEmail() });
      for (const id of ids)
        for (const answer of [
          await send('PATCH', `/Users/${id}`, off),
          await send('PATCH', `/Users/${id}`, move),
          await send('DELETE', `/Users/${id}`),
        ])
          assert.equal(refusal(answer), '403');
      const roles = await membersOf(keyward, cast.root, acme);
      const members = ids.map((value) => ({ value }));
      const group = await send('POST', '/Groups', { schemas: [GROUP], displayName: 'staff', members });
      assert.equal(group.status, 201, group.text);
      assert.deepEqual(await membersOf(keyward, cast.root, acme), roles);
      assert.deepEqual([roles[later.id], roles[super_.id]], [['owner'], ['member']]);
      // Whoever vouches for the connection does not lift the token, of which somebody else has a copy.
      assert.equal(await save(cast.owner, connection, {}), true);
      assert.equal(refusal(await send('PATCH', `/Users/${ids[0]}`, move)), '403');
      const listed = async () => {
        const { body } = await keyward.call('GET', `${connection.path}/scim_token`, {
          token: cast.owner.token,
        });
        const tokens: unknown = body['scim_tokens'];
        assert.ok(Array.isArray(tokens));
        return tokens.map(({ created_by, trusted }) => [created_by, trusted]);
      };
      assert.deepEqual(await listed(), [[cast.admin.id, false]]);
      const own = await keyward.call('POST', `${connection.path}/scim_token`, { token: cast.owner.token });
      assert.deepEqual(await listed(), [
        [cast.admin.id, false],
        [cast.owner.id, true],
      ]);
      const sendOwn = scimSender(keyward, connection.id, own.body['token']);
      const moved = await sendOwn('PATCH', `/Users/${ids[0]}`, move);
      assert.equal(moved.status, 200, moved.text);
    });

    it('provision no owner with the token of a portal, also once an owner vouches, or after its end', async () => {
      const boss = await member('owner');
      const connection = await connect(keyward, cast.owner, acme, provider, {
        mapping: { staff: ['admin'] },
      });
      const { token } = cast.owner;
      const linked = await keyward.call('POST', `${acme.path}/portal`, {
        token,
        body: { sections: ['scim'] },
      });
      const link = { token: new URL(asText(linked.body['url'])).hash.slice(1) };
      const path = `/portal/connection/${connection.id}/scim_token`;
      const made = await keyward.call('POST', path, link);
      assert.equal(made.status, 201, made.text);
      await keyward.call('DELETE', `${acme.path}/portal`, { token });
      assert.equal(await save(cast.owner, connection, { mapping: { staff: ['owner'] } }), true);
      const listed = await keyward.call('GET', `${connection.path}/scim_token`, { token });
      assert.match(listed.text, new RegExp(`"created_by":${cast.owner.id},"trusted":false`));
      const send = scimSender(keyward, connection.id, made.body['token']);
      assert.equal(refusal(await send('POST', '/Users', { schemas: [USER], userName: boss.email })), '403');
      const accomplice = await member('member');
      const { text } = await send('POST', '/Users', { schemas: [USER], userName: accomplice.email });
      const members = [{ value: asText(JSON.parse(text).id) }];
      assert.equal(
        (await send('POST', '/Groups', { schemas: [GROUP], displayName: 'staff', members })).status,
        201,
      );
      const roles = async () => (await membersOf(keyward, cast.root, acme))[accomplice.id];
      assert.deepEqual(await roles(), ['member']);
      await keyward.call('DELETE', `${connection.path}/scim_token/${asText(made.body['id'])}`, { token });
      assert.equal(await save(cast.owner, connection, { keep_roles: true }), true);
      await enters(connection, accomplice);
      assert.deepEqual(await roles(), ['member']);
    });

    it('from before this rule act for everybody', async () => {
      const boss = await member('owner');
      const connection = await connect(keyward, cast.admin, acme, provider);
      await keyward.database.query('update connections set trust = null, vouched_by = null where uid = $1', [
        connection.id,
      ]);
      await enters(connection, boss);
    });
  });
}
