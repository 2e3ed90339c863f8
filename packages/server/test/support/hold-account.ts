import { Client } from 'pg';
import { until } from './until.ts';

/** A transaction of its own on a PostgreSQL database that holds a row. */
export interface HeldRow extends AsyncDisposable {
  /** Resolves when `count` others wait for a lock on the database. */
  waiters(count: number): Promise<void>;
  release(): Promise<void>;
}

export interface HeldAccount extends HeldRow {
  /** Ends all sessions of the account, like a change of the password, and releases the row. */
  endSessions(): Promise<void>;
}

/** Locks an account's row, so that requests queue for it in the order that a test wants. */
export async function holdAccount(url: string, id: number): Promise<HeldAccount> {
  const client = await hold(url, 'accounts', id);
  return {
    ...rowHeldBy(client),
    endSessions: async () => {
      await client.query('delete from sessions where account_id = $1', [id]);
      await client.query('commit');
    },
  };
}

/** Locks a session's row, so that an end of it waits with the locks that it has by then. */
export async function holdSession(url: string, id: number): Promise<HeldRow> {
  return rowHeldBy(await hold(url, 'sessions', id));
}

/** Locks a connection's row. */
export async function holdConnection(url: string, uid: string): Promise<HeldRow> {
  return rowHeldBy(await hold(url, 'connections', uid, 'uid'));
}

/** Locks an organization's row. */
export async function holdOrganization(url: string, uid: string): Promise<HeldRow> {
  return rowHeldBy(await hold(url, 'organizations', uid, 'uid'));
}

async function hold(
  url: string,
  table: 'accounts' | 'sessions' | 'organizations' | 'connections',
  id: number | string,
  key: 'id' | 'uid' = 'id',
): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('begin');
  await client.query(`select 1 from ${table} where ${key} = $1 for update`, [id]);
  return client;
}

function rowHeldBy(client: Client): HeldRow {
  return {
    async waiters(count) {
      await until(async () => (await countWaiting(client)) === count, `${count} are waiting`);
    },
    release: async () => {
      await client.query('rollback');
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}

async function countWaiting(client: Client): Promise<number | null> {
  // Otherwise a transaction keeps its first snapshot.
  await client.query('select pg_stat_clear_snapshot()');
  const waiting = await client.query(
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return waiting.rowCount;
}
