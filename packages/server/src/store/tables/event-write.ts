import type { Kysely } from 'kysely';
import { inChunks } from '../engine/in-chunks.ts';
import { orCount } from '../engine/or-count.ts';
import type { NewEvent, Schema } from '../engine/schema.ts';
import type { eventInsert } from './event-insert.ts';
import type { EventRules } from './event-rules.ts';

/**
 * Stores events, some of which share rows by the rules: in a transaction with their act.
 * @returns those that were stored, without those that were only counted
 */
export async function writeEvents(
  trx: Kysely<Schema>,
  events: readonly NewEvent[],
  { insert, share }: EventRules & { insert: ReturnType<typeof eventInsert> },
): Promise<NewEvent[]> {
  const all = share(events);
  const own = all.filter(({ merge_key: key }) => key === null);
  const [event, ...others] = own;
  if (event !== undefined && others.length === 0) await insert(event, trx);
  else
    for (const some of inChunks(own))
      await trx
        .insertInto('events')
        .values([...some])
        .execute();
  const shared = all.filter(({ merge_key: key }) => key !== null);
  return shared.length === 0 ? own : [...own, ...(await mergeEvents(trx, shared))];
}

/**
 * Stores events with a `merge_key` each, or adds their counts to existing events with the same keys.
 * @param trx an open transaction
 * @returns those that were stored
 */
export async function mergeEvents(trx: Kysely<Schema>, events: readonly NewEvent[]): Promise<NewEvent[]> {
  const byKey = new Map<string | null, NewEvent>();
  for (const event of events) {
    const first = byKey.get(event.merge_key);
    byKey.set(event.merge_key, first ? { ...first, count: first.count + event.count } : event);
  }
  // Always in the same order: otherwise two instances could deadlock.
  const inOrder = [...byKey.values()].toSorted((a, b) =>
    String(a.merge_key) < String(b.merge_key) ? -1 : 1,
  );
  const stored = new Set<string>();
  for (const some of inChunks(inOrder)) {
    const rows = await trx
      .insertInto('events')
      .values([...some])
      .onConflict(orCount)
      .returning('uid')
      .execute();
    for (const { uid } of rows) stored.add(uid);
  }
  return inOrder.filter(({ uid }) => stored.has(uid));
}
