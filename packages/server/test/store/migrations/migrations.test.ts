import assert from 'node:assert/strict';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { Client } from 'pg';
import { openStore } from '../../../src/store/database.ts';
import { createDialect } from '../../../src/store/engine/dialect.ts';
import { applyMigrations, listMigrations } from '../../../src/store/migrations/maintenance.ts';
import { migrate, MigrationError } from '../../../src/store/migrations/migrate.ts';
import type { Migration } from '../../../src/store/migrations/migration.ts';
import { MIGRATIONS } from '../../../src/store/migrations/index.ts';
import type { Schema } from '../../../src/store/engine/schema.ts';
import {
  createTestDatabase,
  DATABASES,
  type DatabaseKind,
  type TestDatabase,
  WITHOUT_SQLITE,
} from '../../support/databases.ts';
import { startProcess } from '../../support/process.ts';
import { until } from '../../support/until.ts';
import { newAccount, optionsOf, times } from '../stores.ts';

const NAMES = MIGRATIONS.map(({ name }) => name);

function migration(name: string, up: Migration['up'], changesData = false): Migration {
  return { name, changesData, up };
}

/** Each makes a table of its name. */
const first = migration('1', async (db) => {
  await db.schema.createTable('one').addColumn('value', 'text').execute();
});
const second = migration('2', async (db) => {
  await db.schema.createTable('two').addColumn('value', 'text').execute();
});
/** Fails after half of its work. */
const failing = migration('3', async (db) => {
  await db.schema.alterTable('one').addColumn('more', 'text').execute();
  await sql`update one set value = 'changed'`.execute(db);
  throw new Error('on purpose');
});
const rewriting = migration(
  '2-rewriting',
  async (db) => {
    await sql`update one set value = value || ' changed'`.execute(db);
  },
  true,
);

const indexing: Migration = {
  ...migration('2-indexing', async () => {}),
  indexes: [{ name: 'one__value', table: 'one', on: '(value)', unique: true }],
};

/** Applies test migrations like a separate instance. */
async function apply(database: TestDatabase, migrations: readonly Migration[]): Promise<string[]> {
  const options = optionsOf(database);
  const db = new Kysely<Schema>({ dialect: createDialect(options, 'migration') });
  try {
    return await migrate(db, options, migrations);
  } finally {
    await db.destroy();
  }
}

async function tablesOf(database: TestDatabase): Promise<string[]> {
  const rows = await database.query(
    database.kind === 'sqlite'
      ? `select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%' order by name`
      : `select table_name as name from information_schema.tables where table_schema = 'public' order by name`,
  );
  return rows.map((row) => String(row['name']));
}

const valuesOf = async (database: TestDatabase) =>
  (await database.query('select * from one order by value')).map((row) => Object.values(row));

