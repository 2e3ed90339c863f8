import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTestDatabase } from '../../support/databases.ts';
import { startKeyward } from '../../support/keyward.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { CONNECTIONS_ON } from '../connections/help.ts';
import { membersOf } from '../organizations/help.ts';
import { addStage, GROUP, listIn, onUser, patch, resourceIn, USER } from './help.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`provisioning by two instances at once on ${kind}`, () => {
    it('makes one account for two requests, and loses no change', async () => {
      const database = await createTestDatabase(kind, 'tables');
      const one = await startKeyward(kind, { settings: CONNECTIONS_ON, database });
      // A file belongs to one instance.
      const two = kind === 'sqlite' ? one : await startKeyward(kind, { settings: CONNECTIONS_ON, database });
      const { cast, acme, provider } = await addStage(one);
      const send = (place: number, method: string, path: string, body: unknown) =>
        (place % 2 === 0 ? one : two).call(method, `/scim/v2/${provider.id}${path}`, {
          token: provider.token,
          body,
        });
      for (let round = 0; round < 3; round += 1) {
        const userName = `twin${round}@${provider.domain}`;
        const made = await Promise.all(
          [0, 1, 2, 3].map((place) => send(place, 'POST', '/Users', { schemas: [USER], userName })),
        );
        assert.deepEqual(
          made.map(({ status }) => status).toSorted((a, b) => a - b),
          [201, 409, 409, 409],
          made.map(({ text }) => text).join('\n'),
        );
        const rows = await database.query('select id from accounts where email_key = $1', [userName]);
        assert.equal(rows.length, 1);
      }
      const ada = await provider.add();
      const titles = ['title', 'nickName', 'userType', 'locale'].map((path, place) =>
        send(place, 'PATCH', onUser(ada), patch({ op: 'add', path, value: `x${place}` })),
      );
      for (const { status, text } of await Promise.all(titles)) assert.equal(status, 200, text);
      const after = resourceIn(await provider.send('GET', onUser(ada)));
      assert.deepEqual(
        ['title', 'nickName', 'userType', 'locale'].map((name) => after[name]),
        ['x0', 'x1', 'x2', 'x3'],
      );
      assert.equal(Object(after['meta']).version, 'W/"5"');
      const group = resourceIn(
        await provider.send('POST', '/Groups', { schemas: [GROUP], displayName: 'All' }),
        201,
      );
      const { Resources: people } = listIn(await provider.send('GET', '/Users'));
      const joined = await Promise.all(
        people.map(({ id }, place) =>
          send(
            place,
            'PATCH',
            `/Groups/${group.id}`,
            patch({ op: 'add', path: 'members', value: [{ value: id }] }),
          ),
        ),
      );
      for (const { status, text } of joined) assert.equal(status, 200, text);
      const full = resourceIn(await provider.send('GET', `/Groups/${group.id}`));
      assert.equal(Object(full['members']).length, people.length);
      const switched = await Promise.all(
        [true, false, true, false].map((active, place) =>
          send(place, 'PATCH', onUser(ada), patch({ op: 'replace', path: 'active', value: active })),
        ),
      );
      for (const { status, text } of switched) assert.equal(status, 200, text);
      const { active } = resourceIn(await provider.send('GET', onUser(ada)));
      const [row] = await database.query('select id from accounts where uid = $1', [ada.id]);
      const members = await membersOf(one, cast.root, acme);
      assert.equal(Number(row?.['id']) in members, active);
      await one[Symbol.asyncDispose]();
      if (two !== one) await two[Symbol.asyncDispose]();
      await database.drop();
    });
  });
}
