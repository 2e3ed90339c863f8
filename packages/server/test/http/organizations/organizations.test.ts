import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { databasesFor } from '../../support/usual-size.ts';
import { addSuperadmin, rowsOf } from '../admin/admin.ts';
import { asObject, assertRefusal, asText, suiteKeyward } from '../expectations.ts';
import { addPerson } from '../people.ts';
import { type Acme, addAcme, addCast, addMember, addOrganization, membersOf, ON, outcome } from './help.ts';
import { untilAnswered } from '../../support/until.ts';

const DAY_MS = 86_400_000;

for (const kind of databasesFor(import.meta.filename)) {
  describe(`organizations on ${kind}`, () => {
    const keyward = suiteKeyward(kind, {
      settings: {
        ...ON,
        KEYWARD_ORGANIZATIONS_CREATION: 'anyone',
        KEYWARD_ORGANIZATIONS_OWN_ROLES: 'on',
        KEYWARD_ORGANIZATIONS_PERMISSIONS: 'invoices:write',
        KEYWARD_ORGANIZATIONS_ROLES: JSON.stringify([
          { name: 'billing', permissions: ['org:read', 'invoices:write'] },
        ]),
      },
    });

    it('belong to their creators; slugs are generated, given, kept and redirected', async () => {
      const { owner, stranger, root } = await addCast(keyward);
      const made = await keyward.call('POST', '/organization', {
        token: owner.token,
        body: { name: 'Zürich & Söhne AG', metadata: { tier: 1 } },
      });
      assert.equal(made.status, 201, made.text);
      const { slug, id, members_count: count } = made.body;
      assert.deepEqual([slug, count], ['zurich-sohne-ag', 1]);
      const again = await keyward.call('POST', '/organization', {
        token: stranger.token,
        body: { name: 'Zürich & Söhne AG' },
      });
      assert.match(asText(again.body['slug']), /^zurich-sohne-ag-[a-z0-9]{6}$/);
      const rename = (to: string, token = owner.token, of = asText(id)) =>
        keyward.call('PATCH', `/organization/${of}`, { token, body: { slug: to } });
      assert.equal((await rename('zs')).status, 200);
      const read = (name: string, token = owner.token) =>
        keyward.call('GET', `/organization/${name}`, { token });
      assert.equal((await read('zs')).body['id'], id);
      assert.equal((await read('zurich-sohne-ag')).body['slug'], 'zs');
      assertRefusal(
        await rename('zurich-sohne-ag', stranger.token, asText(again.body['id'])),
        409,
        'SlugTakenError',
      );
      assertRefusal(await read('zs', stranger.token), 404, 'OrganizationNotFoundError');
      keyward.clock.advance(91 * DAY_MS);
      const { token } = await keyward.logIn(owner.email);
      const other = await keyward.logIn(stranger.email);
      assertRefusal(await read('zurich-sohne-ag', token), 404, 'OrganizationNotFoundError');
      assert.equal((await rename('zurich-sohne-ag', other.token, asText(again.body['id']))).status, 200);
      assert.equal((await rename('ab', (await keyward.logIn(root.email)).token)).status, 200);
      for (const bad of ['a', '-ab', 'ab-', 'Ab', 'a_b', 'x'.repeat(49)])
        assert.equal((await rename(bad, token)).status, 422, bad);
    });

    it('show a list of their own to accounts, and all to superadmins', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast, { name: 'Listed', external_id: 'customer-7' });
      const list = async (token: string, query: string) =>
        rowsOf(await keyward.call('GET', `/organization?${query}`, { token }), 'organizations').map(
          ({ id }) => id,
        );
      for (const { token } of [cast.owner, cast.member]) assert.deepEqual(await list(token, ''), [acme.id]);
      assert.deepEqual(await list(cast.stranger.token, ''), []);
      assert.deepEqual(await list(cast.stranger.token, 'external_id=customer-7'), []);
      const refused = await keyward.call('GET', `/organization?member=${cast.owner.id}`, cast.stranger);
      assert.equal(refused.status, 422);
      for (const query of [`member=${cast.other.id}`, 'external_id=customer-7', 'q=liste'])
        assert.deepEqual(await list(cast.root.token, query), [acme.id], query);
      const twice = { name: 'Twice', owner: cast.owner.id, external_id: 'customer-7' };
      assertRefusal(
        await keyward.call('POST', '/organization', { token: cast.root.token, body: twice }),
        409,
        'ExternalIdAlreadyExistsError',
      );
      const mine = { token: cast.owner.token, body: { app_metadata: { plan: 'free' } } };
      assertRefusal(await keyward.call('PATCH', acme.path, mine), 403, 'RoleMismatchError');
    });

    it('list the same organizations on pages, by cursors, in both orders, without deleted ones', async () => {
      const [owner, root] = [await addPerson(keyward), await addSuperadmin(keyward)];
      const ids: string[] = [];
      for (let made = 0; made < 7; made += 1) ids.push((await addOrganization(keyward, root, owner)).id);
      const [gone = ''] = ids.splice(3, 1);
      const deleted = await keyward.call('DELETE', `/organization/${gone}`, { token: root.token });
      assert.equal(deleted.status, 200);
      const lists = [
        { path: '/me/organizations?', token: owner.token, all: ids },
        { path: '/organization?', token: owner.token, all: ids },
        { path: `/organization?member=${owner.id}&`, token: root.token, all: ids.toSpliced(3, 0, gone) },
      ];
      for (const { path, token, all } of lists)
        for (const sort of ['created_at', '-created_at']) {
          const [pages, cursors]: [unknown[], unknown[]] = [[], []];
          for (let page = 1, after = ''; page <= 4; page += 1) {
            const query = `${path}limit=2&sort=${sort}`;
            const numbered = await keyward.call('GET', `${query}&page=${page}`, { token });
            assert.deepEqual([numbered.body['total'], numbered.body['page']], [all.length, page]);
            const followed = await keyward.call('GET', query + after, { token });
            pages.push(...rowsOf(numbered, 'organizations').map(({ id }) => id));
            cursors.push(...rowsOf(followed, 'organizations').map(({ id }) => id));
            const { cursor } = followed.body;
            if (typeof cursor !== 'string') break;
            after = `&after=${cursor}`;
          }
          const expected = sort === 'created_at' ? all : all.toReversed();
          assert.deepEqual([pages, cursors], [expected, expected], `${path} ${sort}`);
        }
    });

    for (const count of [5, 5_001])
      it(`find members by the beginning of a name, an email or a handle, among ${count}`, async () => {
        const cast = await addCast(keyward);
        const acme = await addAcme(keyward, cast);
        const tag = `found${count}`;
        const ada = await addPerson(keyward, { name: `${tag} Ada`, handle: `ada.${tag}` });
        const grace = await addPerson(keyward, { email: `${tag}-grace@example.org`, handle: `${tag}.grace` });
        const stranger = await addPerson(keyward, { email: `${tag}-stranger@example.org` });
        const like = await addPerson(keyward, { email: `x${grace.email}` });
        for (const one of [ada, grace, like]) await addMember(keyward, cast.root, acme, one, 'member');
        // Beyond 5,000, accounts are searched first.
        await keyward.database.query('update organizations set members_count = $1 where uid = $2', [
          count,
          acme.id,
        ]);
        const find = async (query: string) =>
          rowsOf(await keyward.call('GET', `${acme.path}/member?q=${query}`, cast.admin), 'members')
            .map(({ account }) => Number(asObject(account)['id']))
            .toSorted((a, b) => a - b);
        assert.deepEqual(await find(tag.toUpperCase()), [ada.id, grace.id, like.id]);
        assert.deepEqual(await find(`ada.${tag}`), [ada.id]);
        assert.deepEqual(await find(grace.email), [grace.id]);
        assert.deepEqual(await find(`${tag}&role=owner`), []);
        assert.deepEqual(await find(stranger.email), []);
        // A whole email finds one member; the part of one finds all that have it.
        assert.deepEqual(await find(grace.email.toUpperCase()), [grace.id]);
        assert.deepEqual(await find(`${grace.email}&role=owner`), []);
        assert.deepEqual(await find(grace.email.slice(0, -1)), [grace.id, like.id]);
        assert.deepEqual(await find(`x${stranger.email}`), []);
      });

    it('let nobody grant or remove a permission that they lack', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      const set = (by: { token: string }, whom: { id: number }, ...roles: string[]) =>
        keyward.call('PATCH', `${acme.path}/member/${whom.id}`, { token: by.token, body: { roles } });
      assert.equal(outcome(await set(cast.admin, cast.admin, 'owner')), '403 PermissionMissingError');
      assert.equal(outcome(await set(cast.admin, cast.owner, 'member')), '403 PermissionMissingError');
      assert.equal(
        outcome(await set(cast.admin, cast.member, 'member', 'owner')),
        '403 PermissionMissingError',
      );
      const remove = await keyward.call('DELETE', `${acme.path}/member/${cast.owner.id}`, cast.admin);
      assert.equal(outcome(remove), '403 PermissionMissingError');
      assert.equal(outcome(await set(cast.owner, cast.owner, 'admin')), '409 LastOwnerError');
      assert.equal(outcome(await set(cast.owner, cast.member, 'nothing')), '422 ValidationError');
      assert.equal(outcome(await set(cast.admin, cast.member, 'billing')), 'ok');
      // A role of its own that may less than its maker.
      const role = (by: { token: string }, body: object) =>
        keyward.call('POST', `${acme.path}/role`, { token: by.token, body });
      const writers = {
        name: 'writers',
        permissions: ['org:roles:write', 'org:members:write', 'org:members:read'],
      };
      assert.equal(outcome(await role(cast.admin, writers)), 'ok');
      assert.equal(outcome(await role(cast.admin, writers)), '409 RoleTakenError');
      assert.equal(outcome(await role(cast.admin, { ...writers, name: 'billing' })), '409 RoleTakenError');
      assert.equal(
        outcome(await role(cast.owner, { name: 'heir', permissions: ['org:owner'] })),
        '422 ValidationError',
      );
      assert.equal(
        outcome(await role(cast.admin, { name: 'killer', permissions: ['org:delete'] })),
        '403 PermissionMissingError',
      );
      assert.equal(outcome(await set(cast.admin, cast.other, 'writers')), 'ok');
      assert.equal(
        outcome(await role(cast.other, { name: 'more', permissions: ['org:write'] })),
        '403 PermissionMissingError',
      );
      assert.equal(outcome(await set(cast.other, cast.other, 'admin')), '403 PermissionMissingError');
      const gone = await keyward.call('DELETE', `${acme.path}/role/writers`, cast.owner);
      assertRefusal(gone, 409, 'RoleInUseError');
      assert.equal((await set(cast.owner, cast.other, 'member')).status, 200);
      assert.equal((await keyward.call('DELETE', `${acme.path}/role/writers`, cast.owner)).status, 200);
      const builtIn = await keyward.call('DELETE', `${acme.path}/role/admin`, cast.owner);
      assertRefusal(builtIn, 404, 'RoleNotFoundError');
    });

    it('grant no role that only members, invitations or connections name', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      const role = (name: string) =>
        keyward.call('POST', `${acme.path}/role`, {
          token: cast.admin.token,
          body: { name, permissions: ['org:read', 'org:members:read'] },
        });
      assert.equal((await role('mapped')).status, 201);
      const mapping = { mapped: ['member'], others: ['mapped'] };
      const made = await keyward.call('POST', `${acme.path}/connection`, {
        token: cast.owner.token,
        body: { name: 'Acme', oidc: {}, mapping },
      });
      assert.equal(made.status, 201, made.text);
      const remove = () => keyward.call('DELETE', `${acme.path}/role/mapped`, cast.owner);
      assertRefusal(await remove(), 409, 'RoleInUseError');
      const path = `${acme.path}/connection/${asText(made.body['id'])}`;
      const change = (body: object) => keyward.call('PATCH', path, { token: cast.owner.token, body });
      assert.equal((await change({ mapping: { mapped: ['member'] } })).status, 200);
      assert.equal((await remove()).status, 200);
      // As after a role of the settings is gone.
      await keyward.database.query('update memberships set roles = $1 where account_id = $2', [
        '["formerly"]',
        cast.other.id,
      ]);
      assertRefusal(await role('formerly'), 409, 'RoleTakenError');
      await keyward.database.query('update connections set mapping = $1 where uid = $2', [
        '{"staff":["once"]}',
        asText(made.body['id']),
      ]);
      assertRefusal(await role('once'), 409, 'RoleTakenError');
      assert.equal((await role('staff')).status, 201);
    });

    it('count only active owners', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      const { token } = cast.root;
      const setStatus = (id: number, status: string) =>
        keyward.database.query('update accounts set status = $1 where id = $2', [status, id]);
      const promote = { token, body: { roles: ['owner'] } };
      assert.equal(
        (await keyward.call('PATCH', `${acme.path}/member/${cast.other.id}`, promote)).status,
        200,
      );
      for (const id of [cast.other.id, cast.member.id]) await setStatus(id, 'suspended');
      const leave = () => keyward.call('POST', `${acme.path}/leave`, { token: cast.owner.token });
      assertRefusal(await leave(), 409, 'LastOwnerError');
      const transfer = await keyward.call('POST', `${acme.path}/transfer`, {
        token: cast.owner.token,
        body: { account_id: cast.member.id },
      });
      assertRefusal(transfer, 409, 'LastOwnerError');
      await setStatus(cast.other.id, 'active');
      assert.equal((await leave()).status, 200);
    });

    it('keep their slugs for 90 days after they are removed', async () => {
      const { owner, stranger } = await addCast(keyward);
      const create = (token: string) =>
        keyward.call('POST', '/organization', { token, body: { name: 'Bank', slug: 'removed-bank' } });
      const made = await create(owner.token);
      assert.equal(made.status, 201, made.text);
      const gone = await keyward.call('DELETE', `/organization/${asText(made.body['id'])}`, owner);
      assert.equal(gone.status, 200, gone.text);
      keyward.clock.advance(31 * DAY_MS);
      await keyward.app.services.sweep();
      const left = await keyward.database.query(
        "select slug from organization_slugs where slug = 'removed-bank'",
      );
      assert.deepEqual(left, []);
      assertRefusal(await create((await keyward.logIn(stranger.email)).token), 409, 'SlugTakenError');
      keyward.clock.advance(91 * DAY_MS);
      await keyward.app.services.sweep();
      assert.equal((await create((await keyward.logIn(stranger.email)).token)).status, 201);
    });

    it('O7-4: keep ten earlier slugs from others', async () => {
      const { owner, stranger, root } = await addCast(keyward);
      const own = await addOrganization(keyward, root, owner);
      const other = await addOrganization(keyward, root, stranger);
      const rename = async ({ token }: { token: string }, { path }: Acme, slug: string) =>
        outcome(await keyward.call('PATCH', path, { token, body: { slug } }));
      for (let count = 0; count <= 11; count += 1) {
        keyward.clock.advance(1);
        assert.equal(await rename(owner, own, `name-${count}`), 'ok');
      }
      for (const kept of [1, 10, 11])
        assert.equal(await rename(stranger, other, `name-${kept}`), '409 SlugTakenError', `${kept}`);
      assert.equal(await rename(stranger, other, 'name-0'), 'ok');
    });

    it('O7-4, O8-3: count toward the limit of an account that made them until they are removed', async () => {
      const cast = await addCast(keyward);
      const limit = async (most: number) => {
        const { token } = await keyward.logIn(cast.root.email);
        const body = { max_per_account: most };
        const set = await keyward.call('PATCH', '/config/organizations', { token, body });
        assert.equal(set.status, 200, set.text);
      };
      const person = await addPerson(keyward, { verified: true });
      const create = async ({ token }: { token: string }) =>
        keyward.call('POST', '/organization', { token, body: { name: 'Bank' } });
      await limit(1);
      const made = await create(person);
      assert.equal(made.status, 201, made.text);
      const id = asText(made.body['id']);
      const acme = { id, path: `/organization/${id}` };
      const heir = await addPerson(keyward, { verified: true });
      await addMember(
        keyward,
        { ...cast.root, ...(await keyward.logIn(cast.root.email)) },
        acme,
        heir,
        'owner',
      );
      const left = await keyward.call('POST', `${acme.path}/leave`, person);
      assert.equal(left.status, 200, left.text);
      const gone = await keyward.call('DELETE', acme.path, heir);
      assert.equal(gone.status, 200, gone.text);
      assertRefusal(await create(person), 403, 'OrganizationLimitError');
      keyward.clock.advance(31 * DAY_MS);
      await keyward.app.services.sweep();
      assert.equal((await create(await keyward.logIn(person.email))).status, 201);
      await limit(10);
    });

    it('O9-3: no role of an organization makes its members owners, not even one that an import has stored', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      const { organizationRoles, organizations } = keyward.app.services.store;
      const row = await organizations.findBy('uid', acme.id);
      assert.ok(row);
      await organizationRoles.insert({
        organization_id: row.id,
        name: 'boss',
        description: '',
        permissions: JSON.stringify(['org:read', 'org:owner']),
        created_at: 0,
        updated_at: 0,
      });
      const roles = { token: cast.root.token, body: { roles: ['boss'] } };
      const given = await keyward.call('PATCH', `${acme.path}/member/${cast.member.id}`, roles);
      assert.equal(given.status, 200, given.text);
      const handed = { token: cast.member.token, body: { account_id: cast.owner.id } };
      assertRefusal(
        await keyward.call('POST', `${acme.path}/transfer`, handed),
        403,
        'PermissionMissingError',
      );
    });

    it('a thief with an old session can neither hand over nor make owners', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      keyward.clock.advance(11 * 60_000);
      const token = cast.owner.token;
      const transfer = { token, body: { account_id: cast.other.id } };
      assertRefusal(
        await keyward.call('POST', `${acme.path}/transfer`, transfer),
        403,
        'ReauthenticationRequiredError',
      );
      const promote = { token, body: { roles: ['owner'] } };
      assertRefusal(
        await keyward.call('PATCH', `${acme.path}/member/${cast.other.id}`, promote),
        403,
        'ReauthenticationRequiredError',
      );
      const owner = await keyward.logIn(cast.owner.email);
      const handed = { token: owner.token, body: { account_id: cast.other.id } };
      assert.equal((await keyward.call('POST', `${acme.path}/transfer`, handed)).status, 200);
      const members = await membersOf(keyward, await keyward.logIn(cast.root.email), acme);
      assert.deepEqual([members[cast.owner.id], members[cast.other.id]], [['admin'], ['owner']]);
    });

    it('an account that is the last owner cannot be deleted; a sole member takes the organization along', async () => {
      const cast = await addCast(keyward);
      const { token } = cast.root;
      const acme = await addAcme(keyward, cast);
      const alone = await addOrganization(keyward, cast.root, cast.owner);
      const remove = (id: number) => keyward.call('DELETE', '/account', { token, body: { account_id: id } });
      assertRefusal(await remove(cast.owner.id), 409, 'LastOwnerError');
      assert.equal((await keyward.call('GET', alone.path, { token })).status, 200);
      assert.equal((await remove(cast.member.id)).status, 200);
      const heir = { token, body: { roles: ['owner'] } };
      assert.equal((await keyward.call('PATCH', `${acme.path}/member/${cast.other.id}`, heir)).status, 200);
      assert.equal((await remove(cast.owner.id)).status, 200);
      assert.deepEqual(await membersOf(keyward, cast.root, acme), {
        [cast.admin.id]: ['admin'],
        [cast.other.id]: ['owner'],
      });
      assert.equal((await keyward.call('GET', acme.path, { token })).body['members_count'], 2);
      assertRefusal(await keyward.call('GET', alone.path, { token }), 404, 'OrganizationNotFoundError');
    });

    it('an owner deletes the account only when somebody else owns what stays, at once and after the grace period', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      const { token } = cast.root;
      const leave = ({ token: own }: { token: string }) => keyward.call('DELETE', '/me', { token: own });
      const grace = (days: number) =>
        keyward.call('PATCH', '/config/signup', { token, body: { deletion_grace_days: days } });
      const promote = (id: number, ...roles: string[]) =>
        keyward.call('PATCH', `${acme.path}/member/${id}`, { token, body: { roles } });
      assertRefusal(await leave(cast.owner), 409, 'LastOwnerError');
      assert.equal((await grace(7)).status, 200);
      assertRefusal(await leave(cast.owner), 409, 'LastOwnerError');
      assert.equal((await promote(cast.other.id, 'owner')).status, 200);
      assert.equal((await leave(cast.owner)).status, 200);
      // The other one is the last owner now.
      assertRefusal(await promote(cast.other.id, 'member'), 409, 'LastOwnerError');
      assertRefusal(await leave(cast.other), 409, 'LastOwnerError');
      keyward.clock.advance(8 * DAY_MS);
      await keyward.app.services.sweep();
      const root = await keyward.logIn(cast.root.email);
      const gone = await keyward.call('GET', `/account/${cast.owner.id}`, root);
      assertRefusal(gone, 404, 'UserNotFoundError');
      assert.deepEqual((await membersOf(keyward, { ...cast.root, ...root }, acme))[cast.other.id], ['owner']);
      const off = { token: root.token, body: { deletion_grace_days: 0 } };
      assert.equal((await keyward.call('PATCH', '/config/signup', off)).status, 200);
      // A deleted organization goes with its last owner, because nobody can hand it over.
      const other = await keyward.logIn(cast.other.email);
      assert.equal((await keyward.call('DELETE', acme.path, other)).status, 200);
      assert.equal((await leave(other)).status, 200);
      assertRefusal(await keyward.call('GET', acme.path, root), 404, 'OrganizationNotFoundError');
    });

    it('are removed for good after their days', async () => {
      const cast = await addCast(keyward);
      const acme = await addAcme(keyward, cast);
      assert.equal((await keyward.call('DELETE', acme.path, cast.owner)).status, 200);
      keyward.clock.advance(29 * DAY_MS);
      await keyward.app.services.sweep();
      const { token } = await keyward.logIn(cast.root.email);
      assert.equal((await keyward.call('POST', `${acme.path}/restore`, { token })).status, 200);
      assert.equal((await keyward.call('DELETE', acme.path, { token })).status, 200);
      keyward.clock.advance(31 * DAY_MS);
      const again = await keyward.logIn(cast.root.email);
      // O15-10: a sweep may have begun.
      const late = await keyward.call('POST', `${acme.path}/restore`, again);
      assertRefusal(late, 404, 'OrganizationNotFoundError');
      await keyward.app.services.sweep();
      assertRefusal(await keyward.call('GET', acme.path, again), 404, 'OrganizationNotFoundError');
    });

    it('keep their rules under many simultaneous acts', async () => {
      const cast = await addCast(keyward);
      const { root } = cast;
      const acme = await addAcme(keyward, cast, { max_members: 10 });
      await addMember(keyward, root, acme, cast.stranger, 'owner');
      const left = await Promise.all(
        [cast.owner, cast.stranger].map(({ token }) => keyward.call('POST', `${acme.path}/leave`, { token })),
      );
      assert.deepEqual(left.map(outcome).sort(), ['409 LastOwnerError', 'ok']);
      const last = left[0]?.status === 200 ? cast.stranger : cast.owner;
      const both = await Promise.all([
        keyward.call('POST', `${acme.path}/transfer`, { ...last, body: { account_id: cast.other.id } }),
        keyward.call('PATCH', `${acme.path}/member/${cast.other.id}`, {
          ...last,
          body: { roles: ['admin'] },
        }),
      ]);
      assert.ok(both.every(({ status }) => status < 500));
      const owners = Object.values(await membersOf(keyward, root, acme)).filter((roles) =>
        roles.includes('owner'),
      );
      assert.ok(owners.length >= 1);
      const people = await Promise.all(Array.from({ length: 20 }, () => addPerson(keyward)));
      const add = ({ path }: Acme, { id }: { id: number }) =>
        untilAnswered(() =>
          keyward.call('POST', `${path}/member`, { token: root.token, body: { account_id: id } }),
        );
      const joined = (await Promise.all(people.map((person) => add(acme, person)))).map(outcome);
      assert.equal(joined.filter((one) => one === 'ok').length, 6);
      assert.equal(joined.filter((one) => one === '403 OrganizationLimitError').length, 14);
      const other = await addOrganization(keyward, root, cast.owner);
      const one = people[0] ?? cast.stranger;
      const twice = await Promise.all(Array.from({ length: 20 }, () => add(other, one)));
      assert.equal(twice.map(outcome).filter((result) => result === 'ok').length, 1);
      assert.deepEqual(new Set(twice.map(outcome)), new Set(['ok', '409 AlreadyMemberError']));
    });
  });
}
