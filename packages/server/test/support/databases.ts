import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { applyMigrations } from '../../src/store/migrations/maintenance.ts';
import { whenFree } from '../../src/store/engine/sqlite-busy.ts';
import { tempFolder } from './at-exit.ts';
import { postgresQueries, takePostgresDatabase } from './postgres-databases.ts';

const KINDS = ['sqlite', 'postgres'] as const;

/** The SQLite database in its data folder. */
const FILE = 'keyward.db';
const BUSY_MS = 30_000;

export type DatabaseKind = (typeof KINDS)[number];

/** The databases that tests run on: all of them, or the one that the variable TEST_DATABASE names. */
export const DATABASES: readonly DatabaseKind[] = chosenKinds(process.env['TEST_DATABASE']);

/** Why tests of one database are skipped; false if they run. */
export const WITHOUT_POSTGRES = !DATABASES.includes('postgres') && 'TEST_DATABASE leaves PostgreSQL out';
export const WITHOUT_SQLITE = !DATABASES.includes('sqlite') && 'TEST_DATABASE leaves SQLite out';

/** Values that both databases accept as parameters. Keyward stores booleans as 0 and 1. */
export type SqlValue = string | number | bigint | null | Uint8Array;

/** An empty database that nobody else uses, with an empty data folder. */
export interface TestDatabase extends AsyncDisposable {
  kind: DatabaseKind;
  /** In the form of KEYWARD_DATABASE_URL: `sqlite:<file>` or `postgres://…`. */
  url: string;
  /** A folder for KEYWARD_DATA_DIR; the SQLite file is in it. */
  dataDir: string;
  /**
   * Runs one statement beside the service, so that a test can look into rows and change them.
   * Parameters are `$1`, `$2` … on both databases; 64-bit integers come back as numbers.
   */
  query(statement: string, params?: readonly SqlValue[]): Promise<Record<string, unknown>[]>;
  /** Deletes the database, also under open connections, and the data folder. May be called twice. */
  drop(): Promise<void>;
}

/**
 * Creates a database that is empty, or that already has the tables of this version: SQLite copies one file,
 * PostgreSQL reuses databases. It takes under 1 ms on SQLite; on PostgreSQL, 60 ms for an empty one and 3 ms for a
 * reused one. Starting a PostgreSQL server takes 1.3 s, if the run has none yet.
 */
export async function createTestDatabase(
  kind: DatabaseKind,
  content: 'empty' | 'tables' = 'empty',
): Promise<TestDatabase> {
  return kind === 'sqlite' ? createSqlite(content) : createPostgres(content);
}

/** The file that is copied for databases with tables, because creating the tables takes longest. */
let template: Promise<string> | undefined;

async function createTemplate(): Promise<string> {
  const file = join(tempFolder().path, FILE);
  await applyMigrations({ kind: 'sqlite', file });
  return file;
}

async function createSqlite(content: 'empty' | 'tables'): Promise<TestDatabase> {
  const folder = tempFolder();
  if (content === 'tables') {
    template ??= createTemplate();
    copyFileSync(await template, join(folder.path, FILE));
  }
  if (content === 'empty') return sqliteIn(folder.path, async () => folder.remove());
  // Each opening reads the schema, which takes longer than most statements.
  let open: DatabaseSync | undefined;
  const database = sqliteIn(folder.path, async () => {
    open?.close();
    open = undefined;
    folder.remove();
  });
  return {
    ...database,
    query: (statement, params) =>
      whenFree(
        () => rowsOf((open ??= new DatabaseSync(join(folder.path, FILE))), statement, params),
        performance.now() + BUSY_MS,
      ),
  };
}

/** A SQLite database in the caller's folder. */
export function sqliteIn(folder: string, drop = async () => {}): TestDatabase {
  const file = join(folder, FILE);
  return {
    kind: 'sqlite',
    url: `sqlite:${file}`,
    dataDir: folder,
    // The app ends its transactions in this thread, so a wait that blocks the thread would never end.
    query: (statement, params) =>
      whenFree(() => {
        using database = new DatabaseSync(file);
        return rowsOf(database, statement, params);
      }, performance.now() + BUSY_MS),
    drop,
    [Symbol.asyncDispose]: drop,
  };
}

function rowsOf(
  database: DatabaseSync,
  statement: string,
  params: readonly SqlValue[] = [],
): Record<string, unknown>[] {
  // SQLite treats `$1` as a name, so the values are bound by name.
  const named = Object.fromEntries(params.map((value, index) => [`$${index + 1}`, value]));
  return database
    .prepare(statement)
    .all(named)
    .map((row) => ({ ...row }));
}

async function createPostgres(content: 'empty' | 'tables'): Promise<TestDatabase> {
  const { url, giveBack } = await takePostgresDatabase(content);
  const folder = tempFolder();
  let given: Promise<void> | undefined;
  const { query, close } = postgresQueries(url);
  const drop = async () => {
    await close();
    given ??= giveBack();
    await given;
    folder.remove();
  };
  return {
    kind: 'postgres',
    url,
    dataDir: folder.path,
    query,
    drop,
    [Symbol.asyncDispose]: drop,
  };
}

function chosenKinds(choice: string | undefined): readonly DatabaseKind[] {
  if (choice === undefined || choice === '') return KINDS;
  const chosen = KINDS.filter((kind) => kind === choice);
  if (chosen.length === 0)
    throw new Error(`TEST_DATABASE must be one of ${KINDS.join(', ')}, not '${choice}'`);
  return chosen;
}
