import { asService } from '../../lib/asker.ts';

/** The maximum number of keys in a batch, so that several connections share the work of a long turn. */
const MOST = 64;

interface Batch<Key, Row> {
  keys: Set<Key>;
  rows: Promise<ReadonlyMap<Key, Row>>;
  send: () => void;
}

/**
 * Looks up all keys of one turn of the event loop at once: a round trip to PostgreSQL, or a read transaction of
 * SQLite, costs more than the rows. Each answer is as recent as that of a single look-up, because the batch
 * starts later. Calls with the same key in one turn share its row.
 */
export function batched<Key, Row>(
  load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Row>>,
): (key: Key) => Promise<Row | undefined> {
  let next: Batch<Key, Row> | undefined;

  function begin(): Batch<Key, Row> {
    const { promise, resolve } = Promise.withResolvers<ReadonlyMap<Key, Row>>();
    const batch: Batch<Key, Row> = {
      keys: new Set(),
      rows: promise,
      send() {
        if (next !== batch) return;
        next = undefined;
        resolve(asService(() => load([...batch.keys])));
      },
    };
    setImmediate(batch.send);
    return batch;
  }

  return async (key) => {
    next ??= begin();
    const { keys, rows, send } = next;
    keys.add(key);
    if (keys.size === MOST) send();
    return (await rows).get(key);
  };
}
