import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Client } from 'pg';
import type { FailureKey } from '../../../src/store/tables/failure-counts.ts';
import { SWEEP_BATCH } from '../../../src/store/lists/sweep.ts';
import { DATABASES } from '../../support/databases.ts';
import { inBatches, NOW, suiteStore, times } from '../stores.ts';

const WINDOW_MS = 60_000;

let serial = 0;

function newKey(limit: number): FailureKey {
  serial += 1;
  return { key: `key:${serial}`, limit, windowMs: WINDOW_MS };
}

for (const kind of DATABASES) {
  describe(`the store of failures on ${kind}`, async () => {
    const { database, store } = await suiteStore(kind);
    const { failures } = store;

    /** The stored counter: the sum of failures and running guesses, and the running guesses alone. */
    async function counterOf({ key }: FailureKey): Promise<unknown[]> {
      const [row] = await database.query('select count, running from failures where key = $1', [key]);
      return row === undefined ? [] : [row['count'], row['running']];
    }
    async function sweepAll(now: number): Promise<void> {
      while ((await failures.sweep(now)).more);
    }
    const hasPlace = (places: readonly { count: number; limit: number }[]) =>
      places.every(({ count, limit }) => count <= limit);

    it('RL2: grants no more places than the limit to 50 simultaneous requests', async () => {
      const key = newKey(10);
      const taken = await Promise.all(times(50, () => failures.take([key], NOW)));
      assert.equal(taken.filter(hasPlace).length, 10);
      const counts = taken.filter(hasPlace).map(([place]) => place?.count ?? NaN);
      assert.deepEqual(
        counts.sort((a, b) => a - b),
        times(10, (i) => i + 1),
      );
      assert.deepEqual(await counterOf(key), [10, 10]);
    });

    it('grants a place for every key in their order, or for none', async () => {
      const [wide, narrow] = [newKey(5), newKey(1)];
      const both = await failures.take([wide, narrow], NOW);
      assert.deepEqual(
        both,
        [wide, narrow].map((key) => ({
          ...key,
          counter: key.key,
          count: 1,
          running: 1,
          windowEndsAt: NOW + WINDOW_MS,
        })),
      );
      const none = await failures.take([wide, narrow], NOW);
      assert.deepEqual(
        none.map(({ count }) => count),
        [2, 2],
      );
      assert.deepEqual(
        [await counterOf(wide), await counterOf(narrow)],
        [
          [1, 1],
          [1, 1],
        ],
      );
    });

    it('ends many guesses at once: failures stay, the others leave no trace', async () => {
      const keys = [newKey(30), newKey(30), newKey(30)];
      const taken = await Promise.all(times(30, () => failures.take(keys, NOW)));
      await Promise.all(taken.map((places, index) => failures.end(places, index % 3 === 0)));
      for (const key of keys) assert.deepEqual(await counterOf(key), [10, 0]);
    });

    if (kind === 'postgres')
      it('leaves connections to others while requests wait for a counter, also at its end', async () => {
        const key = newKey(1_000);
        const [first] = await failures.take([key], NOW);
        assert.ok(first);
        const holder = new Client({ connectionString: database.url });
        await holder.connect();
        await holder.query('begin');
        await holder.query('select from failures where key = $1 for update', [key.key]);
        const waiting = Promise.all(
          times(100, (i) => (i % 2 === 0 ? failures.take([key], NOW) : failures.end([first], true))),
        );
        try {
          for (let look = 0; look < 5; look += 1) await store.accounts.find('id', look);
        } finally {
          await holder.query('commit');
          await holder.end();
        }
        await waiting;
        assert.deepEqual(await counterOf(key), [51, 1]);
      });

    it('does not deadlock when requests take the same keys in another order', async () => {
      const keys = times(4, () => newKey(1_000));
      const orders = [keys, keys.toReversed(), [...keys.slice(2), ...keys.slice(0, 2)]];
      const taken = await Promise.all(
        times(60, async (i) => {
          const places = await failures.take(orders[i % 3] ?? [], NOW);
          await failures.end(places, true);
          return places;
        }),
      );
      assert.ok(taken.every(hasPlace));
      for (const key of keys) assert.deepEqual(await counterOf(key), [60, 0]);
    });

    it('begins a new window when the old one has ended, or was without a failure', async () => {
      const key = newKey(2);
      const [old] = await failures.take([key], NOW);
      assert.ok(old);
      await failures.end([old], false);
      assert.deepEqual(await counterOf(key), [0, 0]);
      const [second] = await failures.take([key], NOW + 10);
      assert.ok(second);
      assert.equal(second.windowEndsAt, NOW + 10 + WINDOW_MS);
      await failures.end([second], true);
      assert.equal((await failures.take([key], NOW + 20))[0]?.windowEndsAt, second.windowEndsAt);
      const [third] = await failures.take([key], second.windowEndsAt);
      assert.deepEqual([third?.count, third?.windowEndsAt], [1, second.windowEndsAt + WINDOW_MS]);
      // A guess of the previous window must not lower the count of this one.
      await failures.end([second], false);
      assert.deepEqual(await counterOf(key), [1, 1]);
    });

    it('adds what was counted elsewhere to a window, and begins another with it', async () => {
      const [key, other] = [newKey(9), newKey(9)];
      const counted = (count: number, windowEndsAt: number) => ({ counter: key.key, count, windowEndsAt });
      await failures.add([counted(2, NOW + 5), { ...counted(1, NOW + 7), counter: other.key }]);
      await failures.add([counted(3, NOW + 5)]);
      assert.deepEqual(await counterOf(key), [5, 0]);
      const both = async (now: number) =>
        (await failures.live(now))
          .filter((one) => [key.key, other.key].includes(one.counter))
          .sort((a, b) => a.windowEndsAt - b.windowEndsAt);
      assert.deepEqual(await both(NOW), [
        counted(5, NOW + 5),
        { ...counted(1, NOW + 7), counter: other.key },
      ]);
      assert.deepEqual(await both(NOW + 5), [{ ...counted(1, NOW + 7), counter: other.key }]);
      await failures.add([counted(1, NOW + 9)]);
      assert.deepEqual(await counterOf(key), [1, 0]);
    });

    it('sweeps expired counters, a batch at a time', async () => {
      await sweepAll(NOW + 10 * WINDOW_MS);
      const names = times(SWEEP_BATCH + 10, () => newKey(9).key);
      await failures.add(names.map((counter, index) => ({ counter, count: 1, windowEndsAt: NOW + index })));
      assert.deepEqual(await failures.sweep(NOW + 4), { removed: 5, more: false });
      assert.equal(await inBatches(() => failures.sweep(NOW + SWEEP_BATCH + 5)), SWEEP_BATCH + 1);
      const kept = (await failures.live(NOW)).map(({ counter }) => counter);
      assert.deepEqual(kept.sort(), names.slice(-4).sort());
      await sweepAll(NOW + WINDOW_MS);
    });

    it('forgets expired counters, and keeps those that count', async () => {
      const [over, live] = [times(20, () => newKey(100)), newKey(100)];
      for (const key of over) await failures.take([key], NOW);
      await failures.take([live], NOW + 1);
      const later = NOW + WINDOW_MS;
      const [, ...again] = await Promise.all([
        sweepAll(later),
        ...over.map((key) => failures.take([key], later)),
      ]);
      for (const places of again) assert.deepEqual([places[0]?.count, places[0]?.running], [1, 1]);
      for (const key of over) assert.deepEqual(await counterOf(key), [1, 1]);
      assert.deepEqual(await counterOf(live), [1, 1]);
      await sweepAll(later + 10 * WINDOW_MS);
      assert.deepEqual(await database.query('select * from failures'), []);
    });
  });
}
