import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Kysely, type KyselyPlugin } from 'kysely';
import { createDialect } from '../../../src/store/engine/dialect.ts';
import { eventList } from '../../../src/store/tables/event-list.ts';
import type { Schema } from '../../../src/store/engine/schema.ts';
import { optionsOf } from '../../store/stores.ts';
import { suiteKeyward } from '../expectations.ts';
import { openStream } from '../logs/logs.ts';
import { addFeedReader, type FeedReader, idsOf, pageOf, tell, type ToldEvent } from './events.ts';
import { databasesFor } from '../../support/usual-size.ts';

/** The number of events, and the number of each page that is swept before its rows are read. */
const EVENTS = 450;
const SWEPT = 30;

for (const kind of databasesFor(import.meta.filename)) {
  describe(`readers of events while old ones are swept, on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { inOneProcess: true });
    let reader: FeedReader;
    let accountId: number;
    let start: string;
    let ids: string[];
    let db: Kysely<Schema>;
    /** Pages that are swept into. */
    let sweeps = 0;

    /** Removes the first events of a page between the statements that find and that read them. */
    const sweeping: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        const positions = result.rows.map((row) => Number(row['position']));
        if (sweeps === 0 || positions.length === 0 || 'uid' in (result.rows[0] ?? {})) return result;
        sweeps -= 1;
        await db
          .deleteFrom('events')
          .where('position', 'in', positions.slice(0, SWEPT))
          .where('account_id', '=', accountId)
          .where('type', '=', 'login.failed')
          .execute();
        return result;
      },
    };

    before(async () => {
      reader = await addFeedReader(keyward);
      const me = await keyward.call('GET', '/me', { token: reader.token });
      accountId = Number(Object(me.body['account'] ?? me.body).id);
      db = new Kysely<Schema>({ dialect: createDialect(optionsOf(keyward.database)) });
      const { events } = keyward.app.services.store;
      events.list = events.news = eventList(db.withPlugin(sweeping));
    });
    after(() => db.destroy());

    const seed = async () => {
      sweeps = 0;
      await db.deleteFrom('events').where('type', '=', 'login.failed').execute();
      ({ cursor: start } = await reader.page('?limit=1'));
      ids = await tell(keyward, EVENTS, () => ({
        type: 'login.failed',
        account_id: accountId,
        data: JSON.stringify({ actor: null }),
      }));
      sweeps = 3;
    };
    const left = async () => {
      const rows = await db.selectFrom('events').select('uid').where('type', '=', 'login.failed').execute();
      const kept = new Set(rows.map(({ uid }) => uid));
      assert.ok(kept.size < EVENTS && kept.size >= EVENTS - 3 * SWEPT, `${kept.size} are left`);
      return ids.filter((id) => kept.has(id));
    };
    /** All remaining events were seen, in order. */
    const assertSeen = async (seen: readonly string[]) => {
      const kept = await left();
      const known = new Set(kept);
      assert.deepEqual(
        seen.filter((id) => known.has(id)),
        kept,
      );
    };

    for (const order of ['asc', 'desc'])
      it(`pages by cursor miss nothing that stays (${order})`, async () => {
        await seed();
        const seen: string[] = [];
        let at = order === 'asc' ? `&after=${start}` : '';
        for (let more = true; more;) {
          const page = await reader.page(`?limit=${SWEPT}&order=${order}&type=login.failed${at}`);
          seen.push(...idsOf(page));
          assert.ok(seen.length > 0, 'a page that was swept as a whole is not answered as the end');
          more = page.has_more;
          at = `&after=${page.cursor}`;
        }
        await assertSeen(order === 'asc' ? seen : seen.toReversed());
      });

    it('waiting by cursor misses nothing that stays', async () => {
      await seed();
      const seen: string[] = [];
      for (let cursor = start; ;) {
        const page = pageOf(await reader.ask(`?limit=70&wait=5&type=login.failed&after=${cursor}`));
        seen.push(...idsOf(page));
        if (!page.has_more) break;
        cursor = page.cursor;
      }
      await assertSeen(seen);
    });

    for (const live of [false, true])
      it(`a stream misses nothing that stays (${live ? 'live' : 'from a cursor on'})`, async () => {
        if (!live) await seed();
        const query = live ? '' : `&after=${start}`;
        const stream = await openStream(
          keyward,
          `/auth/event/stream?type=login.failed&type=log.changed${query}`,
          reader.token,
          {},
        );
        if (live) await seed();
        const [mark] = await tell(keyward, 1, () => ({ type: 'log.changed' }));
        const seen: string[] = [];
        while (seen.at(-1) !== mark) {
          const event: ToldEvent = JSON.parse((await stream.next()).data);
          seen.push(event.id);
        }
        await stream.close();
        await assertSeen(seen);
      });

    for (const path of ['/event/export?type=login.failed', '/me/export'])
      it(`GET ${path} misses nothing that stays`, async () => {
        await seed();
        const { status, text } = await keyward.call('GET', path, { token: reader.token });
        assert.equal(status, 200);
        await assertSeen(ids.filter((id) => text.includes(`"${id}"`)));
      });
  });
}
