import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { currentAsker } from '../../../src/lib/asker.ts';
import { isDatabaseUnavailable } from '../../../src/store/engine/database-errors.ts';
import { createDialect } from '../../../src/store/engine/dialect.ts';
import { PoolerError } from '../../../src/store/engine/postgres-pool.ts';
import { createTestDatabase, WITHOUT_POSTGRES } from '../../support/databases.ts';
import { stopwatch } from '../../support/until.ts';

interface Things {
  things: { id: number; label: string };
}

/** Rows 1 to 3, read with this number of connections. An uncaught error fails the test. */
async function open(poolSize: number, prepare = true) {
  const database = await createTestDatabase('postgres');
  await database.query('create table things (id bigint primary key, label text not null)');
  await database.query(`insert into things select n, 'thing ' || n from generate_series(1, 3) n`);
  const db = new Kysely<Things>({
    dialect: createDialect({ kind: 'postgres', url: database.url, poolSize, prepare }),
  });
  return {
    database,
    db,
    find: (id: number) => db.selectFrom('things').selectAll().where('id', '=', id).executeTakeFirst(),
    rename: (id: number, label: string, on: Kysely<Things> = db) =>
      on.updateTable('things').set({ label }).where('id', '=', id).execute(),
    /** Breaks every connection of the service. Resolves when the server has closed them. */
    breakAll: () =>
      database.query(
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and application_name = 'keyward'`,
      ),
    [Symbol.asyncDispose]: async () => {
      await db.destroy();
      await database.drop();
    },
  };
}

describe('connections to PostgreSQL', { skip: WITHOUT_POSTGRES, concurrency: 4 }, () => {
  it('RE6: leave no lock and no waiting statement behind when their instance is frozen or cut off', async () => {
    await using postgres = await open(1);
    const { rows } = await sql<{ idle: string; statement: string }>`
      select current_setting('idle_in_transaction_session_timeout') as idle,
        current_setting('statement_timeout') as statement`.execute(postgres.db);
    assert.deepEqual(rows, [{ idle: '15s', statement: '5s' }]);
  });

  it('RE6: that break, idle or in use, fail their users and are replaced', async () => {
    await using postgres = await open(3);
    const { db, find, rename } = postgres;
    const gate = Promise.withResolvers<void>();
    const uses = [
      sql`select pg_sleep(5)`.execute(db),
      db.transaction().execute(async (trx) => {
        await rename(1, 'half', trx);
        await gate.promise;
        await rename(2, 'done', trx);
      }),
    ];
    const failures = uses.map((use) =>
      use.then(
        () => null,
        (error: unknown) => error,
      ),
    );
    await find(3);
    await delay(100);
    await postgres.breakAll();
    await delay(50);
    gate.resolve();
    for (const error of await Promise.all(failures)) assert.ok(isDatabaseUnavailable(error), String(error));
    const labels = [await find(1), await find(2), await find(3)].map((row) => row?.label);
    assert.deepEqual(labels, ['thing 1', 'thing 2', 'thing 3']);
  });

  it('RL14: go to askers in turn, so that one with many statements delays no other', async () => {
    await using postgres = await open(2);
    let done = 0;
    const sleep = async () => {
      await sql`select pg_sleep(0.01)`.execute(postgres.db);
      done += 1;
    };
    const many = currentAsker.run('10.0.0.0 10.0.0.1', () => Promise.all(Array.from({ length: 40 }, sleep)));
    const before = await currentAsker.run('10.1.0.0 10.1.0.1', async () => {
      await sleep();
      await sleep();
      return done;
    });
    assert.ok(before < 20, `${before} were before two of another`);
    await many;
    assert.equal(done, 42);
  });

  it('RE6: that do not answer in time are not used again', async () => {
    await using postgres = await open(1);
    const { db, find, rename } = postgres;
    const took = stopwatch();
    const slow = db.transaction().execute(async (trx) => {
      await rename(1, 'half', trx);
      await sql`select pg_sleep(7)`.execute(trx);
    });
    await assert.rejects(slow, isDatabaseUnavailable);
    // One wait, not a second one for the rollback.
    const failedAfter = took();
    assert.ok(failedAfter < 5_500, `${failedAfter} ms`);
    assert.equal((await find(1))?.label, 'thing 1');
    const answeredAfter = took() - failedAfter;
    assert.ok(answeredAfter < 1_500, `${answeredAfter} ms`);
  });

  it('prepare again what a migration has outdated, and continue outside of transactions', async () => {
    await using postgres = await open(2);
    const { database, db, find } = postgres;
    await Promise.all([find(1), find(2)]);
    await database.query(`alter table things add column more text default 'new'`);
    for (let i = 0; i < 4; i += 1) assert.deepEqual(await find(1), { id: 1, label: 'thing 1', more: 'new' });
    await database.query('alter table things drop column more');
    const within = () =>
      db
        .transaction()
        .execute((trx) => trx.selectFrom('things').selectAll().where('id', '=', 1).executeTakeFirst());
    await assert.rejects(within, isDatabaseUnavailable);
    assert.deepEqual(await within(), { id: 1, label: 'thing 1' });
    assert.deepEqual(await find(1), { id: 1, label: 'thing 1' });
  });

  it('are replaced when their server no longer writes', async () => {
    await using postgres = await open(1);
    const { db, find, rename } = postgres;
    await sql`set default_transaction_read_only = on`.execute(db);
    assert.equal((await find(1))?.label, 'thing 1');
    await assert.rejects(rename(1, 'changed'), isDatabaseUnavailable);
    await rename(1, 'changed');
    assert.equal((await find(1))?.label, 'changed');
  });

  it('prepare each statement that has values once', async () => {
    await using postgres = await open(1);
    const { db, find } = postgres;
    for (const id of [1, 2, 3, 1]) assert.equal((await find(id))?.label, `thing ${id}`);
    await sql`select 1`.execute(db);
    const { rows } = await sql<{
      name: string;
      statement: string;
    }>`select name, statement from pg_prepared_statements`.execute(db);
    const statement = 'select * from "things" where "id" = $1';
    // The name means this text on every instance behind a pooler.
    assert.deepEqual(rows, [{ name: `keyward_${hash('sha256', statement).slice(0, 32)}`, statement }]);
  });

  it('keep no state between transactions without prepared statements, and limits within them', async () => {
    await using postgres = await open(1, false);
    const { db, find } = postgres;
    for (const id of [1, 2]) assert.equal((await find(id))?.label, `thing ${id}`);
    const state = (on: Kysely<Things> = db) =>
      sql`select (select count(*) from pg_prepared_statements) as prepared,
        current_setting('idle_in_transaction_session_timeout') as idle,
        current_setting('statement_timeout') as statement`.execute(on);
    assert.deepEqual((await state()).rows, [{ prepared: 0, idle: '0', statement: '0' }]);
    const { rows } = await db.transaction().execute(state);
    assert.deepEqual(rows, [{ prepared: 0, idle: '15s', statement: '5s' }]);
    assert.deepEqual((await state()).rows, [{ prepared: 0, idle: '0', statement: '0' }]);
  });

  it('name the setting when a pooler mixes up what they have prepared, and are replaced', async () => {
    await using postgres = await open(1);
    const { db, find } = postgres;
    const line = (problem: string) =>
      new RegExp(
        `^KEYWARD_DATABASE_PREPARE: .*\\(prepared statement "keyward_\\w+" ${problem}\\); set it to off`,
      );
    const mixUp = async (problem: string) => {
      await assert.rejects(find(1), (error) => {
        assert.ok(error instanceof PoolerError && isDatabaseUnavailable(error));
        assert.match(error.message, line(problem));
        return true;
      });
      assert.equal((await find(1))?.label, 'thing 1');
    };
    const name = `keyward_${hash('sha256', 'select * from "things" where "id" = $1').slice(0, 32)}`;
    await sql.raw(`prepare ${name} as select 1`).execute(db);
    await mixUp('already exists');
    await sql`deallocate all`.execute(db);
    await mixUp('does not exist');
  });

  it('return numbers of 64 bits', async () => {
    await using postgres = await open(1);
    const { rows } = await sql`select ${2 ** 53 - 1}::bigint as big, count(*) as few from things`.execute(
      postgres.db,
    );
    assert.deepEqual(rows, [{ big: 2 ** 53 - 1, few: 3 }]);
  });

  it('distinguish an unavailable database, or a deadlock, from a refused statement', async () => {
    await using postgres = await open(2);
    const { db, rename } = postgres;
    const reason = (work: Promise<unknown>) =>
      work.then(
        () => null,
        (error: unknown) => error,
      );
    const refused = await reason(sql`insert into things values (1, 'again')`.execute(db));
    assert.equal(isDatabaseUnavailable(refused), false);
    assert.equal(isDatabaseUnavailable(await reason(sql`select nowhere from things`.execute(db))), false);

    const swap = (first: number, second: number) =>
      db.transaction().execute(async (trx) => {
        await rename(first, 'x', trx);
        await delay(100);
        await rename(second, 'y', trx);
      });
    const reasons = await Promise.all([swap(1, 2), swap(2, 1)].map(reason));
    const [deadlock, ...more] = reasons.filter((error) => error !== null);
    assert.deepEqual(more, []);
    assert.ok(deadlock instanceof Error && /deadlock/.test(deadlock.message));
    assert.ok(isDatabaseUnavailable(deadlock));
    const late = sql`set local statement_timeout = 50; select pg_sleep(5)`;
    const cancelled = await reason(db.transaction().execute((trx) => late.execute(trx)));
    assert.ok(isDatabaseUnavailable(cancelled), String(cancelled));

    const away = new Kysely<Things>({
      dialect: createDialect({ kind: 'postgres', url: 'postgres://127.0.0.1:1/none', poolSize: 1 }),
    });
    assert.ok(isDatabaseUnavailable(await reason(sql`select 1`.execute(away))));
    await away.destroy();
  });
});
