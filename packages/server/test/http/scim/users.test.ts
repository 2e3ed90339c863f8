import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeIn } from '../../support/mail-server.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { suiteMailed } from '../codes/support/mailed.ts';
import { CONNECTIONS_ON } from '../connections/help.ts';
import { membersOf, outcome } from '../organizations/help.ts';
import { addPerson, newSession } from '../people.ts';
import {
  addOther,
  addStage,
  ENTERPRISE,
  filtered,
  listIn,
  onUser,
  patch,
  refusal,
  resourceIn,
  USER,
} from './help.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`provisioned people on ${kind}`, () => {
    const keyward = suiteMailed(kind, { settings: CONNECTIONS_ON });

    const accountOf = async (email: string) => {
      const [row] = await keyward.database.query('select * from accounts where email_key = $1', [email]);
      return row;
    };

    it('get no account and no email in a domain that the deployment does not allow', async () => {
      const { cast, provider } = await addStage(keyward);
      const add = (name: string) =>
        provider.send('POST', '/Users', {
          schemas: [USER],
          userName: `${name}@${provider.domain}`,
          active: true,
        });
      const ada = resourceIn(await add('first'), 201);
      const limit = async (blocked: string[]) => {
        const body = { blocked_domains: blocked };
        const { status, text } = await keyward.call('PATCH', '/config/signup', {
          token: cast.root.token,
          body,
        });
        assert.equal(status, 200, text);
      };
      await limit([provider.domain]);
      assert.equal(refusal(await add('second')), '403');
      assert.equal(await accountOf(`second@${provider.domain}`), undefined);
      const renamed = patch({ op: 'replace', path: 'userName', value: `third@${provider.domain}` });
      assert.equal(refusal(await provider.send('PATCH', onUser(ada), renamed)), '403');
      assert.ok(await accountOf(`first@${provider.domain}`));
      // Accounts from before keep their email, and stay members.
      const other = patch({ op: 'replace', path: 'displayName', value: 'Ada' });
      assert.equal((await provider.send('PATCH', onUser(ada), other)).status, 200);
      await limit([]);
    });

    it('get an account and a membership, and are read, replaced and patched', async () => {
      const { cast, acme, provider } = await addStage(keyward);
      const userName = `Ada@${provider.domain}`;
      const sent = {
        schemas: [USER, ENTERPRISE],
        externalId: '701984',
        userName,
        name: { givenName: 'Ada', familyName: 'Lovelace' },
        emails: [{ value: userName, type: 'work', primary: true }],
        active: true,
        password: 'Never-stored-1',
        [ENTERPRISE]: { department: 'Engines', manager: { value: 'nobody' } },
      };
      const made = await provider.send('POST', '/Users', sent);
      const ada = resourceIn(made, 201);
      const location = `${keyward.url}/auth/scim/v2/${provider.id}/Users/${ada.id}`;
      assert.equal(made.headers.get('location'), location);
      assert.equal(made.headers.get('etag'), 'W/"1"');
      const { meta, ...resource } = ada;
      const { password: _, ...kept } = sent;
      assert.deepEqual(resource, {
        ...kept,
        id: ada.id,
        [ENTERPRISE]: {
          department: 'Engines',
          manager: { value: 'nobody', $ref: location.replace(ada.id, 'nobody') },
        },
      });
      assert.deepEqual(
        { ...Object(meta), created: '', lastModified: '' },
        {
          resourceType: 'User',
          created: '',
          lastModified: '',
          location,
          version: 'W/"1"',
        },
      );
      const row = await accountOf(userName.toLowerCase());
      assert.deepEqual(
        [row?.['uid'], row?.['name'], row?.['email_verified'], row?.['password_hash'], row?.['external_id']],
        [ada.id, 'Ada Lovelace', 1, null, null],
      );
      assert.deepEqual((await membersOf(keyward, cast.root, acme))[Number(row?.['id'])], ['member']);
      assert.deepEqual(resourceIn(await provider.send('GET', onUser(ada))), ada);

      const replaced = resourceIn(
        await provider.send('PUT', onUser(ada), {
          ...kept,
          name: { formatted: 'Ada King' },
          title: 'Countess',
        }),
      );
      assert.deepEqual([replaced['title'], replaced['name']], ['Countess', { formatted: 'Ada King' }]);
      assert.equal((await accountOf(userName.toLowerCase()))?.['name'], 'Ada King');
      const patched = resourceIn(
        await provider.send(
          'PATCH',
          onUser(ada),
          patch(
            { op: 'replace', path: 'name.familyName', value: 'Byron' },
            { op: 'remove', path: 'title' },
            { op: 'add', path: 'emails', value: [{ value: `second@${provider.domain}`, type: 'home' }] },
            { op: 'add', path: `${ENTERPRISE}:costCenter`, value: '7' },
          ),
        ),
      );
      assert.deepEqual(
        [
          patched['name'],
          patched['title'],
          Object(patched['emails']).length,
          Object(patched[ENTERPRISE]).costCenter,
        ],
        [{ formatted: 'Ada King', familyName: 'Byron' }, undefined, 2, '7'],
      );
      const events = await keyward.call('GET', `/event?actor_id=connection:${provider.id}`, {
        token: cast.root.token,
      });
      assert.match(events.text, /"type":"account.created"/);
      assert.match(events.text, /"type":"member.added".*"source":"provisioning"/);
      assert.match(
        events.text,
        new RegExp(`"actor":{"type":"connection","id":"${provider.id}","name":"Acme Entra"}`),
      );
      assert.doesNotMatch(events.text, /Never-stored/);
    });

    it('follow a new email within the verified domains', async () => {
      const { provider } = await addStage(keyward);
      const ada = await provider.add();
      const moved = `lovelace@${provider.domain}`;
      const done = await provider.send(
        'PATCH',
        onUser(ada),
        patch({ op: 'replace', path: 'userName', value: moved }),
      );
      assert.equal(done.status, 200, done.text);
      const row = await accountOf(moved);
      assert.deepEqual([row?.['uid'], row?.['email_verified']], [ada.id, 1]);
      const foreign = patch({ op: 'replace', path: 'userName', value: 'lovelace@elsewhere.example' });
      assert.equal(refusal(await provider.send('PATCH', onUser(ada), foreign)), '403');
      const other = await provider.add();
      const taken = patch({ op: 'replace', path: 'userName', value: moved.toUpperCase() });
      assert.equal(refusal(await provider.send('PATCH', onUser(other), taken)), '409 uniqueness');
      assert.equal((await accountOf(moved))?.['uid'], ada.id);
    });

    it('are refused outside of the verified domains, twice, and without an email', async () => {
      const { provider } = await addStage(keyward);
      const post = async (fields: object) => refusal(await provider.send('POST', '/Users', fields));
      assert.equal(await post({ schemas: [USER], userName: 'ada@elsewhere.example' }), '403');
      assert.equal(await post({ schemas: [USER], userName: 'ada' }), '400 invalidValue');
      assert.equal(await post({ schemas: [USER] }), '400 invalidValue');
      assert.equal(await post({ schemas: [USER], userName: 7 }), '400 invalidValue');
      const { userName } = await provider.add();
      assert.equal(
        await post({ schemas: [USER], userName: String(userName).toUpperCase() }),
        '409 uniqueness',
      );
      const other = { userName: `other@${provider.domain}`, emails: [{ value: userName }] };
      assert.equal(await post({ schemas: [USER], ...other }), '409 uniqueness');
      assert.equal(refusal(await provider.send('POST', '/Users', '{')), '400 invalidSyntax');
      assert.equal(refusal(await provider.send('POST', '/Users', [])), '400 invalidValue');
    });

    it('SC-2: are adopted without the credentials of a stranger who has typed their email', async () => {
      const { cast, acme, provider } = await addStage(keyward);
      const email = `stranger@${provider.domain}`;
      const planted = await keyward.signUp({ email });
      assert.equal((await keyward.call('GET', '/me', { token: planted.token })).status, 200);
      const made = await provider.add({ userName: email });
      const row = await accountOf(email);
      assert.deepEqual(
        [made.id, row?.['id'], row?.['email_verified'], row?.['password_hash']],
        [row?.['uid'], planted.id, 1, null],
      );
      assert.equal((await keyward.call('GET', '/me', { token: planted.token })).status, 401);
      assert.ok((await membersOf(keyward, cast.root, acme))[planted.id]);
    });

    it('are adopted as they are when their email is proven, and members stay members', async () => {
      const { cast, acme, provider } = await addStage(keyward);
      const email = `grace@${provider.domain}`;
      const grace = await addPerson(keyward, { email, verified: true });
      await keyward.call('POST', `${acme.path}/member`, {
        token: cast.root.token,
        body: { account_id: grace.id, roles: ['admin'] },
      });
      await provider.add({ userName: email, displayName: 'Other' });
      assert.equal((await keyward.call('GET', '/me', { token: grace.token })).status, 200);
      assert.deepEqual((await membersOf(keyward, cast.root, acme))[grace.id], ['admin']);
    });

    it('lose membership and sessions with active: false, at once, and come back', async () => {
      const { cast, acme, provider } = await addStage(keyward);
      const email = `leaver@${provider.domain}`;
      const leaver = await addPerson(keyward, { email, verified: true });
      const { id } = await provider.add({ userName: email });
      const set = (active: unknown) =>
        provider.send('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value: active }));
      assert.equal(resourceIn(await set(false))['active'], false);
      assert.equal((await keyward.call('GET', '/me', { token: leaver.token })).status, 401);
      assert.equal((await membersOf(keyward, cast.root, acme))[leaver.id], undefined);
      assert.equal((await accountOf(email))?.['status'], 'active');
      assert.equal(resourceIn(await set(true))['active'], true);
      assert.deepEqual((await membersOf(keyward, cast.root, acme))[leaver.id], ['member']);
    });

    it('O15-9: lose membership and sessions also when they are created with active: false', async () => {
      const { cast, acme, provider } = await addStage(keyward);
      const email = `disabled@${provider.domain}`;
      const disabled = await addPerson(keyward, { email, verified: true });
      const body = { account_id: disabled.id };
      assert.equal(
        (await keyward.call('POST', `${acme.path}/member`, { token: cast.root.token, body })).status,
        201,
      );
      await provider.add({ userName: email, active: false });
      assert.equal((await keyward.call('GET', '/me', { token: disabled.token })).status, 401);
      assert.equal((await membersOf(keyward, cast.root, acme))[disabled.id], undefined);
    });

    it('keep their sessions when they belong to another organization too', async () => {
      const stage = await addStage(keyward);
      const { cast, provider } = stage;
      const other = await addOther(keyward, stage);
      const email = `both@${provider.domain}`;
      const both = await addPerson(keyward, { email, verified: true });
      await keyward.call('POST', `${other.acme.path}/member`, {
        token: cast.root.token,
        body: { account_id: both.id },
      });
      const { id } = await provider.add({ userName: email });
      const left = await provider.send(
        'PATCH',
        `/Users/${id}`,
        patch({ op: 'replace', value: { active: false } }),
      );
      assert.equal(left.status, 200, left.text);
      assert.equal((await keyward.call('GET', '/me', { token: both.token })).status, 200);
      assert.ok((await membersOf(keyward, cast.root, other.acme))[both.id]);
    });

    it('are deleted: the membership ends, and the account stays for the time of the setting', async () => {
      const { cast, acme, provider } = await addStage(keyward);
      const grace = (days: number) =>
        keyward.call('PATCH', '/config/signup', {
          token: cast.root.token,
          body: { deletion_grace_days: days },
        });
      assert.equal((await grace(14)).status, 200);
      const made = await provider.add();
      const row = await accountOf(String(made['userName']));
      assert.equal((await provider.send('DELETE', onUser(made))).status, 204);
      assert.equal(refusal(await provider.send('GET', onUser(made))), '404');
      assert.equal(refusal(await provider.send('DELETE', onUser(made))), '404');
      assert.equal((await membersOf(keyward, cast.root, acme))[Number(row?.['id'])], undefined);
      const after = await accountOf(String(made['userName']));
      assert.ok(Number(after?.['deletion_at']) > keyward.clock.now());
      const again = await provider.add({ userName: made['userName'] });
      assert.equal(again.id, made.id);
      assert.equal((await accountOf(String(made['userName'])))?.['deletion_at'], null);
      assert.equal((await provider.send('DELETE', onUser(made))).status, 204);
      assert.equal((await grace(0)).status, 200);
      keyward.clock.advance(15 * 86_400_000);
      await keyward.app.services.sweep();
      assert.equal(await accountOf(String(made['userName'])), undefined);
    });

    it('are not deleted when the connection has not opened their account', async () => {
      const { provider } = await addStage(keyward);
      const email = `adopted@${provider.domain}`;
      await addPerson(keyward, { email, verified: true });
      const { id } = await provider.add({ userName: email });
      assert.equal((await provider.send('DELETE', `/Users/${id}`)).status, 204);
      assert.equal((await accountOf(email))?.['deletion_at'], null);
    });

    it('are not taken over while their own request to delete the account is pending', async () => {
      const { cast, provider } = await addStage(keyward);
      const grace = (days: number) =>
        keyward.call('PATCH', '/config/signup', {
          token: cast.root.token,
          body: { deletion_grace_days: days },
        });
      await grace(14);
      const email = `leaving@${provider.domain}`;
      const { token } = await addPerson(keyward, { email, verified: true });
      assert.equal((await keyward.call('DELETE', '/me', { token })).status, 200);
      const pending = (await accountOf(email))?.['deletion_at'];
      assert.ok(pending !== null);
      const refused = await provider.send('POST', '/Users', { schemas: [USER], userName: email });
      assert.equal(refusal(refused), '409 uniqueness');
      assert.equal((await accountOf(email))?.['deletion_at'], pending);
      await grace(0);
    });

    it('are out of reach once they have left and moved their email away', async () => {
      const { cast, acme, provider } = await addStage(keyward);
      const off = patch({ op: 'replace', path: 'active', value: false });
      for (const [method, body, status] of [
        ['PATCH', off, 200],
        ['PUT', { schemas: [USER], userName: `put@${provider.domain}`, active: false }, 200],
        ['DELETE', undefined, 204],
      ] as const) {
        const made = await provider.add(method === 'PUT' ? { userName: body.userName } : {});
        const row = await accountOf(String(made['userName']));
        const { token } = await newSession(keyward, Number(row?.['id']));
        assert.equal((await keyward.call('POST', `${acme.path}/leave`, { token })).status, 200);
        const email = `${method}-${made.id}@private.example`.toLowerCase();
        assert.equal((await keyward.call('PATCH', '/me', { token, body: { email } })).status, 200);
        const proof = { email, otp: codeIn(await keyward.mail.nextMail(email)) };
        assert.equal((await keyward.call('POST', '/link/verify', { token, body: proof })).status, 200);
        const answer = await provider.send(method, onUser(made), body);
        assert.equal(answer.status, status, answer.text);
        assert.equal((await keyward.call('GET', '/me', { token })).status, 200, method);
        const after = await accountOf(email);
        assert.deepEqual([after?.['id'], after?.['deletion_at']], [row?.['id'], null], method);
        assert.equal((await membersOf(keyward, cast.root, acme))[Number(row?.['id'])], undefined);
      }
    });

    it('O7-2: are at most a hundred and two for each place, with those who have left', async () => {
      const { cast, acme, provider } = await addStage(keyward);
      await keyward.call('PATCH', acme.path, { token: cast.root.token, body: { max_members: 1 } });
      for (let count = 1; count < 102; count += 1) await provider.add({ active: false });
      const last = await provider.add({ active: false });
      const body = { schemas: [USER], userName: `more@${provider.domain}`, active: false };
      const more = () => provider.send('POST', '/Users', body);
      const refused = await more();
      assert.equal(refusal(refused), '403');
      assert.match(refused.text, /102 provisioned people/);
      assert.equal(await accountOf(body.userName), undefined);
      assert.equal((await provider.send('DELETE', onUser(last))).status, 204);
      assert.equal((await more()).status, 201);
    });

    it('O7-2: have 32 KiB of JSON each, in bytes', async () => {
      const { provider } = await addStage(keyward);
      const wide = { addresses: Array.from({ length: 40 }, () => ({ formatted: '漢'.repeat(341) })) };
      const body = { schemas: [USER], userName: `wide@${provider.domain}`, ...wide };
      assert.equal(refusal(await provider.send('POST', '/Users', body)), '400 invalidValue');
    });

    it('cannot be superadmins or the last owner', async () => {
      const { cast, acme, provider } = await addStage(keyward);
      const email = `root@${provider.domain}`;
      const root = await addPerson(keyward, { email, verified: true, role: 'superadmin' });
      const refused = await provider.send('POST', '/Users', { schemas: [USER], userName: email });
      assert.equal(refusal(refused), '403');
      assert.match(refused.text, /superadmin/);
      assert.equal((await membersOf(keyward, cast.root, acme))[root.id], undefined);

      const boss = `boss@${provider.domain}`;
      const owner = await addPerson(keyward, { email: boss, verified: true });
      await keyward.call('POST', `${acme.path}/member`, {
        token: cast.root.token,
        body: { account_id: owner.id, roles: ['owner'] },
      });
      await keyward.call('DELETE', `${acme.path}/member/${cast.owner.id}`, { token: cast.root.token });
      const { id } = await provider.add({ userName: boss });
      for (const answer of [
        await provider.send('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value: false })),
        await provider.send('PUT', `/Users/${id}`, { schemas: [USER], userName: boss, active: false }),
        await provider.send('DELETE', `/Users/${id}`),
      ]) {
        assert.equal(refusal(answer), '403');
        assert.match(answer.text, /needs an owner/);
      }
      assert.equal((await keyward.call('GET', '/me', { token: owner.token })).status, 200);
      assert.deepEqual((await membersOf(keyward, cast.root, acme))[owner.id], ['owner']);
      await keyward.database.query("update accounts set role = 'superadmin' where id = $1", [owner.id]);
      const name = patch({ op: 'replace', path: 'displayName', value: 'Somebody' });
      assert.equal(refusal(await provider.send('PATCH', `/Users/${id}`, name)), '403');
      await keyward.database.query("update accounts set role = 'user' where id = $1", [owner.id]);
    });

    it('are limited by the maximum of the organization', async () => {
      const { cast, acme, provider } = await addStage(keyward);
      await keyward.call('PATCH', acme.path, { token: cast.root.token, body: { max_members: 5 } });
      const made = await provider.add();
      const more = { schemas: [USER], userName: `more@${provider.domain}` };
      const refused = await provider.send('POST', '/Users', more);
      assert.equal(refusal(refused), '403');
      assert.match(refused.text, /limit/);
      assert.equal(await accountOf(more.userName), undefined);
      await provider.send('PATCH', onUser(made), patch({ op: 'replace', path: 'active', value: false }));
      assert.equal((await provider.send('POST', '/Users', more)).status, 201);
      const back = patch({ op: 'replace', path: 'active', value: true });
      assert.equal(refusal(await provider.send('PATCH', onUser(made), back)), '403');
    });

    it('change only at the version that was read', async () => {
      const { provider } = await addStage(keyward);
      const made = await provider.add();
      const title = (value: string) => patch({ op: 'replace', path: 'title', value });
      const send = (value: string, tag: string) =>
        provider.send('PATCH', onUser(made), title(value), { 'if-match': tag });
      assert.equal((await send('First', 'W/"1"')).headers.get('etag'), 'W/"2"');
      assert.equal(refusal(await send('Second', 'W/"1"')), '412');
      assert.equal((await send('Second', '*')).status, 200);
      assert.equal(
        refusal(await provider.send('DELETE', onUser(made), undefined, { 'if-match': '"1"' })),
        '412',
      );
      const same = await provider.send('GET', onUser(made), undefined, { 'if-none-match': 'W/"3"' });
      assert.equal(same.status, 304);
      assert.equal(
        (await provider.send('GET', onUser(made), undefined, { 'if-none-match': 'W/"1"' })).status,
        200,
      );
    });

    it('are listed by filter, order, index and cursor', async () => {
      const { provider } = await addStage(keyward);
      for (const name of ['Cleo', 'anna', 'Bea', 'Dora', 'Emma'])
        await provider.add({
          userName: `${name}@${provider.domain}`,
          externalId: `id-${name}`,
          displayName: name,
          ...(name === 'Bea' && { title: 'a\\b "c"' }),
          [ENTERPRISE]: { department: name < 'C' ? 'Sales' : 'Work' },
        });
      const names = async (query: string) =>
        listIn(await provider.send('GET', `/Users${query}`)).Resources.map((one) => one['displayName']);
      const all = listIn(await provider.send('GET', '/Users'));
      assert.deepEqual([all.totalResults, all.itemsPerPage, all.startIndex], [5, 5, 1]);
      for (const [filter, expected] of [
        [`userName eq "ANNA@${provider.domain}"`, ['anna']],
        ['externalId eq "id-Bea"', ['Bea']],
        ['externalId eq "ID-BEA"', []],
        ['displayName co "M"', ['Emma']],
        ['displayName sw "d" or displayName eq "bea"', ['Bea', 'Dora']],
        ['title pr', ['Bea']],
        ['title eq "a\\\\b \\"c\\""', ['Bea']],
        ['not (title pr) and displayName sw "a"', ['anna']],
        ['active eq true and displayName eq "Dora"', []],
        [`${ENTERPRISE}:department eq "work" and displayName ne "Cleo"`, ['anna', 'Dora', 'Emma']],
        ['emails[type eq "work"]', []],
      ] as const)
        assert.deepEqual(await names(filtered(filter)), expected, filter);
      assert.deepEqual(await names('?sortBy=displayName'), ['anna', 'Bea', 'Cleo', 'Dora', 'Emma']);
      assert.deepEqual(await names('?sortBy=displayName&sortOrder=descending&startIndex=2&count=2'), [
        'Dora',
        'Cleo',
      ]);
      assert.deepEqual(await names('?startIndex=4&count=10'), ['Dora', 'Emma']);
      const counted = listIn(await provider.send('GET', '/Users?count=0'));
      assert.deepEqual([counted.totalResults, counted.Resources], [5, []]);
      for (const query of ['', '&sortBy=userName', filtered('userName pr', '').replace('?', '&')]) {
        const seen: unknown[] = [];
        for (let cursor: string | undefined = ''; cursor !== undefined;) {
          const page = listIn(
            await provider.send('GET', `/Users?count=2&cursor=${encodeURIComponent(cursor)}${query}`),
          );
          assert.equal(page.startIndex, undefined);
          seen.push(...page.Resources.map(({ id }) => id));
          cursor = page.nextCursor;
        }
        assert.equal(new Set(seen).size, 5, query);
      }
      const found = await provider.send('POST', '/Users/.search', {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
        filter: 'displayName eq "Dora"',
        attributes: ['userName'],
      });
      assert.deepEqual(Object.keys(listIn(found).Resources[0] ?? {}).toSorted(), [
        'id',
        'schemas',
        'userName',
      ]);
      const without = listIn(await provider.send('GET', '/Users?excludedAttributes=meta,userName&count=1'));
      assert.deepEqual(
        ['meta', 'userName', 'id', 'displayName'].map((name) => name in (without.Resources[0] ?? {})),
        [false, false, true, true],
      );
    });

    it('SC-3: are not listed by malformed, deep or long filters', async () => {
      const { provider } = await addStage(keyward);
      const ask = async (filter: string) => refusal(await provider.send('GET', `/Users${filtered(filter)}`));
      for (const filter of [
        'userName',
        'userName eq',
        'userName eq "a',
        'nonsense eq "a"',
        'userName.value eq "a"',
        'userName eq {"a": 1}',
        `${'('.repeat(11)}userName pr${')'.repeat(11)}`,
        `${'not '.repeat(100)}(userName pr)`,
        Array.from({ length: 51 }, () => 'title pr').join(' or '),
        `userName eq "${'a'.repeat(1_000)}"`,
      ])
        assert.equal(await ask(filter), '400 invalidFilter', filter);
      assert.equal(refusal(await provider.send('GET', '/Users?sortBy=nonsense')), '400 invalidValue');
      assert.equal(refusal(await provider.send('GET', '/Users?cursor=nonsense')), '400 invalidCursor');
      assert.equal(refusal(await provider.send('GET', '/Users?count=many')), '400 invalidValue');
    });

    it('do not join by their domain after a deletion, until they are created again', async () => {
      const { cast, acme, provider } = await addStage(keyward);
      const email = `deleted@${provider.domain}`;
      const person = await addPerson(keyward, { email, verified: true });
      await keyward.database.query('update organization_domains set joining = $1 where domain = $2', [
        'suggest',
        provider.domain,
      ]);
      const fields = { userName: email, externalId: 'external one' };
      const { id } = await provider.add(fields);
      assert.equal((await provider.send('DELETE', `/Users/${id}`)).status, 204);
      const { token } = await keyward.logIn(email);
      const joined = await keyward.call('POST', `${acme.path}/join`, { token, body: {} });
      assert.equal(outcome(joined), '404 OrganizationNotFoundError', joined.text);
      assert.equal(refusal(await provider.send('GET', `/Users/${id}`)), '404');
      const rows = await keyward.database.query('select * from scim_users where uid = $1', [id]);
      assert.doesNotMatch(JSON.stringify(rows), /deleted@|external one/);
      // The userName is free for somebody else, too.
      const other = await provider.add({ userName: email, emails: [{ value: `new@${provider.domain}` }] });
      await provider.send('DELETE', `/Users/${other.id}`);
      assert.equal((await provider.add(fields)).id, id);
      assert.deepEqual((await membersOf(keyward, cast.root, acme))[person.id], ['member']);
    });

    it('cannot sign in by a connection or join by their domain while they are inactive', async () => {
      const { acme, provider } = await addStage(keyward);
      const email = `gone@${provider.domain}`;
      const gone = await addPerson(keyward, { email, verified: true });
      await keyward.database.query('update organization_domains set joining = $1 where domain = $2', [
        'join',
        provider.domain,
      ]);
      const { id } = await provider.add({ userName: email });
      await provider.send('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value: false }));
      const { token } = await keyward.logIn(email);
      const joined = await keyward.call('POST', `${acme.path}/join`, { token, body: {} });
      assert.equal(outcome(joined), '404 OrganizationNotFoundError', joined.text);
      assert.equal((await accountOf(email))?.['id'], gone.id);
    });
  });
}
