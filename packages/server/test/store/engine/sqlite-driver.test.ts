import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type Generated, Kysely, sql } from 'kysely';
import { isDatabaseUnavailable } from '../../../src/store/engine/database-errors.ts';
import {
  runAtOnce,
  sqliteDialect,
  sqliteLoad,
  transactAtOnce,
} from '../../../src/store/engine/sqlite-driver.ts';
import { tempFolder } from '../../support/at-exit.ts';
import { WITHOUT_SQLITE } from '../../support/databases.ts';
import { times } from '../stores.ts';

interface Things {
  things: { id: Generated<number>; label: string | null; parent: number | null };
}

async function open() {
  const folder = tempFolder();
  const file = join(folder.path, 'test.db');
  const db = new Kysely<Things>({ dialect: sqliteDialect(file) });
  await sql`create table things (id integer primary key autoincrement, label text,
    parent integer references things (id) deferrable initially deferred)`.execute(db);
  const add = (label: string, on: Kysely<Things> = db) => on.insertInto('things').values({ label }).execute();
  const labels = async () =>
    (await db.selectFrom('things').select('label').orderBy('id').execute()).map((row) => row.label);
  return {
    file,
    db,
    add,
    labels,
    /** Everything still works, and the writer is free. */
    async assertFree() {
      const before = await labels();
      await db.transaction().execute(async (trx) => {
        await add('a', trx);
        await add('b', trx);
      });
      await add('c');
      assert.deepEqual(await labels(), [...before, 'a', 'b', 'c']);
    },
    [Symbol.asyncDispose]: async () => {
      await db.destroy();
      folder.remove();
    },
  };
}

const NO_ORPHANS = /FOREIGN KEY constraint failed/;

