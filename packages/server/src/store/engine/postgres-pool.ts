import { hash } from 'node:crypto';
import type { PostgresPool } from 'kysely';
import type { PoolClient, QueryResult } from 'pg';
import { inTurnByAsker, type PoolCounts } from './fair-pool.ts';

export interface PostgresOptions {
  kind: 'postgres';
  url: string;
  /** The maximum number of connections. */
  poolSize: number;
  /** Whether statements are prepared by name. Without it, no connection has any state between transactions. */
  prepare?: boolean;
}

/** The name of the service's connections, for operators. */
const APPLICATION_NAME = 'keyward';

/**
 * How long the service waits for PostgreSQL, for a connection and for the answer to a statement. Short enough that the
 * service is back within 5 s of the database.
 */
const CONNECT_TIMEOUT_MS = 2_000;
const QUERY_TIMEOUT_MS = 4_000;
/** How long a start and a migration wait for a connection: longer than requests, for a server that is busy. */
const START_TIMEOUT_MS = 10_000;
/**
 * How long the server lets a transaction wait for its client. A frozen or disconnected instance would hold
 * locks that stop the others.
 */
const IDLE_IN_TRANSACTION_MS = 15_000;
/**
 * The server ends a statement when the service has given it up, because a statement that waits for a lock would keep
 * its connection.
 */
const STATEMENT_TIMEOUT_MS = QUERY_TIMEOUT_MS + 1_000;

/** The server's limits on the service, as settings of a session or of a transaction. */
const limitsOf = (scope: 'session' | 'local') =>
  `set ${scope} idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}; set ${scope} statement_timeout = ${STATEMENT_TIMEOUT_MS}`;

/**
 * Removes the limits from a transaction of any length, including limits that other clients of a pooler have
 * set.
 */
export const WITHOUT_LIMITS =
  'set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0';

/**
 * A pooler sent a statement to a server connection that does not know it, or that has it from another client. The
 * message is for the operator.
 */
export class PoolerError extends Error {
  override readonly name = 'PoolerError';

  constructor(cause: Error) {
    super(
      `KEYWARD_DATABASE_PREPARE: the pooler between Keyward and PostgreSQL mixes up prepared statements (${cause.message}); set it to off, or use PgBouncer 1.21 or newer with max_prepared_statements.`,
      { cause },
    );
  }
}

/** Called for every failed statement. The requests themselves only learn that the database is unavailable. */
type OnFailure = (error: unknown) => void;

/** @param limited whether connections and statements have the short limits of requests */
export async function createPool(
  options: PostgresOptions,
  limited: boolean,
  onFailure: OnFailure = () => {},
): Promise<PostgresPool & PoolCounts> {
  // A start on SQLite need not load it.
  const pg = await import('pg');
  const { INT8 } = pg.types.builtins;
  const connectTimeoutMs = limited ? CONNECT_TIMEOUT_MS : START_TIMEOUT_MS;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    ...(limited && { query_timeout: QUERY_TIMEOUT_MS }),
    application_name: APPLICATION_NAME,
    keepAlive: true,
    types: {
      // Ids and times are int8 but far below 2^53, so they are read as numbers, as in SQLite.
      getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)),
    },
  });
  const { prepare = true } = options;
  const names = prepare ? createNames() : null;
  // A broken connection fails its query and is replaced. Without listeners, for idle and for busy connections, it would
  // end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    // Not as parameters of the connection, which poolers refuse.
    if (limited && prepare) client.query(limitsOf('session')).catch(() => {});
    // A pooler gives each transaction another connection, so each sets its limits, in the message that begins it.
    const begin = limited && !prepare ? `begin; ${limitsOf('local')}` : 'begin';
    wrapQueries(client, begin, names, onFailure);
  });
  return inTurnByAsker(pool, options.poolSize, connectTimeoutMs);
}

/** The names of prepared statements. */
interface Names {
  of(text: string): string;
  /** Gives a statement another name, unless another query has already done so. */
  renew(text: string, outdated: string): void;
}

/**
 * A name is made from the text, so it means the same statement for every process behind a pooler. The same
 * holds for later names, which replace it when the server refuses an outdated plan.
 */
function createNames(): Names {
  const names = new Map<string, string>();
  const first = (text: string) => `keyward_${hash('sha256', text).slice(0, 32)}`;
  return {
    of(text) {
      const known = names.get(text);
      if (known !== undefined) return known;
      const name = first(text);
      names.set(text, name);
      return name;
    },
    renew(text, outdated) {
      if (names.get(text) !== outdated) return;
      const [, , times = '0'] = outdated.split('_');
      names.set(text, `${first(text)}_${Number(times) + 1}`);
    },
  };
}

/**
 * Names every statement with parameters, so that PostgreSQL parses and plans it once per connection. Closes the
 * connection when it has become useless.
 * @param begin the statement that begins a transaction
 * @param names null: no statement has a name
 */
function wrapQueries(client: PoolClient, begin: string, names: Names | null, onFailure: OnFailure): void {
  const query = client.query.bind(client);
  const run = async (text: string, values: unknown[]): Promise<QueryResult> => {
    if (values.length === 0) return query({ text: text === 'begin' ? begin : text });
    if (names === null) return query({ text, values });
    const name = names.of(text);
    try {
      return await query({ name, text, values });
    } catch (error) {
      if (!isOutdated(error)) throw error;
      names.renew(text, name);
      // The failure has ended an open transaction.
      if (client.getTransactionStatus() !== 'I') throw error;
      return query({ name: names.of(text), text, values });
    }
  };
  Object.assign(client, {
    query: async (text: string, values: unknown[] = []) => {
      try {
        return await run(text, values);
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        const mixedUp = names !== null && isAnswer(error) && MIXED_UP.test(error.code ?? '');
        if (mixedUp || isUseless(error)) void client.end();
        const failure = mixedUp ? new PoolerError(error) : error;
        onFailure(failure);
        throw failure;
      }
    },
  });
}

/** PostgreSQL's answers to a named statement that another connection has prepared, or this one has not. */
const MIXED_UP = /^(42P05|26000)$/;

/**
 * Fields of the protocol. A separate type, because the published types must not depend on the types of `pg`.
 */
interface Answer extends Error {
  code?: string;
  constraint?: string;
  routine?: string;
}

/** Whether the error is the answer of a PostgreSQL server, by fields of its protocol. */
export function isAnswer(error: Error): error is Answer {
  return 'severity' in error && 'routine' in error;
}

/** Whether a migration has changed the tables under a prepared statement. */
function isOutdated(error: unknown): boolean {
  return (
    error instanceof Error &&
    isAnswer(error) &&
    error.code === '0A000' &&
    error.routine === 'RevalidateCachedQuery'
  );
}

/**
 * Whether the connection can only fail from now on: its server became a read-only standby (25006), or did not answer in
 * time and may never do so.
 */
function isUseless(error: Error): boolean {
  return isAnswer(error) ? error.code === '25006' : error.message === 'Query read timeout';
}
