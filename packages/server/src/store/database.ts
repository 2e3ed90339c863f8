import { Kysely, sql, type SqlBool } from 'kysely';
import { findsParts } from './engine/account-texts.ts';
import {
  createDialect,
  databaseVersion,
  type DatabaseOptions,
  hasTable,
  openReader,
  serverFacts,
  sqliteLoad,
} from './engine/dialect.ts';
import { queriesOf, type Tables, tablesAtFirstUse, tablesOf } from './all-tables.ts';
import { countAlong } from './lists/pages.ts';
import { applyMigrations } from './migrations/maintenance.ts';
import { migrate } from './migrations/migrate.ts';
import { isDatabaseUnavailable } from './engine/database-errors.ts';
import type { PoolCounts } from './engine/fair-pool.ts';
import { PoolerError } from './engine/postgres-pool.ts';
import type { NewEvent, Schema } from './engine/schema.ts';
import { transact } from './engine/transact.ts';
import type { EventRules } from './tables/event-rules.ts';
import type { EventsListener } from './tables/events.ts';
import { outboxStore } from './tables/outbox.ts';
import { type SessionRules, usedSince } from './tables/session-rules.ts';

export type { Tables } from './all-tables.ts';

export type Store = Awaited<ReturnType<typeof openStore>>;

const OPEN = Symbol('open transaction');

/**
 * The tables within an open transaction. Code that needs several writes to succeed or fail together takes this type.
 */
export type Transaction = Tables & { readonly [OPEN]: true };

/** Receives the events of an open transaction. */
type ActsListener = (tables: Transaction, events: readonly NewEvent[]) => Promise<void>;

/** How often a start asks for its first connection, for which it waits as short as a request does. */
const FIRST_TRIES = 5;

/** Waits until a busy server answers. A start has more time than a request. */
async function firstAnswer(db: Kysely<Schema>): Promise<void> {
  for (let left = FIRST_TRIES - 1; ; left -= 1) {
    try {
      await hasTable(db, 'keyward_migrations');
      return;
    } catch (error) {
      if (left === 0 || error instanceof PoolerError || !isDatabaseUnavailable(error)) throw error;
    }
  }
}

/**
 * Opens the database, applies the missing migrations and returns one store per table.
 * @param schema with `as-it-is`, it changes nothing; no migration may be missing
 * @throws MigrationError when a newer Keyward has written the database
 * @throws PoolerError when a pooler mixes up prepared statements
 */
