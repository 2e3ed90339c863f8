import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CompiledQuery, Kysely, sql } from 'kysely';
import { createDialect } from '../../../src/store/engine/dialect.ts';
import { type EventFilter, eventList, letsThrough } from '../../../src/store/tables/event-list.ts';
import { eventSweep } from '../../../src/store/tables/event-sweep.ts';
import { eventQueries } from '../../../src/store/tables/events.ts';
import type { Schema } from '../../../src/store/engine/schema.ts';
import { DATABASES } from '../../support/databases.ts';
import { newEvent, NOW, optionsOf, suiteStore, times } from '../stores.ts';

const ANY: EventFilter = {
  types: null,
  accountId: null,
  actor: null,
  ipAddress: null,
  organization: null,
  words: null,
  since: null,
  until: null,
};
const TYPES = ['session.started', 'session.ended', 'login.failed', 'account.updated'];
/** More than the search for a time reads. */
const ROWS = 6_500;

for (const kind of DATABASES) {
  describe(`pages of events on ${kind}`, async () => {
    const { database, store } = await suiteStore(kind);
    let head: Promise<number> | undefined;
    const seeded = () => (head ??= seed());
    const seed = async () => {
      await store.events.add(
        times(ROWS, (index) =>
          newEvent(index % 400 === 5 ? 'log.changed' : (TYPES[index % 4] ?? ''), {
            at: NOW + (index % 7 === 0 ? index - 500 : index),
            audit: index % 4 === 3 ? 1 : 0,
            account_id: index % 10 === 0 ? null : index % 500,
            actor: index % 3 === 0 ? `account:${index % 500}` : null,
            ip_address: `192.0.2.${index % 200}`,
          }),
        ),
      );
      while (await store.events.place());
      if (kind === 'postgres') await database.query('analyze events');
      return store.events.head();
    };

    it('are those of the filter, in order, from either end of any span', async () => {
      const newest = await seeded();
      const span = { after: 0, upTo: newest };
      const { rows: all } = await store.events.list({ filter: ANY, span, descending: false, limit: ROWS });
      assert.equal(all.length, ROWS);
      const cases: Partial<EventFilter>[] = [
        {},
        { types: ['login.failed'] },
        { types: ['login.failed', 'session.ended'] },
        { accountId: 7 },
        { accountId: 8, types: ['session.started'] },
        { actor: 'account:9' },
        { ipAddress: '192.0.2.11', types: ['account.updated', 'login.failed'] },
        { words: ['ACCOUNT', 'updated'] },
        { words: ['ended'], accountId: 9 },
        { words: ['nowhere'] },
        { since: NOW + 6_000 },
        // Enough that the search goes through them in steps.
        { since: NOW + 500, until: NOW + 6_400 },
        { until: NOW + 300, types: ['session.started', 'session.ended', 'login.failed', 'account.updated'] },
      ];
      for (const some of cases) {
        const filter = { ...ANY, ...some };
        for (const descending of [false, true]) {
          const part = { after: 1_234, upTo: newest - 321 };
          const expected = all
            .filter((row) => (row.position ?? 0) > part.after && (row.position ?? 0) <= part.upTo)
            .filter((row) => letsThrough(filter, row))
            .map(({ uid }) => uid);
          if (descending) expected.reverse();
          for (const limit of [3, ROWS]) {
            const { rows } = await store.events.list({ filter, span: part, descending, limit });
            assert.deepEqual(
              rows.map(({ uid }) => uid),
              expected.slice(0, limit),
              JSON.stringify(some),
            );
          }
        }
      }
    });

    it('are read along indexes, whatever the filter, and removed along one', async () => {
      const newest = await seeded();
      const asked: CompiledQuery[] = [];
      const db = new Kysely<Schema>({
        dialect: createDialect(optionsOf(database)),
        log: ({ query }) => {
          asked.push(query);
        },
      });
      try {
        const list = eventList(db);
        for (const descending of [false, true]) {
          const page = (some: Partial<EventFilter>) =>
            list({ filter: { ...ANY, ...some }, span: { after: 100, upTo: newest }, descending, limit: 20 });
          await page({});
          await page({ types: ['log.changed'] });
          await page({ types: ['log.changed', 'session.ended'] });
          await page({ accountId: 7 });
          await page({ actor: 'account:9', types: ['login.failed'] });
          await page({ ipAddress: '192.0.2.11' });
          await page({ organization: 'org_none' });
          await page({ words: ['changed'] });
          await page({ since: NOW + 6_400 });
        }
        const sweep = eventSweep(db);
        await sweep.walk(0, { at: NOW + 6_000, id: 6_000 }, 1_000);
        await sweep.remove(1, { at: NOW + 20, id: 0 });
        const queries = [...asked, eventQueries(db).head.bound({})];
        const plans: string[] = [];
        await db.connection().execute(async (connection) => {
          // PostgreSQL reads a small table fastest without an index.
          if (kind === 'postgres') await sql`set enable_seqscan = off`.execute(connection);
          const prefix = kind === 'sqlite' ? 'explain query plan ' : 'explain ';
          for (const { sql: text, parameters } of queries) {
            assert.doesNotMatch(text, /offset/i);
            const { rows } = await connection.executeQuery<Record<string, unknown>>(
              CompiledQuery.raw(prefix + text, [...parameters]),
            );
            const plan = rows.map((row) => String(row['detail'] ?? row['QUERY PLAN'])).join('\n');
            assert.doesNotMatch(plan, /Seq Scan on events|^(SCAN|SEARCH) events$/m, `${text}\n${plan}`);
            plans.push(plan);
          }
        });
        for (const index of [
          'by_type',
          'by_age',
          'by_account_id',
          'by_actor',
          'by_ip_address',
          'by_organization',
          'position',
        ])
          assert.ok(
            plans.some((plan) => plan.includes(`events__${index}`)),
            index,
          );
      } finally {
        await db.destroy();
      }
    });
  });
}
