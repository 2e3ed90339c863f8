import assert from 'node:assert/strict';
import type { TestDatabase } from '../support/databases.ts';
import type { Act, Acts } from './event-acts.ts';
import type { EventReader } from './event-reader.ts';
import type { EventReceiver } from './event-receiver.ts';

interface Stored {
  id: string;
  type: string;
  data: {
    account?: { id: number };
    session?: { id: number };
    changed?: { name?: string };
    previous?: { name?: string };
  };
}

/** The events in the audit log of a database, in the order of commit. */
async function storedEvents(database: TestDatabase): Promise<Stored[]> {
  const rows = await database.query('select uid, type, session_id, data from events order by position');
  return rows.map((row) => {
    const data: Stored['data'] = Object(JSON.parse(String(row['data'])));
    // The column has the id of a session that begins.
    if (data.session !== undefined) data.session.id = Number(row['session_id']);
    return { id: String(row['uid']), type: String(row['type']), data };
  });
}

/** The places that report the acts of the workers. */
function keyOf({ type, data }: Stored): Act['key'] | undefined {
  return type === 'account.updated' ? data.changed?.name : data.session?.id;
}

/**
 * Compares the acknowledged acts, the stored events, the feed and the received messages.
 * @returns the number of comparisons, and of lost acknowledged acts
 * @throws AssertionError for a wrong event, a duplicate in the feed, or an event without an act
 */
export async function checkEvents(
  database: TestDatabase,
  {
    acts,
    reader,
    receivers,
  }: {
    acts: Acts;
    reader: EventReader;
    receivers: readonly { receiver: EventReceiver; takes: (type: string) => boolean; from: number }[];
  },
): Promise<{ checked: number; lost: number; events: number }> {
  const stored = await storedEvents(database);
  // Each once, in the order of commit, despite the kills.
  assert.deepEqual(
    reader.ids,
    stored.map(({ id }) => id),
  );
  const ids = new Set(reader.ids);
  assert.equal(ids.size, stored.length);

  const byAct = Map.groupBy(stored, (event) => `${event.type} ${keyOf(event)}`);
  let lost = 0;
  for (const { type, key } of acts.acknowledged) {
    const events = byAct.get(`${type} ${key}`) ?? [];
    if (events.length === 0) lost += 1;
    assert.ok(events.length <= 1, `${type} ${key} has ${events.length} ids`);
  }
  for (const name of acts.refused) assert.equal(byAct.get(`account.updated ${name}`), undefined, name);

  for (const { receiver, takes, from } of receivers) {
    assert.deepEqual(receiver.wrong, []);
    for (const { id, type } of stored.slice(from)) if (takes(type) && !receiver.accepted.has(id)) lost += 1;
    for (const id of receiver.accepted.keys()) assert.ok(ids.has(id), `${id} was told and is not stored`);
  }
  await checkNames(database, stored);
  await checkSessions(database, stored);
  const told = receivers.reduce((sum, { receiver }) => sum + receiver.figures.messages, 0);
  return {
    checked: stored.length + acts.acknowledged.length + acts.refused.length + told,
    lost,
    events: stored.length,
  };
}

/**
 * Each change of a name starts from the previous one, and the last is in force: none is missing or invented.
 */
async function checkNames(database: TestDatabase, stored: readonly Stored[]): Promise<void> {
  const names = new Map<number, string>();
  for (const { type, data } of stored) {
    const { account, changed, previous } = data;
    if (type !== 'account.updated' || account === undefined || changed?.name === undefined) continue;
    const before = names.get(account.id);
    if (before !== undefined) assert.equal(previous?.name, before);
    names.set(account.id, changed.name);
  }
  for (const { id, name } of await database.query('select id, name from accounts')) {
    const told = names.get(Number(id));
    if (told !== undefined) assert.equal(name, told);
  }
}

/** The started, unended sessions are exactly the existing ones. */
async function checkSessions(database: TestDatabase, stored: readonly Stored[]): Promise<void> {
  const live = new Set<number>();
  for (const { type, data } of stored) {
    const id = data.session?.id ?? Number.NaN;
    if (type === 'session.started') live.add(id);
    if (type === 'session.ended')
      assert.ok(live.delete(id), `session ${id} ended without a beginning, or twice`);
  }
  const rows = await database.query('select id from sessions order by id');
  assert.deepEqual(
    [...live].sort((a, b) => a - b),
    rows.map(({ id }) => Number(id)),
  );
}
