import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { auditLogOf } from '../support/audit-log.ts';
import { runHere, settingsOf } from '../support/command-line.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { type SignedUp, startKeyward, type TestKeyward } from '../support/keyward.ts';
import { databasesFor } from '../support/usual-size.ts';
import { addSuperadmin } from '../http/admin/admin.ts';
import { asObject } from '../http/expectations.ts';
import { addMember, addOrganization, membersOf, ON } from '../http/organizations/help.ts';
import { addPerson } from '../http/people.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`keyward organizations on ${kind}`, () => {
    let database: TestDatabase;
    let keyward: TestKeyward;
    let root: SignedUp;
    before(async () => {
      database = await createTestDatabase(kind, 'tables');
      keyward = await startKeyward(kind, {
        database,
        settings: { ...ON, KEYWARD_ORGANIZATIONS_OWN_ROLES: 'on' },
      });
      root = await addSuperadmin(keyward);
    });
    after(async () => {
      await keyward[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    });

    const run = (args: string[], input = '') =>
      runHere(['organizations', ...args], { env: { ...settingsOf(database), ...ON }, input });
    const importing = (text: string, ...args: string[]) => run(['import', '-', ...args], text);
    const lines = (...records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
    const find = async (externalId: string) => {
      const { token } = root;
      const answer = await keyward.call('GET', `/organization?external_id=${externalId}`, { token });
      const [found]: { id: string; slug: string }[] = JSON.parse(
        JSON.stringify(answer.body['organizations']),
      );
      assert.ok(found, answer.text);
      return { ...found, path: `/organization/${found.id}` };
    };
    const person = () => addPerson(keyward, { verified: true });

    it('lists and exports organizations, and an import puts them back', async () => {
      const [owner, member] = [await person(), await person()];
      const { token } = root;
      const acme = await addOrganization(keyward, root, owner, {
        name: 'Export',
        external_id: 'export-1',
        metadata: { plan: 'gold' },
      });
      const ok = async (method: string, path: string, body: object) => {
        const answer = await keyward.call(method, acme.path + path, { token, body });
        assert.ok(answer.status < 300, answer.text);
      };
      await ok('POST', '/role', { name: 'auditor', permissions: ['org:audit:read'] });
      await ok('POST', '/domain', { domain: 'export.example', joining: 'suggest' });
      await ok('POST', '/domain/export.example/verify', { vouch: true });
      await ok('PATCH', '', { policy: { session_minutes: 600 } });
      await addMember(keyward, root, acme, member, 'member', 'auditor');

      const listed = await run(['list']);
      assert.equal(listed.code, 0, listed.stderr);
      assert.match(listed.stdout, new RegExp(`^${acme.id}\texport\tactive\t2\tExport$`, 'm'));
      const exported = await run(['export']);
      assert.equal(exported.code, 0, exported.stderr);
      const records = exported.stdout
        .trim()
        .split('\n')
        .map((line) => asObject(JSON.parse(line)))
        .filter(
          (record) => (record['type'] === 'member' ? record['organization'] : record['id']) === acme.id,
        );
      assert.deepEqual(
        records.map(({ type, email, roles }) => (type === 'member' ? [email, roles] : type)),
        ['organization', [owner.email, ['owner']], [member.email, ['member', 'auditor']]],
      );

      const first = asObject((await keyward.call('GET', acme.path, { token })).body);
      await keyward.database.query('delete from organizations where uid = $1', [acme.id]);
      const text = lines(...records);
      const dry = await importing(text, '--dry-run');
      assert.deepEqual(
        [dry.code, await keyward.call('GET', acme.path, { token }).then((a) => a.status)],
        [0, 404],
      );
      assert.match(dry.stdout, /^Dry run, nothing was written\. 3 records read: 3 created, /);
      const back = await importing(text);
      assert.equal(back.code, 0, back.stderr);
      assert.match(back.stdout, /3 created, 0 updated, 0 skipped because they exist, 0 refused/);
      const now = asObject((await keyward.call('GET', acme.path, { token })).body);
      assert.deepEqual({ ...now, updated_at: null }, { ...first, updated_at: null });
      assert.deepEqual(await membersOf(keyward, root, acme), {
        [owner.id]: ['owner'],
        [member.id]: ['member', 'auditor'],
      });
      const domains = await keyward.call('GET', `${acme.path}/domain`, { token });
      assert.match(domains.text, /"status":"verified","joining":"suggest"/);
      const told = (await auditLogOf(keyward.database, 'member.added')).at(-1);
      assert.deepEqual([told?.data['source'], asObject(told?.data['actor'])['type']], ['import', 'operator']);
      // Again: everything is there.
      assert.match((await importing(text)).stdout, /0 created, 0 updated, 3 skipped/);
    });

    it('refuses what it cannot create, says why, and creates the rest', async () => {
      const [owner, unproven, planted, other] = [
        await person(),
        await addPerson(keyward),
        await person(),
        await person(),
      ];
      await database.query('update accounts set password_after_proof = 0 where id = $1', [planted.id]);
      const text = lines(
        { type: 'organization', id: 'r-1', name: 'Rest' },
        { type: 'member', organization: 'r-1', email: owner.email, roles: ['owner'] },
        { type: 'member', organization: 'r-1', email: 'nobody@example.org' },
        { type: 'member', organization: 'r-1', email: unproven.email },
        { type: 'member', organization: 'r-1', email: owner.email, roles: ['emperor'] },
        { type: 'member', organization: 'r-1', email: planted.email },
        { type: 'member', organization: 'r-9', email: owner.email },
        { type: 'organization', id: 'r-2', name: 'Ownerless' },
        { type: 'member', organization: 'r-2', email: owner.email },
        { type: 'organization', id: 'r-3', name: '', domains: [{ domain: 'gmail.com' }] },
        { type: 'organization', id: 'r-4', name: 'A', roles: [{ name: 'boss', permissions: ['org:owner'] }] },
        { type: 'organization', id: 'r-5', name: 'B', roles: [{ name: 'boss', permissions: ['org:odd'] }] },
        { type: 'organization', id: 'r-6', name: 'C', roles: [{ name: 'aa' }, { name: 'aa' }] },
        { type: 'organization', id: 'r-7', name: 'D\u202e', logo_url: 'javascript:alert(1)' },
        {
          type: 'organization',
          id: 'r-8',
          name: 'E',
          external_id: 'e\u202e',
          max_members: 1e9,
          roles: [{ name: 'aa', description: 'x\u001b' }],
          domains: [{ domain: 'e.example', token: 'x\r\n', status: 'verified' }],
          policy: {
            methods: ['saml'],
            session_minutes: '60',
            allowed_addresses: Array.from({ length: 101 }, () => '192.0.2.1'),
          },
        },
        { type: 'organization', id: 'full', name: 'Full', max_members: 1 },
        { type: 'member', organization: 'full', email: other.email },
        { type: 'member', organization: 'full', email: owner.email, roles: ['owner'] },
      );
      const outcome = await importing(text);
      assert.equal(outcome.code, 3, outcome.stderr);
      for (const told of [
        /line 3: email must be the email of an account whose owner has proven it/,
        /line 4: email must be the email of an account whose owner has proven it/,
        /line 5: roles has emperor, which must be one of /,
        /line 7: organization is not the one of the record before it/,
        /line 8: organization cannot be made: none of its first 500 members owns it/,
        /line 10: name must have 1 to 128 characters, and no control characters; domains "gmail.com" is not a domain of one organization/,
        /line 11: roles\.0\.permissions must be permissions of Keyward other than org:owner/,
        /line 12: roles\.0\.permissions must be permissions of Keyward other than org:owner/,
        /line 6: email must be the email of an account whose owner has proven it/,
        /line 13: roles has a name twice/,
        /line 14: name must have 1 to 128 characters, and no control characters; logo_url must be /,
        /line 15: max_members must be .*; external_id must have .*; roles must have descriptions .*; domains must have tokens .*; policy\.methods must be .*; policy\.session_minutes must be .*; policy\.allowed_addresses must be .*/,
        /line 16: organization cannot be made: none of its owners can become a member/,
      ])
        assert.match(outcome.stderr, told);
      assert.deepEqual(await membersOf(keyward, root, await find('r-1')), { [owner.id]: ['owner'] });
    });

    it('adds what is missing with --on-conflict update, and changes nothing else', async () => {
      const [owner, member, late] = [await person(), await person(), await person()];
      const first = [
        { type: 'organization', id: 'u-1', name: 'First', metadata: { a: 1 } },
        { type: 'member', organization: 'u-1', email: owner.email, roles: ['owner'] },
        { type: 'member', organization: 'u-1', email: member.email },
      ];
      assert.equal((await importing(lines(...first))).code, 0);
      const second = lines(
        {
          ...first[0],
          name: 'Second',
          metadata: { a: 2, b: 2 },
          domains: [{ domain: 'update.example' }],
          roles: [{ name: 'reader', permissions: ['org:read'] }],
        },
        { ...first[2], roles: ['reader'] },
        { type: 'member', organization: 'u-1', email: late.email },
      );
      const skipped = await importing(second);
      assert.equal(skipped.code, 3);
      const updated = await importing(second, '--on-conflict', 'update');
      assert.match(updated.stdout, /0 created, 2 updated, 1 skipped/);
      const acme = await find('u-1');
      const { body } = await keyward.call('GET', acme.path, { token: root.token });
      assert.deepEqual([body['name'], body['metadata']], ['First', { a: 1, b: 2 }]);
      assert.deepEqual(await membersOf(keyward, root, acme), {
        [owner.id]: ['owner'],
        [member.id]: ['member', 'reader'],
        [late.id]: ['member'],
      });
    });

    const DOCUMENTS: Record<
      string,
      (owner: SignedUp, member: SignedUp) => { document: object; args?: string[] }
    > = {
      clerk: (owner, member) => ({
        document: {
          organizations: {
            data: [
              { id: 'clerk-1', name: 'Foreign', slug: 'clerk-foreign', public_metadata: { plan: 'gold' } },
            ],
          },
          organization_memberships: {
            data: [
              {
                organization: { id: 'clerk-1' },
                public_user_data: { user_id: 'user_2', identifier: member.email },
                role: 'org:member',
              },
              {
                organization: { id: 'clerk-1' },
                public_user_data: { user_id: 'user_1', identifier: owner.email },
                role: 'org:admin',
              },
            ],
          },
        },
      }),
      workos: (owner, member) => ({
        document: {
          organizations: [
            { id: 'workos-1', name: 'Foreign', domains: [{ domain: 'workos.example', state: 'verified' }] },
          ],
          organization_memberships: [
            { organization_id: 'workos-1', user_id: 'u1', role: { slug: 'admin' }, status: 'active' },
            { organization_id: 'workos-1', user_id: 'u2', role: { slug: 'member' }, status: 'active' },
            { organization_id: 'workos-1', user_id: 'u3', role: { slug: 'member' }, status: 'inactive' },
          ],
          users: [
            { id: 'u1', email: owner.email },
            { id: 'u2', email: member.email },
          ],
        },
      }),
      'better-auth': (owner, member) => ({
        document: {
          user: [
            { id: 'b1', email: owner.email },
            { id: 'b2', email: member.email },
          ],
          organization: [{ id: 'better-auth-1', name: 'Foreign', slug: 'better-foreign', metadata: null }],
          member: [
            { organizationId: 'better-auth-1', userId: 'b2', role: 'member' },
            { organizationId: 'better-auth-1', userId: 'b1', role: 'owner' },
          ],
        },
      }),
      auth0: (owner, member) => ({
        document: {
          organizations: [
            {
              id: 'auth0-1',
              name: 'foreign-auth0',
              display_name: 'Foreign',
              members: [
                { user_id: 'auth0|1', email: owner.email, roles: [{ name: 'Boss' }] },
                { user_id: 'auth0|2', email: member.email },
              ],
            },
          ],
        },
        args: ['--role', 'Boss=owner'],
      }),
    };
    for (const [product, make] of Object.entries(DOCUMENTS))
      it(`reads the document of ${product}`, async () => {
        const [owner, member] = [await person(), await person()];
        const { document, args = [] } = make(owner, member);
        const outcome = await importing(JSON.stringify(document), '--from', product, ...args);
        assert.equal(outcome.code, 0, outcome.stderr);
        assert.match(outcome.stdout, /3 created, 0 updated, 0 skipped/);
        const acme = await find(`${product}-1`);
        assert.deepEqual(await membersOf(keyward, root, acme), {
          [owner.id]: ['owner'],
          [member.id]: ['member'],
        });
        assert.match(
          (await importing(JSON.stringify(document), '--from', product, ...args)).stdout,
          /3 skipped/,
        );
      });

    it('refuses a document without organizations, and a role without a new name', async () => {
      const wrong = await importing('{"users": []}', '--from', 'clerk');
      assert.deepEqual([wrong.code, /list of organizations/.test(wrong.stderr)], [1, true]);
      assert.equal((await importing('', '--role', 'admin')).code, 2);
    });
  });
}
