import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { databasesFor } from '../../support/usual-size.ts';
import { CONNECTIONS_ON } from '../connections/help.ts';
import { suiteKeyward } from '../expectations.ts';
import { addOther, addStage, GROUP, refusal, type Resource, resourceIn, type TestProvider } from './help.ts';

const HOUR_MS = 3_600_000;

for (const kind of databasesFor(import.meta.filename)) {
  describe(`RL22: provisioning and the rows of the deployment on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: { ...CONNECTIONS_ON, KEYWARD_LIMIT_TOTAL: '80/1h' } });

    const changes = async (provider: TestProvider, most: number) => {
      for (let count = 0; count < most; count += 1) {
        const answer = await provider.send('POST', '/Users', { schemas: [] });
        if (answer.status === 429) return { count, answer };
        assert.equal(refusal(answer), '400 invalidValue');
      }
      return { count: most, answer: null };
    };

    it('an organization gets half of them, and the next one half of the rest', async () => {
      const stage = await addStage(keyward);
      const other = await addOther(keyward, stage);
      const { count, answer } = await changes(stage.provider, 50);
      assert.equal(count, 40);
      assert.ok(answer);
      assert.equal(refusal(answer), '429');
      assert.match(answer.headers.get('content-type') ?? '', /^application\/scim\+json/);
      assert.equal(answer.headers.get('retry-after'), '3600');
      assert.equal((await stage.provider.send('GET', '/Users')).status, 200);
      assert.equal((await changes(other, 50)).count, 20);
      // Everybody else has a budget of their own.
      const owner = { token: stage.cast.owner.token, body: { name: 'Olga' } };
      assert.equal((await keyward.call('PATCH', '/me', owner)).status, 200);
      keyward.clock.advance(HOUR_MS);
      assert.equal((await changes(other, 10)).count, 10);
      keyward.clock.advance(HOUR_MS);
    });

    it('a group counts one for each member whose roles it changes', async () => {
      const { provider } = await addStage(keyward, { mapping: { engineers: ['admin'] } });
      const people: Resource[] = [];
      for (let count = 0; count < 20; count += 1) people.push(await provider.add());
      const group = { schemas: [GROUP], displayName: 'engineers' };
      const { id } = resourceIn(await provider.send('POST', '/Groups', group), 201);
      const set = (members: readonly Resource[]) =>
        provider.send('PUT', `/Groups/${id}`, {
          ...group,
          members: members.map((one) => ({ value: one.id })),
        });
      keyward.clock.advance(HOUR_MS);
      // Twenty members and two for the change of a group.
      assert.equal((await set(people)).status, 200);
      assert.equal((await set(people)).status, 200);
      assert.equal((await set([])).status, 200);
      assert.equal(refusal(await set(people)), '429');
      // Changes that come at once wait for each other.
      keyward.clock.advance(HOUR_MS);
      const written = async () =>
        (await keyward.database.query("select id from events where type = 'member.updated'")).length;
      const before = await written();
      await Promise.all([people, [], people, [], people, []].map(set));
      assert.ok((await written()) - before <= 40);
    });
  });
}