for (const kind of DATABASES) {
  describe(`migrations on ${kind}`, { concurrency: 3 }, () => {
    it('create everything in an empty database, and nothing when they run again', async () => {
      await using database = await createTestDatabase(kind);
      const options = optionsOf(database);
      assert.deepEqual(await listMigrations(options), { applied: [], pending: NAMES });
      assert.equal(kind === 'sqlite' && existsSync(`${database.dataDir}/keyward.db`), false);
      assert.deepEqual(await applyMigrations(options), NAMES);
      const tables = await tablesOf(database);
      assert.ok(tables.includes('accounts'));
      assert.deepEqual(await applyMigrations(options), []);
      assert.deepEqual(await listMigrations(options), { applied: NAMES, pending: [] });
      assert.deepEqual(await tablesOf(database), tables);
    });

    it('are applied in their order, each once, with when that was', async () => {
      await using database = await createTestDatabase(kind);
      assert.deepEqual(await apply(database, [first]), ['1']);
      assert.deepEqual(await apply(database, [first, second]), ['2']);
      assert.deepEqual(await tablesOf(database), ['keyward_migrations', 'one', 'two']);
      const rows = await database.query('select * from keyward_migrations order by name');
      assert.deepEqual(
        rows.map((row) => row['name']),
        ['1', '2'],
      );
      for (const row of rows) assert.ok(Math.abs(Number(row['applied_at']) - Date.now()) < 60_000);
    });

    it('leave the database as it was when one of them fails', async () => {
      await using database = await createTestDatabase(kind);
      await assert.rejects(apply(database, [first, second, failing]), /on purpose/);
      assert.deepEqual(await tablesOf(database), []);

      await apply(database, [first]);
      await database.query(`insert into one values ('kept')`);
      await assert.rejects(apply(database, [first, second, failing]), /on purpose/);
      assert.deepEqual(await tablesOf(database), ['keyward_migrations', 'one']);
      assert.deepEqual(await valuesOf(database), [['kept']]);
      assert.deepEqual(await apply(database, [first, second]), ['2']);
    });

    it('build large indexes, on a new database and on one in use, once for many instances', async () => {
      for (const before of [[], [first]]) {
        await using database = await createTestDatabase(kind);
        await apply(database, before);
        const applied = await Promise.all(times(4, () => apply(database, [first, indexing])));
        assert.deepEqual(applied.flat(), before.length === 0 ? ['1', '2-indexing'] : ['2-indexing']);
        await database.query(`insert into one values ('once')`);
        await assert.rejects(database.query(`insert into one values ('once')`), /unique/i);
      }
    });

    it('run once for many instances that start at the same time', async () => {
      await using database = await createTestDatabase(kind);
      const applied = await Promise.all(times(6, () => applyMigrations(optionsOf(database))));
      assert.deepEqual(applied.flat(), NAMES);
    });

    it('refuse the database of a newer version, and change nothing in it', async () => {
      await using database = await createTestDatabase(kind);
      await apply(database, [first, second]);
      for (const older of [[first], [first, failing]]) {
        await assert.rejects(apply(database, older), (error) => {
          return error instanceof MigrationError && /newer Keyward \(2\)/.test(error.message);
        });
      }
      await assert.rejects(openStore(optionsOf(database)), MigrationError);
      assert.deepEqual(await tablesOf(database), ['keyward_migrations', 'one', 'two']);
    });

    it('refuse it also when the newer version is starting at the same time', async () => {
      await using database = await createTestDatabase(kind);
      const { promise: waited, resolve } = Promise.withResolvers<void>();
      const begun = Promise.withResolvers<void>();
      const slow = migration('2-slow', () => {
        begun.resolve();
        return waited;
      });
      const newer = apply(database, [first, slow]);
      await begun.promise;
      const older = apply(database, [first]);
      older.catch(() => {});
      await delay(100);
      resolve();
      assert.deepEqual(await newer, ['1', '2-slow']);
      await assert.rejects(older, MigrationError);
    });

    it('run once for two processes that start at once on an empty database, and both come up', async () => {
      await using database = await createTestDatabase(kind);
      // A data directory for each, with the same secrets.
      const env = {
        KEYWARD_DATABASE_URL: database.url,
        KEYWARD_JWT_SECRET: 'a'.repeat(32),
        KEYWARD_MASTER_KEY: 'ab'.repeat(32),
      };
      const processes = await Promise.all(times(2, () => startProcess({ env })));
      try {
        const rows = await database.query('select name from keyward_migrations order by name');
        assert.deepEqual(
          rows.map((row) => row['name']),
          NAMES,
        );
        const [one, other] = processes;
        const { name, email } = newAccount();
        const signUp = await fetch(`${one?.url}/auth/signup/password`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ name, email, password: 'Correct-horse-1' }),
        });
        const tokens: { access_token?: string } = JSON.parse(await signUp.text());
        const headers = { authorization: `Bearer ${tokens.access_token}` };
        const me = await fetch(`${other?.url}/auth/me`, { headers });
        assert.equal(me.status, 200, await me.text());
      } finally {
        await Promise.all(processes.map((keyward) => keyward.kill('SIGTERM')));
      }
      for (const keyward of processes) assert.equal(keyward.stderr(), '');
    });

    if (kind === 'postgres') {
      it('build large indexes while others write', async () => {
        await using database = await createTestDatabase(kind);
        await apply(database, [first]);
        const writer = new Client({ connectionString: database.url });
        await writer.connect();
        await writer.query(`begin; insert into one values ('open')`);
        const applying = apply(database, [first, indexing]);
        const waiting = `select 1 from pg_stat_activity where datname = current_database() and query like 'create%index%'
          and wait_event_type = 'Lock'`;
        await until(
          async () => (await database.query(waiting)).length > 0,
          'the index waits for the open transaction',
        );
        await database.query(`set lock_timeout = '2s'; insert into one values ('beside')`);
        await writer.query('commit');
        await writer.end();
        assert.deepEqual(await applying, ['2-indexing']);
      });

      it('build a large index again that was left unfinished', async () => {
        await using database = await createTestDatabase(kind);
        await apply(database, [first]);
        await database.query(`insert into one values ('twice'), ('twice')`);
        await assert.rejects(apply(database, [first, indexing]), /unique/);
        await database.query('delete from one');
        assert.deepEqual(await apply(database, [first, indexing]), ['2-indexing']);
        await database.query(`insert into one values ('once')`);
        await assert.rejects(database.query(`insert into one values ('once')`), /unique/);
      });

      it('are tried again after a deadlock with a request of another instance', async () => {
        await using database = await createTestDatabase(kind);
        await apply(database, [first, second]);
        const request = new Client({ connectionString: database.url });
        await request.connect();
        // The deadlock ends the migration, and not the request.
        await request.query(`set deadlock_timeout = '60s'; begin; select * from two`);
        let attempts = 0;
        const locking = migration('3-locking', async (db) => {
          attempts += 1;
          await db.schema.alterTable('one').addColumn('more', 'text').execute();
          await db.schema.alterTable('two').addColumn('more', 'text').execute();
        });
        const applying = apply(database, [first, second, locking]);
        const waiting = `select 1 from pg_locks where database = (select oid from pg_database
          where datname = current_database()) and relation = 'two'::regclass and not granted`;
        await until(
          async () => (await database.query(waiting)).length > 0,
          'the migration waits for the request',
        );
        await request.query('select * from one');
        await request.query('commit');
        await request.end();
        assert.deepEqual(await applying, ['3-locking']);
        assert.equal(attempts, 2);
      });

      it('may take longer than the service waits for an answer', async () => {
        await using database = await createTestDatabase(kind);
        await applyMigrations(optionsOf(database));
        const blocker = new Client({ connectionString: database.url });
        await blocker.connect();
        await blocker.query('begin');
        await blocker.query('lock table keyward_migrations in access exclusive mode');
        const opening = openStore(optionsOf(database));
        opening.catch(() => {});
        await delay(4_500);
        await blocker.query('commit');
        await blocker.end();
        await (await opening).close();
      });
    }
  });
}

