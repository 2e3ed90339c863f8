import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { openStore, type Store } from '../../../src/store/database.ts';
import { LOOK } from '../../../src/store/engine/sqlite-log.ts';
import { createTestDatabase, WITHOUT_SQLITE } from '../../support/databases.ts';
import { watchReaders } from '../../support/reader-threads.ts';
import { until } from '../../support/until.ts';
import { FIRST_PAGE, newAccount, optionsOf } from '../stores.ts';

async function open() {
  const database = await createTestDatabase('sqlite', 'tables');
  const options = optionsOf(database);
  assert.ok(options.kind === 'sqlite');
  const store = await openStore(options);
  const handle = new DatabaseSync(options.file);
  return {
    options,
    store,
    /** The number of pages in the write-ahead log, and how many of them have been copied to the file. */
    log: () => {
      const { log, checkpointed } = Object(handle.prepare(LOOK).get());
      return { log: Number(log), checkpointed: Number(checkpointed) };
    },
    [Symbol.asyncDispose]: async () => {
      handle.close();
      await store.close();
      await database.drop();
    },
  };
}

/** One commit. @param pages the least number of pages that it writes */
const writeMuch = (store: Store, pages = 1_200) =>
  store.accounts.insert(newAccount({ app_metadata: 'x'.repeat(pages * 4_096) }));

describe('the write-ahead log of SQLite', { skip: WITHOUT_SQLITE }, () => {
  it('is checkpointed by the thread, not by a commit, when it gets long', async () => {
    using readers = watchReaders();
    await using sqlite = await open();
    const { store, log } = sqlite;
    await store.accounts.list(FIRST_PAGE);
    const blocked = readers.block();
    await writeMuch(store);
    assert.equal(blocked.held.length, 1);
    assert.ok(log().log > 1_000 && log().checkpointed === 0);
    blocked.release();
    await until(() => log().checkpointed === log().log, 'all of it is in the file');
    await store.accounts.insert(newAccount());
    assert.ok(log().log < 100, 'the log has begun anew');
  });

  it('starts the thread for that', async () => {
    using readers = watchReaders();
    await using sqlite = await open();
    await writeMuch(sqlite.store);
    await until(() => readers.threads.length === 1, 'it has begun');
    await until(() => sqlite.log().checkpointed === sqlite.log().log, 'all of it is in the file');
  });

  it('stays bounded when the thread does not answer', async () => {
    using readers = watchReaders();
    await using sqlite = await open();
    const { store, log } = sqlite;
    await store.accounts.list(FIRST_PAGE);
    const blocked = readers.block();
    await writeMuch(store, 16_000);
    await store.accounts.insert(newAccount());
    assert.ok(log().log < 100, 'the log has begun anew');
    blocked.release();
  });

  it('is shortened by each of several processes, and loses nothing', async () => {
    await using sqlite = await open();
    const { options, store, log } = sqlite;
    const beside = await openStore(options);
    for (let i = 0; i < 3; i += 1) await Promise.all([writeMuch(store), writeMuch(beside)]);
    await beside.close();
    await writeMuch(store);
    assert.equal((await store.accounts.list(FIRST_PAGE)).total, 7);
    await until(() => log().log - log().checkpointed < 1_000, 'most of it is in the file');
  });
});
