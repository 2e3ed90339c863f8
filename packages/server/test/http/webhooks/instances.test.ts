import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTestDatabase } from '../../support/databases.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { startKeyward } from '../../support/keyward.ts';
import { addPerson } from '../people.ts';
import { type Added, addWebhook, change, deliveriesOf, LOCAL, untilDeliveries } from './help.ts';
import { startReceiver } from './receiver.ts';
import { databasesFor } from '../../support/usual-size.ts';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`two instances on ${kind}`, () => {
    it('WH4: make each delivery once, and share the work of an event that either stored', async () => {
      await using database = await createTestDatabase(kind, 'tables');
      const clock = createFakeClock();
      await using first = await startKeyward(kind, { database, clock, settings: LOCAL });
      await using second = await startKeyward(kind, { database, clock, settings: LOCAL });
      await using receiver = await startReceiver();
      const webhook = await addWebhook(first, receiver.url, { types: ['session.started'] });
      for (let round = 0; round < 15; round += 1) await Promise.all([addPerson(first), addPerson(second)]);
      await receiver.gets(30);
      await untilDeliveries(first, webhook, (all) => all.every(({ state }) => state === 'succeeded'));
      // Time for deliveries that must not happen.
      await second.app.services.auditLog.news.look();
      assert.equal(new Set(receiver.received.map(({ event }) => event.id)).size, 30);
      assert.equal(receiver.received.length, 30);
    });

    it('WH4: continue after 30 s too what a killed one had just claimed', async () => {
      await using database = await createTestDatabase(kind, 'tables');
      const clock = createFakeClock();
      await using receiver = await startReceiver();
      await using first = await startKeyward(kind, { database, clock, settings: LOCAL });
      const webhook = await addWebhook(first, receiver.url, { types: ['session.started'] });
      // It can take more once it has delivered.
      await addPerson(first);
      await untilDeliveries(first, webhook, ([one]) => one?.state === 'succeeded');
      receiver.answer = () => {};
      await addPerson(first);
      await receiver.gets(2);
      const [before, after] = await database.query('select lease, due_at from deliveries order by id');
      assert.equal(before?.['lease'], null);
      assert.deepEqual([typeof after?.['lease'], after?.['due_at']], ['string', clock.now() + 30_000]);
      await using second = await startKeyward(kind, { database, clock, settings: LOCAL });
      receiver.answer = (response) => response.end('here');
      clock.advance(30_000);
      await receiver.gets(3);
      await untilDeliveries(second, webhook, (all) => all.every(({ state }) => state === 'succeeded'));
      assert.equal(receiver.received[2]?.event.id, receiver.received[1]?.event.id);
    });

    it('WH4: continue after 30 s what a killed one held, and ignore its late result', async () => {
      await using database = await createTestDatabase(kind, 'tables');
      const clock = createFakeClock();
      await using receiver = await startReceiver();
      const answers: (() => void)[] = [];
      receiver.answer = (response) => void answers.push(() => response.writeHead(500).end());
      await using first = await startKeyward(kind, { database, clock, settings: LOCAL });
      const webhook = await addWebhook(first, receiver.url, { types: ['session.started'] });
      await addPerson(first);
      await receiver.gets(1);
      await using second = await startKeyward(kind, { database, clock, settings: LOCAL });
      receiver.answer = (response) => response.end('here');
      clock.advance(29_000);
      await change(second, webhook, { description: 'looked at' });
      await second.app.services.auditLog.news.look();
      assert.equal(receiver.received.length, 1);
      clock.advance(1_000);
      await receiver.gets(2);
      const [done] = await untilDeliveries(second, webhook, ([one]) => one?.state === 'succeeded');
      assert.equal(done?.attempts.length, 1);
      answers[0]?.();
      await first.app.services.dispatcher.close(1_000);
      assert.deepEqual(await deliveriesOf(second, webhook), [done]);
    });

    it('RE2: a stop lets attempts finish, or breaks them off and gives them back uncounted', async () => {
      await using database = await createTestDatabase(kind, 'tables');
      const clock = createFakeClock();
      await using receiver = await startReceiver();
      receiver.answer = () => {};
      let webhook: Added;
      {
        await using first = await startKeyward(kind, { database, clock, settings: LOCAL });
        webhook = await addWebhook(first, receiver.url, { types: ['session.started'] });
        await addPerson(first);
        await receiver.gets(1);
      }
      receiver.answer = (response) => response.end('here');
      await using second = await startKeyward(kind, { database, clock, settings: LOCAL });
      await receiver.gets(2);
      const [done] = await untilDeliveries(second, webhook, ([one]) => one?.state === 'succeeded');
      assert.equal(done?.attempts.length, 1);
    });
  });
}