describe('the copy before a migration that changes data', { skip: WITHOUT_SQLITE }, () => {
  const copyOf = ({ dataDir }: TestDatabase) => `${dataDir}/keyward.db.before-2-rewriting`;
  const copies = ({ dataDir }: TestDatabase) => readdirSync(dataDir).filter((name) => /before/.test(name));

  async function prepared(kind: DatabaseKind = 'sqlite'): Promise<TestDatabase> {
    const database = await createTestDatabase(kind);
    await apply(database, [first]);
    await database.query(`insert into one values ('old')`);
    return database;
  }

  function readCopy(database: TestDatabase): unknown {
    const copy = new DatabaseSync(copyOf(database), { readOnly: true });
    try {
      assert.equal(copy.prepare('pragma integrity_check').get()?.['integrity_check'], 'ok');
      const column = (query: string) =>
        copy
          .prepare(query)
          .all()
          .map((row) => Object.values(row)[0]);
      return {
        values: column('select value from one order by value'),
        migrations: column('select name from keyward_migrations'),
      };
    } finally {
      copy.close();
    }
  }

  it('has the old rows, readable by the owner only', async () => {
    await using database = await prepared();
    // This row is still in the log of the open database, not in its file.
    const open = new DatabaseSync(`${database.dataDir}/keyward.db`);
    open.exec(`insert into one values ('recent')`);
    assert.deepEqual(await apply(database, [first, rewriting]), ['2-rewriting']);
    open.close();
    assert.deepEqual(await valuesOf(database), [['old changed'], ['recent changed']]);
    assert.deepEqual(readCopy(database), { values: ['old', 'recent'], migrations: ['1'] });
    assert.equal(statSync(copyOf(database)).mode & 0o777, 0o600);
    assert.deepEqual(copies(database), ['keyward.db.before-2-rewriting']);
  });

  it('is made in no other case: not for an empty database, nor where no data changes', async () => {
    await using database = await createTestDatabase('sqlite');
    await apply(database, [first, rewriting]);
    await apply(database, [first, rewriting, second]);
    assert.deepEqual(copies(database), []);
  });

  it('is current, also after an attempt that failed or was killed in the middle of it', async () => {
    await using database = await prepared();
    await assert.rejects(apply(database, [first, rewriting, failing]), /on purpose/);
    assert.deepEqual(readCopy(database), { values: ['old'], migrations: ['1'] });
    await database.query(`insert into one values ('new')`);
    writeFileSync(`${copyOf(database)}.unfinished`, 'half a database');
    await apply(database, [first, rewriting]);
    assert.deepEqual(readCopy(database), { values: ['new', 'old'], migrations: ['1'] });
    assert.deepEqual(copies(database), ['keyward.db.before-2-rewriting']);
  });

  it('has the state before, also when several instances start at once', async () => {
    await using database = await prepared();
    const applied = await Promise.all(times(4, () => apply(database, [first, rewriting])));
    assert.deepEqual(applied.flat(), ['2-rewriting']);
    assert.deepEqual(readCopy(database), { values: ['old'], migrations: ['1'] });
  });

  it('stops the migration when it fails: nothing is changed then', async () => {
    await using database = await prepared();
    writeFileSync(`${database.dataDir}/in-the-way`, '');
    const label = migration('../in-the-way/x', async () => {}, true);
    await assert.rejects(apply(database, [first, { ...rewriting, name: label.name }]), /ENOTDIR|ENOENT/);
    assert.deepEqual(await valuesOf(database), [['old']]);
  });
});
