import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { scimRoutes } from '../../../src/http/scim/routes.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { CONNECTIONS_ON } from '../connections/help.ts';
import { suiteKeyward } from '../expectations.ts';
import { membersOf } from '../organizations/help.ts';
import { addPerson } from '../people.ts';
import { addOther, addStage, GROUP, listIn, onUser, patch, refusal, resourceIn, USER } from './help.ts';

const BODY = { schemas: [USER], userName: 'nobody@nowhere.example', displayName: 'Nobody', Operations: [] };

for (const kind of databasesFor(import.meta.filename)) {
  describe(`access to provisioning on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: CONNECTIONS_ON });

    const everyRoute = (connection: string, id: string) =>
      scimRoutes.map(({ method, path }) => ({
        method,
        path: path.replace(':connection_id', connection).replace(':id', id),
        ...(method !== 'GET' && method !== 'DELETE' && { body: BODY }),
      }));

    it('needs a token of this connection, on every route', async () => {
      const stage = await addStage(keyward);
      const { cast, provider } = stage;
      const other = await addOther(keyward, stage);
      const unknown = 'con_4Yb1Qm0cW2nS8tJx6Kd3Vg';
      const ask = async (connection: string, token: string | undefined) => {
        const all = [];
        for (const { method, path, ...sent } of everyRoute(connection, 'x'))
          all.push(refusal(await keyward.call(method, path, { token, ...sent })));
        return [...new Set(all)];
      };
      assert.deepEqual(await ask(provider.id, undefined), ['401']);
      assert.deepEqual(await ask(provider.id, cast.root.token), ['401']);
      const wrong = provider.token.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
      assert.deepEqual(await ask(provider.id, wrong), ['401']);
      assert.deepEqual(await ask(provider.id, other.token), ['401']);
      assert.deepEqual(await ask(unknown, provider.token), ['401']);
      assert.deepEqual(await ask('a%00b', provider.token), ['401']);
      assert.equal((await provider.send('GET', '/Users')).status, 200);
      const change = (status: string) =>
        keyward.call('PATCH', provider.path, { token: cast.root.token, body: { status } });
      await change('disabled');
      assert.deepEqual(await ask(provider.id, provider.token), ['403']);
      await change('active');
      await keyward.call('POST', `${provider.acme.path}/suspend`, { token: cast.root.token });
      assert.deepEqual(await ask(provider.id, provider.token), ['403']);
      await keyward.call('POST', `${provider.acme.path}/activate`, { token: cast.root.token });
      const list = await keyward.call('GET', `${provider.path}/scim_token`, { token: cast.root.token });
      const [{ id, last_used_at: used } = { id: '', last_used_at: null }]: {
        id: string;
        last_used_at: string | null;
      }[] = JSON.parse(JSON.stringify(list.body['scim_tokens']));
      assert.ok(used);
      await keyward.call('DELETE', `${provider.path}/scim_token/${id}`, { token: cast.root.token });
      assert.deepEqual(await ask(provider.id, provider.token), ['401']);
      await keyward.call('DELETE', other.acme.path, { token: cast.root.token });
      assert.deepEqual(await ask(other.id, other.token), ['401']);
    });

    it('never reaches people of another organization, by any route', async () => {
      const stage = await addStage(keyward);
      const { cast, acme, provider } = stage;
      const other = await addOther(keyward, stage);
      const theirs = await other.add();
      const group = resourceIn(
        await other.send('POST', '/Groups', {
          schemas: [GROUP],
          displayName: 'Theirs',
          members: [{ value: theirs.id }],
        }),
        201,
      );
      const before = await membersOf(keyward, cast.root, other.acme);
      for (const id of [theirs.id, group.id])
        for (const { method, path, ...sent } of everyRoute(provider.id, id)) {
          const answer = await keyward.call(method, path, { token: provider.token, ...sent });
          if (path.endsWith(id)) assert.match(refusal(answer), /^404/, `${method} ${path}`);
          assert.doesNotMatch(answer.text, new RegExp(`${String(theirs['userName'])}|Theirs`), path);
        }
      // Nor by what bodies name.
      const mine = await provider.add();
      const own = resourceIn(
        await provider.send('POST', '/Groups', { schemas: [GROUP], displayName: 'Own' }),
        201,
      );
      const add = patch({ op: 'add', path: 'members', value: [{ value: theirs.id }] });
      assert.equal(refusal(await provider.send('PATCH', `/Groups/${own.id}`, add)), '400 invalidValue');
      const take = (fields: object) => provider.send('POST', '/Users', { schemas: [USER], ...fields });
      assert.equal(refusal(await take({ userName: theirs['userName'] })), '403');
      assert.equal(
        refusal(await take({ userName: 'x', emails: [{ value: String(theirs['userName']) }] })),
        '403',
      );
      const move = patch({ op: 'replace', path: 'emails', value: [{ value: theirs['userName'] }] });
      assert.equal(refusal(await provider.send('PATCH', onUser(mine), move)), '403');
      // Nor a member whose email is in no domain of the organization, nor one with a look-alike.
      const member = await addPerson(keyward, { verified: true });
      await keyward.call('POST', `${acme.path}/member`, {
        token: cast.root.token,
        body: { account_id: member.id },
      });
      assert.equal(refusal(await take({ userName: member.email })), '403');
      assert.equal(refusal(await take({ userName: `ada@sub.${provider.domain}` })), '403');
      assert.deepEqual(await membersOf(keyward, cast.root, other.acme), before);
      assert.equal(listIn(await other.send('GET', '/Users')).totalResults, 1);
    });

    it('SC-1: the externalId of a provider names nothing outside of its connection', async () => {
      const stage = await addStage(keyward);
      const { provider } = stage;
      const other = await addOther(keyward, stage);
      const victim = await addPerson(keyward, { verified: true });
      await keyward.database.query("update accounts set external_id = 'shared' where id = $1", [victim.id]);
      const one = await provider.add({ externalId: 'shared', id: String(victim.id) });
      const two = await other.add({ externalId: 'shared' });
      assert.notEqual(one.id, two.id);
      assert.equal(refusal(await provider.send('GET', '/Users/shared')), '404');
      assert.equal(refusal(await provider.send('GET', `/Users/${victim.id}`)), '404');
      const rows = await keyward.database.query('select id from accounts where external_id = $1', ['shared']);
      assert.deepEqual(
        rows.map(({ id }) => Number(id)),
        [victim.id],
      );
    });

    it('refuses in the form of SCIM, also at unknown addresses', async () => {
      const { provider } = await addStage(keyward);
      assert.equal(refusal(await provider.send('GET', '/Nonsense')), '404');
      assert.equal(refusal(await provider.send('PUT', '/Users', BODY)), '405');
      assert.equal(refusal(await provider.send('POST', '/.search', BODY)), '501');
      const large = { ...BODY, title: 'a'.repeat(1_100_000) };
      assert.equal(refusal(await provider.send('POST', '/Users', large)), '413');
      const form = await provider.send('POST', '/Users', 'a=b', {
        'content-type': 'application/x-www-form-urlencoded',
      });
      assert.equal(refusal(form), '415');
      const json = await provider.send('POST', '/Users', BODY, { 'content-type': 'application/json' });
      assert.equal(refusal(json), '403');
      const elsewhere = await keyward.call('POST', '/login/password', {
        body: {},
        headers: { 'content-type': 'application/scim+json' },
      });
      assert.equal(elsewhere.status, 415);
    });

    it('describes what it supports', async () => {
      const { provider } = await addStage(keyward);
      const config = resourceIn(await provider.send('GET', '/ServiceProviderConfig'));
      assert.deepEqual(
        ['patch', 'bulk', 'filter', 'sort', 'etag'].map((name) => Object(config[name]).supported),
        [true, false, true, true, true],
      );
      const types = listIn(await provider.send('GET', '/ResourceTypes')).Resources;
      assert.deepEqual(
        types.map(({ id }) => id),
        ['User', 'Group'],
      );
      const schemas = listIn(await provider.send('GET', '/Schemas')).Resources;
      for (const { id } of schemas)
        assert.equal(resourceIn(await provider.send('GET', `/Schemas/${id}`)).id, id);
      assert.equal(schemas.length, 3);
      assert.equal(refusal(await provider.send('GET', '/Schemas/nonsense')), '404');
    });
  });

  describe(`provisioning while organizations are off, on ${kind}`, () => {
    const keyward = suiteKeyward(kind);

    it('does not exist', async () => {
      for (const { method, path } of scimRoutes) {
        const answer = await keyward.call(
          method,
          path.replace(':connection_id', 'con_x').replace(':id', 'x'),
        );
        assert.equal(refusal(answer), '404', path);
      }
    });
  });
}