export async function openStore(options: DatabaseOptions, schema: 'upgrade' | 'as-it-is' = 'upgrade') {
  // On SQLite, the service's own connection migrates, so that a start opens the file once.
  if (options.kind === 'postgres' && schema === 'upgrade') await applyMigrations(options);
  const poolerErrors = new Set<(error: PoolerError) => void>();
  let pool: PoolCounts | undefined;
  let failures = 0;
  const poolSize = options.kind === 'sqlite' ? 0 : options.poolSize;
  const db = new Kysely<Schema>({
    dialect: createDialect(
      options,
      'service',
      (error) => {
        if (isDatabaseUnavailable(error)) failures += 1;
        if (error instanceof PoolerError) for (const listener of poolerErrors) listener(error);
      },
      (opened) => {
        pool = opened;
      },
    ),
  });
  // Prepares the statement again, after the connection of the migrations. A pooler that mixes up prepared
  // statements fails here, and not in the first requests.
  const ready = options.kind === 'postgres' ? firstAnswer(db) : migrate(db, options);
  await ready.catch(async (error: unknown) => {
    await db.destroy();
    throw error;
  });
  const reader = openReader(options, db);
  const queries = queriesOf(db);
  const sessionRules: SessionRules = { idleMs: null };
  const eventRules: EventRules = { share: (events) => [...events] };
  const listeners = new Set<EventsListener>();
  const onStored: EventsListener = (events) => {
    for (const listener of listeners) listener(events);
  };
  const mailListeners = new Set<() => void>();
  const mailed = () => {
    for (const listener of mailListeners) listener();
  };
  let withActs: ActsListener = async () => {};
  let afterProof = async (_accountId: number): Promise<void> => {};
  return {
    kind: options.kind,
    ...tablesOf({
      db,
      reader,
      onStored,
      mailed,
      proven: (id) => void afterProof(id),
      queries,
      sessionRules,
      eventRules,
    }),
    sessionRules,
    eventRules,
    /** Runs `work` in one transaction: all of its writes are committed, or none. */
    async transaction<T>(work: (tables: Transaction) => Promise<T>): Promise<T> {
      const events: NewEvent[] = [];
      let mails = false;
      const proofs: number[] = [];
      const collect: EventsListener = (stored) => events.push(...stored);
      const result = await db.transaction().execute(async (trx) => {
        const tables = Object.assign(
          tablesAtFirstUse({
            db: trx,
            reader: trx,
            onStored: collect,
            mailed: () => (mails = true),
            proven: (id) => proofs.push(id),
            queries,
            sessionRules,
            eventRules,
          }),
          { [OPEN]: true } as const,
        );
        const done = await work(tables);
        if (events.length > 0) await withActs(tables, [...events]);
        return done;
      });
      if (events.length > 0) onStored(events);
      if (mails) mailed();
      for (const id of proofs) await afterProof(id);
      return result;
    },
    /**
     * Calls `listener` with the events that this store has committed. It must not throw.
     * @returns a function that ends the subscription
     */
    onEvents(listener: EventsListener): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /**
     * Calls `listener` in each transaction that has stored events, before it commits: what it writes
     * belongs to the act.
     */
    onActs(listener: ActsListener): void {
      withActs = listener;
    },
    /**
     * Calls `listener` after each commit by which the email of an account has become proven. The act that proves it
     * waits for the listener, which must not throw.
     */
    onProof(listener: (accountId: number) => Promise<void>): void {
      afterProof = listener;
    },
    /** Calls `listener` after each commit of this store that contains mails. It must not throw. */
    onMails(listener: () => void): void {
      mailListeners.add(listener);
    },
    /** Calls `listener` for each statement that a pooler mixed up. It must not throw. */
    onPoolerError(listener: (error: PoolerError) => void): void {
      poolerErrors.add(listener);
    },
    /** Resolves when the database answers. */
    ping: async () => {
      await sql`select 1`.execute(db);
    },
    /**
     * Commits a row of this size and removes it. Fails if writing is not allowed, or if the disk has no room
     * for it.
     */
    proveWritable: (bytes: number) => transact(db, (trx) => outboxStore(trx).passThrough(bytes)),
    /** How many statements have failed since the start because the database was unavailable or could not write. */
    failedStatements: () => failures,
    /** The database server's facts; null for SQLite. */
    server: () => serverFacts(db),
    /** The load of the connections or the writer, by the kind of the database. */
    load: () => ({
      sqlite: sqliteLoad(db),
      pool: pool === undefined ? null : { pool, most: poolSize },
    }),
    /** Whether accounts are found by parts of their names and emails, and not only by their beginnings. */
    findsParts: () => findsParts(db),
    /** The version of the database, as the database reports it. */
    version: () => databaseVersion(db),
    /** The number of rows in the unfiltered lists of the main tables: live sessions, unused codes. */
    counts: (now: number) => countRows(reader, usedSince(now, sessionRules), now),
    /** The number of live sessions, by the rules in force or by others. */
    countSessions: (now: number, rules = sessionRules) => countSessions(reader, usedSince(now, rules), now),
    close: async () => {
      // The last handle to close writes the log of SQLite into the file.
      if (reader !== db) await reader.destroy();
      await db.destroy();
    },
  };
}

async function countRows(db: Kysely<Schema>, since: number | null, now: number) {
  // Along indexes, which are shorter than the rows.
  const [accounts, oauth, sessions, otp] = await Promise.all([
    countAlong(db, { table: 'accounts', column: 'created_at' }),
    countAlong(db, { table: 'provider_links', column: 'created_at' }),
    countSessions(db, since, now),
    countAlong(db, {
      table: 'codes',
      column: 'expires_at',
      filter: sql<SqlBool>`used_at is null`,
    }),
  ]);
  return { accounts, oauth, sessions, otp };
}

function countSessions(db: Kysely<Schema>, since: number | null, now: number): Promise<number> {
  return countAlong(db, {
    table: 'sessions',
    column: 'expires_at',
    range: { from: now + 1, to: Number.MAX_SAFE_INTEGER },
    filter: since === null ? undefined : sql<SqlBool>`last_used_at >= ${since}`,
  });
}
