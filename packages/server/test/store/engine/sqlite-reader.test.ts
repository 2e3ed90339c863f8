import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, mock } from 'node:test';
import { promisify } from 'node:util';
import { Kysely, sql } from 'kysely';
import { accountList } from '../../../src/store/tables/account-list.ts';
import { openStore } from '../../../src/store/database.ts';
import { isDatabaseUnavailable } from '../../../src/store/engine/database-errors.ts';
import type { Schema } from '../../../src/store/engine/schema.ts';
import { readerDialect } from '../../../src/store/engine/sqlite-reader.ts';
import { tempFolder } from '../../support/at-exit.ts';
import { createTestDatabase, WITHOUT_SQLITE } from '../../support/databases.ts';
import { watchReaders } from '../../support/reader-threads.ts';
import { seedAccounts } from '../../support/seed.ts';
import { until } from '../../support/until.ts';
import { FIRST_PAGE, newAccount, optionsOf } from '../stores.ts';

async function open() {
  const database = await createTestDatabase('sqlite', 'tables');
  const options = optionsOf(database);
  assert.ok(options.kind === 'sqlite');
  const { file } = options;
  const store = await openStore(options);
  let ran = () => {};
  const reader = new Kysely<Schema>({ dialect: readerDialect(file), log: () => ran() });
  return {
    database,
    file,
    store,
    reader,
    /** Calls `listener` after each statement of the reader. */
    onStatement(listener: () => void) {
      ran = listener;
    },
    [Symbol.asyncDispose]: async () => {
      await reader.destroy();
      await store.close();
      await database.drop();
    },
  };
}

describe('the thread that reads SQLite', { skip: WITHOUT_SQLITE }, () => {
  it('starts with the first list, and sees everything written before', async () => {
    using readers = watchReaders();
    await using sqlite = await open();
    const { store } = sqlite;
    await store.accounts.find('id', 1);
    const before = readers.threads.length;
    for (let total = 1; total <= 20; total += 1) {
      const { id } = await store.accounts.insert(newAccount());
      const page = await store.accounts.list(FIRST_PAGE);
      assert.deepEqual([page.total, page.rows[0]?.id], [total, id]);
    }
    assert.ok(readers.threads.length > before);
  });

  it('returns values and errors as they are, and changes nothing', async () => {
    await using sqlite = await open();
    const { reader } = sqlite;
    const { rows } = await sql`select 1 as one, 1.5 as half, null as absent, 'é' as text, x'00ff' as bytes,
      ${9_007_199_254_740_991} as most`.execute(reader);
    assert.deepEqual(rows, [
      { one: 1, half: 1.5, absent: null, text: 'é', bytes: new Uint8Array([0, 255]), most: 2 ** 53 - 1 },
    ]);
    assert.deepEqual((await sql`select count(*) as rows from accounts`.execute(reader)).rows[0], { rows: 0 });
    await assert.rejects(sql`select nonsense`.execute(reader), {
      message: 'no such column: nonsense',
      code: 'ERR_SQLITE_ERROR',
      errcode: 1,
    });
    await assert.rejects(
      sql`delete from accounts`.execute(reader),
      (error) => isDatabaseUnavailable(error) && Object(error).errcode === 8,
    );
  });

  it('does not start for a file that cannot be opened, and creates none', async () => {
    const folder = tempFolder();
    const file = join(folder.path, 'none.db');
    const reader = new Kysely<Schema>({ dialect: readerDialect(file) });
    await assert.rejects(sql`select 1`.execute(reader), isDatabaseUnavailable);
    await reader.destroy();
    assert.equal(existsSync(file), false);
    folder.remove();
  });

  it('may die: waiting queries fail with an unavailable database, and the next list is read', async () => {
    using readers = watchReaders();
    await using sqlite = await open();
    const { reader } = sqlite;
    const list = accountList(reader);
    await list(FIRST_PAGE);
    const { held } = readers.block();
    const waiting = list(FIRST_PAGE);
    await until(() => held.length > 0, 'a list waits');
    const lost = assert.rejects(waiting, isDatabaseUnavailable);
    await readers.threads.at(-1)?.terminate();
    await lost;
    assert.equal((await list(FIRST_PAGE)).total, 0);
  });

  it('ends after a minute without a query, and starts again with the next', async () => {
    using readers = watchReaders();
    await using sqlite = await open();
    mock.timers.enable({ apis: ['setTimeout'] });
    const reader = new Kysely<Schema>({ dialect: readerDialect(sqlite.file) });
    const ask = () => sql`select 1`.execute(reader);
    try {
      await ask();
      mock.timers.tick(59_000);
      await ask();
      assert.equal(readers.threads.length, 1);
      const ended = once(readers.threads[0] ?? assert.fail(), 'exit');
      mock.timers.tick(60_000);
      await ended;
      await ask();
      assert.equal(readers.threads.length, 2);
    } finally {
      mock.timers.reset();
      await reader.destroy();
    }
  });

  it('stops for a client that has left', async () => {
    await using sqlite = await open();
    const { database, reader } = sqlite;
    await seedAccounts(database, 6_000);
    const condition = { column: 'phone', contains: 'nobody' };
    const list = accountList(reader);
    let statements = 0;
    sqlite.onStatement(() => (statements += 1));
    await list({ ...FIRST_PAGE, condition });
    const all = statements;
    const left = new AbortController();
    statements = 0;
    sqlite.onStatement(() => {
      statements += 1;
      left.abort();
    });
    await assert.rejects(list({ ...FIRST_PAGE, condition, signal: left.signal }), { name: 'AbortError' });
    // The two statements of the first step.
    assert.ok(statements <= 2 && all > 4, `${statements} of ${all}`);
  });

  it('answers waiting queries when the store closes, and closes the file last but one', async () => {
    using readers = watchReaders();
    await using sqlite = await open();
    const { reader, store, file } = sqlite;
    const read = sql`select 1 as one`.execute(reader);
    const list = store.accounts.list(FIRST_PAGE).catch((error: unknown) => error);
    await until(() => readers.threads.length === 2, 'both are asked');
    await reader.destroy();
    await store.close();
    assert.deepEqual((await read).rows, [{ one: 1 }]);
    // Answered or refused, but not forgotten.
    await list;
    assert.equal(existsSync(`${file}-wal`), false);
  });

  it('keeps no process alive', async () => {
    await using database = await createTestDatabase('sqlite', 'tables');
    const script = `
      import { openStore } from ${JSON.stringify(new URL('../../../src/store/database.ts', import.meta.url).href)};
      const store = await openStore(${JSON.stringify(optionsOf(database))});
      console.log((await store.accounts.list(${JSON.stringify(FIRST_PAGE)})).total);`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module-typescript', '-e', script],
      { timeout: 30_000 },
    );
    assert.equal(stdout, '0\n');
  });
});
