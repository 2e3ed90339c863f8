import type { FailureStore } from '../../store/tables/failures.ts';
import { rangeOf, OVERFLOW_NAMES } from './counter-key.ts';
import type { OverflowOf } from './overflow.ts';
import { deleteAllExpired, type Failures } from './failures.ts';

/** This number of rows, with those that are added between two checks, takes about 150 MB. */
const MAX_ROWS = 1_000_000;

/**
 * The failure counters that all instances on one database share. They are bounded like those in memory: a row is
 * never removed before its window ends, and while there are too many, keys without a row share overflow rows.
 *
 * Each instance counts the rows on its own. For up to half a minute one instance may find the table full and another
 * may not. In that time, a key may have its own row in addition to its overflow row, and so twice its limit.
 */
export function createSharedFailures(
  table: Pick<
    FailureStore,
    'take' | 'end' | 'forget' | 'counting' | 'inRanges' | 'sweep' | 'held' | 'isFull'
  >,
  overflowOf: OverflowOf,
  maxRows = MAX_ROWS,
): Failures {
  let isFull = false;

  async function look(now: number): Promise<void> {
    isFull = await table.isFull(maxRows, OVERFLOW_NAMES, now);
  }

  return {
    async take(keys, now) {
      if (!isFull) return table.take(keys, now);
      const held = await table.held(
        keys.map(({ key }) => key),
        now,
      );
      return table.take(
        keys.map((key) => (held.has(key.key) ? key : { ...key, counter: overflowOf(key.key) })),
        now,
      );
    },
    end: table.end,
    forget: table.forget,
    counting: table.counting,
    ofSubjects: (subjects, now) => table.inRanges(subjects.map(rangeOf), now),
    restore: look,
    async write() {},
    async deleteExpired(now) {
      await deleteAllExpired(table, now);
      await look(now);
    },
  };
}