describe('the SQLite driver', { skip: WITHOUT_SQLITE, concurrency: 3 }, () => {
  it('a failed commit undoes its own writes, and none of the transactions around it', async () => {
    await using sqlite = await open();
    const { db, add } = sqlite;
    const transaction = (label: string, parent: number | null) =>
      db.transaction().execute(async (trx) => {
        await add(`${label} 1`, trx);
        await trx
          .insertInto('things')
          .values({ label: `${label} 2`, parent })
          .execute();
      });
    const results = await Promise.allSettled([
      transaction('bad', 99_999),
      transaction('good', null),
      add('alone'),
      transaction('worse', 99_999),
      transaction('better', null),
    ]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
    );
    for (const result of results)
      if (result.status === 'rejected') assert.match(String(result.reason), NO_ORPHANS);
    assert.deepEqual(await sqlite.labels(), ['good 1', 'good 2', 'alone', 'better 1', 'better 2']);
    await sqlite.assertFree();
  });

  it('RE5: undoes a transaction for which there is no room, and says so', async () => {
    await using sqlite = await open();
    const { db, add } = sqlite;
    await add('before');
    // The limit counts for this handle only, and queries that are not built go to the writer.
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
    const limitPages = (pages: number) => sql.raw(`pragma max_page_count = ${pages}`).execute(db);
    await limitPages(rows[0]?.page_count ?? NaN);
    const fill = async (trx: Kysely<Things>) => {
      for (let i = 0; i < 1_000; i += 1) await add('x'.repeat(100), trx);
    };
    await assert.rejects(
      db.transaction().execute(fill),
      (error) => isDatabaseUnavailable(error) && /full/.test(String(error)),
    );
    assert.deepEqual(await sqlite.labels(), ['before']);

    // Even if the task ignores the error.
    const persistent = db.transaction().execute(async (trx) => {
      await fill(trx).catch(() => {});
      await add('on its own', trx);
    });
    await assert.rejects(persistent, /rolled back/);
    const unaware = db.transaction().execute((trx) => fill(trx).catch(() => {}));
    await assert.rejects(unaware, /no transaction is active/);
    assert.deepEqual(await sqlite.labels(), ['before']);

    await limitPages(1_000_000);
    await sqlite.assertFree();
  });

  it('releases the writer after every failure', async () => {
    await using sqlite = await open();
    const { db, add } = sqlite;
    const alone: ((on: Kysely<Things>) => Promise<unknown>)[] = [
      (on) => sql`no statement`.execute(on),
      (on) => sql`insert into things (id) values (1), (1)`.execute(on),
      (on) => sql`select ${true}`.execute(on),
      (on) => on.insertInto('things').values({ label: 'orphan', parent: 99_999 }).execute(),
    ];
    const within: typeof alone = [
      ...alone,
      async () => {
        throw new Error('on purpose');
      },
      (trx) => sql`begin`.execute(trx),
      // The transaction has ended, although the task still writes.
      (trx) => sql`rollback`.execute(trx).then(() => add('never', trx)),
    ];
    const outcomes = await Promise.allSettled([
      ...within.flatMap((fail) => [
        db.transaction().execute(async (trx) => {
          await add('never', trx);
          await fail(trx);
        }),
        add('good'),
      ]),
      ...alone.flatMap((fail) => [fail(db), add('good')]),
    ]);
    const expected = outcomes.map((_, index) => (index % 2 === 0 ? 'rejected' : 'fulfilled'));
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      expected,
    );
    assert.deepEqual(
      await sqlite.labels(),
      times(within.length + alone.length, () => 'good'),
    );
    await sqlite.assertFree();
  });

  it('names the values that it cannot store, and stores none in their place', async () => {
    await using sqlite = await open();
    const { db } = sqlite;
    for (const value of [true, undefined, new Date(), { a: 1 }, ['x'], Buffer.from('x'), Symbol('x')]) {
      const expected = new TypeError(`SQLite cannot store a value of type ${typeof value}`);
      await assert.rejects(sql`insert into things (label) values (${value})`.execute(db), expected);
      await assert.rejects(sql`select * from things where label = ${value}`.execute(db), expected);
    }
    assert.deepEqual(await sqlite.labels(), []);
    await sqlite.assertFree();
  });

  it('runs each of many statements with its own values, and again after the table has changed', async () => {
    await using sqlite = await open();
    const { db, file } = sqlite;
    // More statements than the driver keeps prepared.
    for (let i = 0; i < 1_100; i += 1) {
      const { rows } = await sql<{
        answer: number;
      }>`select ${i} as answer, ${sql.lit(`${i % 550}`)} as part`.execute(db);
      assert.deepEqual({ ...rows[0] }, { answer: i, part: `${i % 550}` });
    }
    await sqlite.add('one');
    const first = async () => (await db.selectFrom('things').selectAll().execute())[0];
    assert.deepEqual({ ...(await first()) }, { id: 1, label: 'one', parent: null });
    const other = new DatabaseSync(file);
    other.exec(`alter table things add column more text default 'new'; alter table things drop column label`);
    other.close();
    assert.deepEqual({ ...(await first()) }, { id: 1, parent: null, more: 'new' });
    const [added] = await db.insertInto('things').values({ parent: 1 }).returningAll().execute();
    assert.deepEqual({ ...added }, { id: 2, parent: 1, more: 'new' });
  });

  it('tells how many rows a write changed, and the id it gave', async () => {
    await using sqlite = await open();
    const { insertId, numInsertedOrUpdatedRows } = await sqlite.db
      .insertInto('things')
      .values([{ label: 'a' }, { label: 'b' }])
      .executeTakeFirst();
    assert.deepEqual([insertId, numInsertedOrUpdatedRows], [2n, 2n]);
    const { numDeletedRows } = await sqlite.db.deleteFrom('things').executeTakeFirst();
    assert.equal(numDeletedRows, 2n);
  });

  it('runs at once what needs no writer, and a write in its turn', async () => {
    await using sqlite = await open();
    const { db, add, labels } = sqlite;
    const other = new DatabaseSync(sqlite.file);
    after(() => other.close());
    const atOnce = (label: string, on: Kysely<Things> = db) =>
      runAtOnce(on, db.insertInto('things').values({ label }).compile());
    const read = db.selectFrom('things').select('label').compile();

    await atOnce('first');
    const queued: unknown[] = [];
    await db.transaction().execute(async (trx) => {
      await add('within', trx);
      queued.push(add('after'), atOnce('after it'));
      assert.equal(atOnce('never', trx), null);
      assert.equal(runAtOnce(trx, read), null);
      const seen = runAtOnce(db, read);
      assert.ok(seen !== null && 'rows' in seen && seen.rows.length === 1);
    });
    await Promise.all(queued);

    other.exec('begin immediate');
    // Nothing could free the lock while it waited, so this would fail.
    const patient = atOnce('patient');
    await delay(20);
    other.exec('rollback');
    await patient;
    // Its effect is unknown, so it takes the slow path.
    assert.equal(runAtOnce(db, sql`no statement`.compile(db)), null);
    assert.deepEqual(new Set(await labels()), new Set(['after', 'after it', 'first', 'patient', 'within']));
    await sqlite.assertFree();
  });

  it('commits the writes of one turn together, each of them whole or not at all', async () => {
    await using sqlite = await open();
    const { db, add, labels } = sqlite;
    const load = sqliteLoad(db);
    const insert = (label: string, parent: number | null = null) =>
      db.insertInto('things').values({ label, parent }).compile();
    const failing = (label: string) =>
      transactAtOnce(db, (run) => {
        run(insert(label));
        throw new Error('on purpose');
      });
    const before = load?.transactions ?? NaN;
    const results = await Promise.allSettled([
      add('a'),
      failing('b'),
      sql`insert into things (id) values (1), (1)`.execute(db),
      transactAtOnce(db, (run) => {
        run(insert('c 1'));
        run(insert('c 2'));
      }),
      db.insertInto('things').values({ id: 1, label: 'twice' }).execute(),
      add('d'),
    ]);
    assert.deepEqual(
      results.map(({ status }) => status === 'fulfilled'),
      [true, false, false, true, false, true],
    );
    assert.deepEqual(new Set(await labels()), new Set(['a', 'c 1', 'c 2', 'd']));
    assert.equal(load?.transactions, before + 1);

    // The commit itself fails, and the responsible task is unknown.
    const orphaned = await Promise.allSettled([
      add('e'),
      transactAtOnce(db, (run) => run(insert('orphan', 999))),
      add('f'),
    ]);
    assert.deepEqual(
      orphaned.map(({ status }) => status === 'fulfilled'),
      [true, false, true],
    );
    assert.deepEqual(new Set(await labels()), new Set(['a', 'c 1', 'c 2', 'd', 'e', 'f']));
    await sqlite.assertFree();
  });

  it('reports no write before it is committed', async () => {
    await using sqlite = await open();
    const other = new DatabaseSync(sqlite.file);
    after(() => other.close());
    const count = () => other.prepare('select count(*) as count from things').get()?.['count'];
    const seen = await Promise.all(
      times(200, async (i) => {
        await sqlite.add(`thing ${i}`);
        return count();
      }),
    );
    for (const [index, number] of seen.entries()) assert.ok(Number(number) > index);
  });

  it('runs a transaction without a pause: at once, in its turn, or as a part of the open one', async () => {
    await using sqlite = await open();
    const { db, add, labels } = sqlite;
    const insert = (label: string, parent: number | null = null) =>
      db.insertInto('things').values({ label, parent }).compile();
    const both = (label: string, on: Kysely<Things> = db, parent: number | null = null) =>
      transactAtOnce(on, (run) => {
        run(insert(`${label} 1`));
        run(insert(`${label} 2`, parent));
      });

    await both('first');
    await assert.rejects(both('orphan', db, 999), NO_ORPHANS);
    const failed = transactAtOnce(db, (run) => {
      run(insert('undone'));
      throw new Error('no more');
    });
    await assert.rejects(failed, /no more/);

    let queued: Promise<void> | undefined;
    const kept = await db.transaction().execute(async (trx) => {
      await add('within', trx);
      queued = both('queued');
      await both('part', trx);
      return trx;
    });
    await queued;
    await assert.rejects(both('late', kept), /already committed/);
    const undone = db.transaction().execute(async (trx) => {
      await both('undone', trx);
      await trx.insertInto('things').values({ label: 'undone', parent: 999 }).execute();
    });
    await assert.rejects(undone, NO_ORPHANS);

    const other = new DatabaseSync(sqlite.file);
    after(() => other.close());
    other.exec('begin immediate');
    const waiting = both('patient');
    await delay(20);
    other.exec('rollback');
    await waiting;
    const twice = (label: string) => [`${label} 1`, `${label} 2`];
    assert.deepEqual(await labels(), [
      ...twice('first'),
      'within',
      ...twice('part'),
      ...twice('queued'),
      ...twice('patient'),
    ]);
    await sqlite.assertFree();
  });

  it('lets other requests go on between transactions that follow each other', async () => {
    await using sqlite = await open();
    const { db, add } = sqlite;
    await add('first');
    let [turns, done] = [0, false];
    const count = () => {
      turns += 1;
      if (!done) setImmediate(count);
    };
    setImmediate(count);
    const transactions = times(40, () =>
      db.transaction().execute(async (trx) => {
        await add('each', trx);
        const until = performance.now() + 2;
        while (performance.now() < until);
      }),
    );
    await Promise.all(transactions);
    done = true;
    assert.ok(turns >= 4, `${turns} turns`);
  });

  describe('beside another process that holds the write lock', { concurrency: 2 }, () => {
    it('continues reading, and writes when the lock is free', async () => {
      await using sqlite = await open();
      const { db, add, labels } = sqlite;
      const other = new DatabaseSync(sqlite.file);
      after(() => other.close());
      other.exec(`begin immediate; insert into things (label) values ('theirs')`);
      const writes = Promise.all([
        add('ours'),
        db.transaction().execute(async (trx) => {
          await add('ours too', trx);
        }),
      ]);
      let done = false;
      void writes.then(() => (done = true));
      for (let i = 0; i < 20; i += 1) {
        assert.deepEqual(await labels(), []);
        await delay(5);
      }
      assert.equal(done, false);
      other.exec('commit');
      await writes;
      assert.deepEqual(await labels(), ['theirs', 'ours', 'ours too']);
    });

    it('gives up after some seconds, with all that have queued meanwhile, and lets the next one try', async () => {
      await using sqlite = await open();
      const other = new DatabaseSync(sqlite.file);
      after(() => other.close());
      other.exec('begin immediate');
      const start = performance.now();
      const writes = Array.from({ length: 10 }, () => [
        sqlite.db.transaction().execute(async () => {}),
        sqlite.add('never'),
      ]).flat();
      for (const outcome of await Promise.allSettled(writes)) {
        assert.ok(outcome.status === 'rejected' && isDatabaseUnavailable(outcome.reason));
        assert.match(String(outcome.reason), /locked/);
      }
      // In turn, they would take ten times as long.
      const took = performance.now() - start;
      assert.ok(took > 4_900 && took < 40_000, `${took} ms`);
      other.exec('rollback');
      await sqlite.assertFree();
    });
  });

  it('makes files for their owner only, whatever the umask', async () => {
    const umask = process.umask(0);
    try {
      await using sqlite = await open();
      await sqlite.add('one');
      await sqlite.labels();
      const folder = join(sqlite.file, '..');
      const modes = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777]);
      assert.deepEqual(
        Object.fromEntries(modes),
        Object.fromEntries([
          ['test.db', 0o600],
          ['test.db-shm', 0o600],
          ['test.db-wal', 0o600],
        ]),
      );
    } finally {
      process.umask(umask);
    }
  });

  it('leaves one file with everything when it is closed', async () => {
    const folder = tempFolder();
    const file = join(folder.path, 'test.db');
    const db = new Kysely<Things>({ dialect: sqliteDialect(file) });
    await sql`create table things (id integer primary key, label text, parent integer)`.execute(db);
    await db.insertInto('things').values({ label: 'kept' }).execute();
    await db.destroy();
    assert.deepEqual(readdirSync(folder.path), ['test.db']);
    const closed = new DatabaseSync(file, { readOnly: true });
    assert.equal(closed.prepare('select label from things').get()?.['label'], 'kept');
    closed.close();
    folder.remove();
  });

  it('opens no file that does not exist', async () => {
    const db = new Kysely<Things>({ dialect: sqliteDialect('/nowhere/at/all/test.db') });
    for (let i = 0; i < 2; i += 1) await assert.rejects(sql`select 1`.execute(db), /ENOENT/);
    await db.destroy();
  });
});
