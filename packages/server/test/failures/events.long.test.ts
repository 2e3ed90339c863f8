import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTestDatabase, DATABASES } from '../support/databases.ts';
import { loadWithEvents } from './event-load.ts';

/** Set it to repeat a run. */
const SEED = Number(process.env['TEST_SEED'] ?? Date.now() % 2 ** 31);

/** A small number: `npm run test:long` runs a hundred thousand. */
const INSTANCES = { sqlite: 1, postgres: 2 };
const ACTS = 150;

describe('events under SIGKILL, with receivers that fail', { concurrency: 2 }, () => {
  for (const kind of DATABASES) {
    it(`reports each acknowledged act on ${kind}, once in the feed and at least once by webhook, and nothing else`, async (test) => {
      test.diagnostic(`TEST_SEED=${SEED}`);
      await using database = await createTestDatabase(kind);
      const { events, lost, checked } = await loadWithEvents({
        database,
        url: database.url,
        instances: INSTANCES[kind],
        acts: ACTS,
        kills: 1,
        seed: SEED,
      });
      test.diagnostic(`${events} events, ${checked} facts compared`);
      assert.equal(lost, 0);
    });
  }
});
