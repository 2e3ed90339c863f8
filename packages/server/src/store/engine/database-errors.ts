import { isAnswer, PoolerError } from './postgres-pool.ts';

/** Interprets the errors of the two databases. */

/**
 * The column whose unique index caused an error; null for any other error. PostgreSQL names the index (by our
 * convention after its last column: `accounts__email_key`), SQLite all columns.
 */
export function violatedUniqueColumn(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (isAnswer(error)) {
    return error.code === '23505' ? (error.constraint?.split('__')[1] ?? null) : null;
  }
  return /^UNIQUE constraint failed: .*\.(\w+)$/.exec(error.message)?.[1] ?? null;
}

/** SQLite's code for a row that refers to none: SQLITE_CONSTRAINT_FOREIGNKEY. */
const SQLITE_REFERENCE = 787;

/**
 * Whether a row refers to another one that is gone: somebody has ended the session, or deleted the account, while the
 * request ran.
 */
export function isReferenceGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isAnswer(error)) return error.code === '23503';
  return 'errcode' in error && error.errcode === SQLITE_REFERENCE;
}

/**
 * SQLite's primary codes for a database that cannot be used now: busy, locked, read-only, I/O, corrupt, full, cannot
 * open, not a database.
 */
const SQLITE_UNAVAILABLE = new Set([5, 6, 8, 10, 11, 13, 14, 26]);
/** SQLite has no specific code for a missing table. */
const SQLITE_GONE = /^no such table/;
/**
 * PostgreSQL: connection lost (08), deadlock (40), out of resources (53), a statement that took too long (57014), shut down by
 * an operator (57P), system error (58), a server that became a read-only standby, a migration that changed the tables under prepared statements, a
 * database that accepts no connections (55000), damage (XX001, XX002), and a role (28), a database (3D), a schema (3F)
 * or a table that is gone or no longer accessible.
 */
const POSTGRES_UNAVAILABLE = /^(08|28|3D|3F|40|53|57014|57P|58|25006|0A000|55000|42P01|42501|XX00[12])/;

/**
 * Errors without a code. The last two come from a store that was closed while the request of a disconnected client
 * still ran.
 */
const UNAVAILABLE_MESSAGE =
  /^(timeout (exceeded|expired)|connection terminated|client (has encountered|was closed)|query read timeout|driver has already been destroyed|cannot use a pool after calling end)/i;

/** Whether the database is unavailable or cannot write, as opposed to refusing the statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof PoolerError) return true;
  if (isAnswer(error)) return POSTGRES_UNAVAILABLE.test(error.code ?? '');
  if ('errcode' in error && typeof error.errcode === 'number') {
    return SQLITE_UNAVAILABLE.has(error.errcode & 0xff) || SQLITE_GONE.test(error.message);
  }
  if ('code' in error && typeof error.code === 'string') {
    return /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENOENT)$/.test(
      error.code,
    );
  }
  return UNAVAILABLE_MESSAGE.test(error.message);
}

const SYSTEM_REFUSED = /^(EACCES|EPERM|EROFS|EISDIR|ENOTDIR|ENETUNREACH|.*CERT.*|ERR_TLS.*|ERR_SSL.*)$/;

/** Whether PostgreSQL did not get the password that it wants (28P01). */
export function isPasswordRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return isAnswer(error) ? error.code === '28P01' : error.message.startsWith('SASL');
}

/**
 * The reason why a database cannot be opened, in one line for its operator; null for an unrelated error, and
 * for an error whose message is enough.
 */
export function openingProblem(error: unknown): string | null {
  if (!(error instanceof Error) || error instanceof PoolerError) return null;
  const code = 'code' in error ? String(error.code) : '';
  const refused = SYSTEM_REFUSED.test(code) || /^(SASL|The server does not support SSL)/.test(error.message);
  if (!refused && !isDatabaseUnavailable(error)) return null;
  // For a name with several addresses, the message is empty.
  return error.message.replaceAll(/\s+/g, ' ') || code;
}
