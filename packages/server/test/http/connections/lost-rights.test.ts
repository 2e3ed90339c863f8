import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PASSWORD, type SignedUp } from '../../support/keyward.ts';
import { suiteOidcProvider } from '../../support/oidc-provider.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { asText, suiteKeyward } from '../expectations.ts';
import { membersOf, suiteCast } from '../organizations/help.ts';
import { assertFailed, assertSignedIn } from '../providers/harness.ts';
import { GROUP, resourceIn, scimSender, USER } from '../scim/help.ts';
import { connect, type Connected, CONNECTIONS_ON, eachHome, signInBy } from './help.ts';

const OWN_ROLES = { KEYWARD_ORGANIZATIONS_OWN_ROLES: 'on' };

for (const kind of databasesFor(import.meta.filename)) {
  describe(`what connections give once rights have changed, on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: { ...CONNECTIONS_ON, ...OWN_ROLES } });
    const provider = suiteOidcProvider();
    const cast = suiteCast(keyward);
    const acme = eachHome(keyward, cast);
    const { act, member } = acme;
    const enter = (connection: Connected, email: string, groups: string[] = []) =>
      signInBy(keyward, connection, provider, { sub: email, email, name: 'Ada', groups });
    const enters = async (...how: Parameters<typeof enter>) => assertSignedIn(keyward, await enter(...how));
    const rolesOf = async ({ id }: { id?: unknown }) =>
      (await membersOf(keyward, cast.root, acme))[Number(id)];
    async function scimOf({ path, id }: Connected, { token }: SignedUp) {
      const made = await keyward.call('POST', `${path}/scim_token`, { token });
      assert.equal(made.status, 201, made.text);
      return scimSender(keyward, id, made.body['token']);
    }

    it('a role that grows is not given by somebody who lacks its permissions', async () => {
      for (const [name, ...more] of [['it', 'org:connections:write'], ['lead']])
        await act(
          cast.owner,
          'POST',
          '/role',
          { name, description: '', permissions: ['org:read', ...more] },
          201,
        );
      const helper = await member('it');
      const mapping = { leads: ['lead'] };
      const connection = await connect(keyward, helper, acme, provider, { mapping });
      const send = await scimOf(connection, helper);
      const early = await enters(connection, acme.newEmail(), ['leads']);
      assert.deepEqual(await rolesOf(early.account), ['lead']);
      const permissions = ['org:read', 'org:write', 'org:delete'];
      await act(cast.owner, 'PATCH', '/role/lead', { permissions });
      const later = await enters(connection, acme.newEmail(), ['leads']);
      assert.deepEqual(await rolesOf(later.account), ['member']);
      const provisioned = await send('POST', '/Users', { schemas: [USER], userName: acme.newEmail() });
      const { id, userName } = JSON.parse(provisioned.text);
      const group = { schemas: [GROUP], displayName: 'leads', members: [{ value: id }] };
      assert.equal((await send('POST', '/Groups', group)).status, 201);
      assert.deepEqual(await rolesOf((await enters(connection, userName, ['leads'])).account), ['member']);
      await act(cast.owner, 'PATCH', `/connection/${connection.id}`, {});
      assert.deepEqual(await rolesOf((await enters(connection, acme.newEmail(), ['leads'])).account), [
        'lead',
      ]);
    });

    for (const [how, lose] of [
      ['is removed', ({ id }: SignedUp) => act(cast.owner, 'DELETE', `/member/${id}`, undefined, 200)],
      ['is demoted', ({ id }: SignedUp) => act(cast.owner, 'PATCH', `/member/${id}`, { roles: ['member'] })],
      [
        'is suspended',
        ({ id }: SignedUp) =>
          keyward.call('PATCH', '/account', {
            token: cast.root.token,
            body: { account_id: id, status: 'suspended' },
          }),
      ],
      [
        'has asked to delete the account',
        async ({ token }: SignedUp) => {
          const body = { deletion_grace_days: 7 };
          await keyward.call('PATCH', '/config/signup', { token: cast.root.token, body });
          const left = await keyward.call('DELETE', '/me', { token, body: { current_password: PASSWORD } });
          assert.equal(left.status, 200, left.text);
        },
      ],
      [
        'is deleted',
        ({ id }: SignedUp) =>
          keyward.call('DELETE', '/account', { token: cast.root.token, body: { account_id: id } }),
      ],
    ] as const)
      it(`a connection signs in plain members only once its maker ${how}, until somebody vouches`, async () => {
        const [maker, colleague, plain] = [
          await member('admin'),
          await member('admin'),
          await member('member'),
        ];
        const mapping = { staff: ['admin'] };
        const connection = await connect(keyward, maker, acme, provider, { mapping });
        const send = await scimOf(connection, maker);
        const kept = await enters(connection, colleague.email);
        // No answer for the maker: the maker could have begun this session.
        await act(kept, 'PATCH', `/connection/${connection.id}`, {}, 403);
        await act(kept, 'GET', '/invitation');
        await lose(maker);
        assertFailed(await enter(connection, colleague.email), 'connection_unapproved');
        await act(kept, 'GET', '/invitation', undefined, 403);
        await enters(connection, plain.email);
        assert.deepEqual(await rolesOf((await enters(connection, acme.newEmail(), ['staff'])).account), [
          'member',
        ]);
        const adopted = { schemas: [USER], userName: colleague.email };
        assert.equal((await send('POST', '/Users', adopted)).status, 403);
        await act(colleague, 'PATCH', `/connection/${connection.id}`, {});
        await act(await enters(connection, colleague.email), 'GET', '/invitation');
        // The maker may have a copy of the token.
        assert.equal((await send('POST', '/Users', adopted)).status, 403);
        const another = await scimOf(connection, colleague);
        assert.equal((await another('POST', '/Users', adopted)).status, 201);
      });

    it('a token reaches plain members only once its maker is removed, whoever vouches', async () => {
      const [maker, colleague] = [await member('admin'), await member('admin')];
      const connection = await connect(keyward, cast.owner, acme, provider);
      const send = await scimOf(connection, maker);
      await act(cast.owner, 'DELETE', `/member/${maker.id}`);
      const adopted = { schemas: [USER], userName: colleague.email };
      assert.equal((await send('POST', '/Users', adopted)).status, 403);
      await enters(connection, colleague.email);
      const mapping = { staff: ['admin'] };
      for (const change of [{}, { name: 'Renamed' }, { mapping }])
        await act(cast.owner, 'PATCH', `/connection/${connection.id}`, change);
      assert.equal((await send('POST', '/Users', adopted)).status, 403);
      const person = await send('POST', '/Users', { schemas: [USER], userName: acme.newEmail() });
      const roles = await membersOf(keyward, cast.root, acme);
      const group = {
        schemas: [GROUP],
        displayName: 'staff',
        members: [{ value: JSON.parse(person.text).id }],
      };
      assert.equal((await send('POST', '/Groups', group)).status, 201);
      assert.deepEqual(await membersOf(keyward, cast.root, acme), roles);
    });

    it('groups that the token of a former admin has stored give nothing, until somebody vouches', async () => {
      const mapping = { admins: ['admin'] };
      const fields = { mapping, keep_roles: true };
      const connection = await connect(keyward, cast.owner, acme, provider, fields);
      const [former, trusted] = [await member('admin'), await member('member')];
      const token = await keyward.call('POST', `${connection.path}/scim_token`, { token: former.token });
      const send = scimSender(keyward, connection.id, token.body['token']);
      const { id } = resourceIn(
        await send('POST', '/Users', { schemas: [USER], userName: former.email }),
        201,
      );
      await act(cast.owner, 'PATCH', `/member/${former.id}`, { roles: ['member'] });
      const admins = { schemas: [GROUP], displayName: 'admins', members: [{ value: id }] };
      resourceIn(await send('POST', '/Groups', admins), 201);
      const stays = async () => {
        await enters(connection, former.email);
        assert.deepEqual(await rolesOf(former), ['member']);
        await enters(connection, trusted.email, ['admins']);
        assert.deepEqual(await rolesOf(trusted), ['admin'], 'the word of the provider counts');
      };
      await stays();
      await act(cast.owner, 'DELETE', `/connection/${connection.id}/scim_token/${asText(token.body['id'])}`);
      await stays();
      await act(cast.owner, 'PATCH', `/connection/${connection.id}`, { name: 'Renamed' });
      await stays();
      await act(cast.owner, 'PATCH', `/connection/${connection.id}`, {});
      await enters(connection, former.email);
      assert.deepEqual(await rolesOf(former), ['admin']);
    });

    for (const by of ['its maker', 'a portal'])
      it(`groups of a revoked token give no more than ${by} may give, who has vouched`, async () => {
        const fields = { mapping: { admins: ['admin'] }, keep_roles: true };
        const connection = await connect(keyward, cast.owner, acme, provider, fields);
        const [maker, accomplice] = [await member('admin'), await member('member')];
        const { body } = await keyward.call('POST', `${connection.path}/scim_token`, { token: maker.token });
        const send = scimSender(keyward, connection.id, body['token']);
        const provisioned = await send('POST', '/Users', { schemas: [USER], userName: accomplice.email });
        const members = [{ value: resourceIn(provisioned, 201).id }];
        for (const displayName of ['admins', 'bosses'])
          resourceIn(await send('POST', '/Groups', { schemas: [GROUP], displayName, members }), 201);
        const path = `/connection/${connection.id}`;
        await act(maker, 'DELETE', `${path}/scim_token/${asText(body['id'])}`);
        if (by === 'a portal') {
          const sections = { sections: ['connections'] };
          const { url } = (await act(cast.owner, 'POST', '/portal', sections, 201)).body;
          const token = new URL(asText(url)).hash.slice(1);
          const vouched = await keyward.call('PATCH', `/portal${path}`, { token, body: {} });
          assert.equal(vouched.status, 200, vouched.text);
        } else await act(maker, 'PATCH', path, {});
        const mapping = { admins: ['admin'], bosses: ['owner'] };
        await act(cast.owner, 'PATCH', path, { mapping });
        await act(cast.owner, 'PATCH', `/member/${maker.id}`, { roles: ['member'] });
        await enters(connection, accomplice.email);
        assert.deepEqual(await rolesOf(accomplice), [by === 'a portal' ? 'admin' : 'member']);
        await act(cast.owner, 'PATCH', path, {});
        await enters(connection, accomplice.email);
        assert.deepEqual(await rolesOf(accomplice), ['admin', 'owner']);
      });

    for (const [how, promote] of [
      ['promoted', ({ id }: SignedUp) => act(cast.owner, 'PATCH', `/member/${id}`, { roles: ['owner'] })],
      ['the heir', ({ id }: SignedUp) => act(cast.owner, 'POST', '/transfer', { account_id: id })],
      [
        'in a role that has grown',
        () => act(cast.owner, 'PATCH', '/role/plain', { permissions: ['org:read', 'org:delete'] }),
      ],
    ] as const)
      it(`a session that an admin's connection began has no more rights once its member is ${how}`, async () => {
        const role = { name: 'plain', description: '', permissions: ['org:read'] };
        await act(cast.owner, 'POST', '/role', role, 201);
        const [admin, joe] = [await member('admin'), await member('plain')];
        const connection = await connect(keyward, admin, acme, provider);
        const kept = await enters(connection, joe.email);
        await promote(joe);
        assertFailed(await enter(connection, joe.email), 'connection_unapproved');
        await act(kept, 'POST', '/portal', { sections: ['connections'] }, 403);
        await act(kept, 'DELETE', '', undefined, 403);
        const vouched = await keyward.call('PATCH', connection.path, { token: kept.token, body: {} });
        assert.notEqual(vouched.body['signs_in_owners'], true);
        const entered = await keyward.call('POST', '/token/organization', {
          token: kept.token,
          body: { organization: acme.id },
        });
        assert.equal(entered.status, 200, entered.text);
        const token = asText(entered.body['access_token']);
        const { body } = await keyward.call('GET', '/me', { token });
        assert.doesNotMatch(JSON.stringify(body), /org:delete/);
        await act(kept, 'GET', '');
        await act(admin, 'DELETE', `/connection/${connection.id}`);
        await act(kept, 'GET', '', undefined, 401);
      });

    for (const [how, leave] of [
      ['leaves', (joe: SignedUp) => act(joe, 'POST', '/leave')],
      ['is removed', ({ id }: SignedUp) => act(cast.owner, 'DELETE', `/member/${id}`)],
    ] as const)
      it(`a session for which only a connection speaks ends when its member ${how}`, async () => {
        const joe = await member('member');
        const connection = await connect(keyward, cast.owner, acme, provider);
        const begun = await enters(connection, joe.email);
        await leave(joe);
        await act(begun, 'GET', '', undefined, 401);
        assert.equal((await keyward.call('GET', '/me', { token: joe.token })).status, 200);
      });
  });
}
