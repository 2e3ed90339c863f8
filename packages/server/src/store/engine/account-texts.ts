import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';
import { isPostgres } from './dialect.ts';
import type { Schema } from './schema.ts';

/** The differences between the databases in finding accounts by parts of texts. */

/** The columns whose parts are found. */
export const TEXT_COLUMNS = ['name_key', 'email_key', 'handle_key'] as const;

/** The index on PostgreSQL, which has it only with the extension `pg_trgm`. */
export const TEXT_INDEX = 'accounts__text';

/** What the indexes hold of each account: its texts, separated by a character that none of them has. */
export const ACCOUNT_TEXT = {
  sqlite: joined('char(10)'),
  postgres: joined('chr(10)'),
};

function joined(separator: string): string {
  return `(${TEXT_COLUMNS.join(` || ${separator} || `)})`;
}

/** Whether there is an index of the parts. An operator may add or remove it on PostgreSQL at any time. */
export async function findsParts(db: Kysely<Schema>): Promise<boolean> {
  if (!isPostgres(db)) return true;
  const { rows } = await sql`
    select from pg_index where indexrelid = to_regclass(${TEXT_INDEX}) and indisvalid`.execute(db);
  return rows.length > 0;
}

/** Whether the texts of an account contain each of these, taken literally. */
export function containAll(db: Kysely<Schema>, parts: readonly string[]): RawBuilder<SqlBool> {
  const conditions = parts.map((part) =>
    isPostgres(db)
      ? sql`${sql.raw(ACCOUNT_TEXT.postgres)} like ${`%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`
      : sql`instr(${sql.raw(ACCOUNT_TEXT.sqlite)}, ${part}) > 0`,
  );
  return sql`(${sql.join(conditions, sql` and `)})`;
}

/** An account, with its value in a column. */
interface Found {
  id: number;
  key: string | number;
}

interface PartSearch {
  /** In the form of the columns; an index must lead to one of them. */
  parts: readonly string[];
  /** Another condition on the accounts. */
  filter: RawBuilder<SqlBool>;
  /** Whose values are read. */
  column: string;
  /** The maximum number of accounts. */
  most: number;
}

/** The newest accounts whose texts contain all parts. */
export async function newestWithParts(db: Kysely<Schema>, search: PartSearch): Promise<Found[]> {
  const { parts, filter, column, most } = search;
  const columns = sql`accounts.id, accounts.${sql.ref(column)} as key`;
  const matching = sql`${containAll(db, parts)} and ${filter}`;
  if (!isPostgres(db)) {
    // Trigrams lead to accounts, newest first, a few of which do not have them in this order.
    return findAll(
      db,
      sql`select ${columns} from account_texts cross join accounts on accounts.id = account_texts.rowid
        where account_texts match ${trigramsOf(parts)} and ${matching}
        order by account_texts.rowid desc limit ${sql.lit(most)}`,
    );
  }
  const walk = await lengthOfWalk(db, search);
  if (walk !== null) {
    const found = await findAll(
      db,
      sql`select ${columns} from (select * from accounts order by id desc limit ${walk}) as accounts
        where ${matching} limit ${sql.lit(most)}`,
    );
    if (found.length === most) return found;
  }
  // Without a limit that PostgreSQL could mistake for a reason to read the accounts in their order.
  return findAll(
    db,
    sql`with matching as materialized (select ${columns} from accounts where ${matching})
      select * from matching order by id desc limit ${sql.lit(most)}`,
  );
}

/** A builder's SELECT, because the writer of SQLite runs raw statements. */
function findAll(db: Kysely<Schema>, query: RawBuilder<unknown>): Promise<Found[]> {
  return db
    .selectFrom(sql<Found>`(${query})`.as('found'))
    .select(['id', 'key'])
    .execute();
}

/**
 * The parts as a query of FTS5. It names every third trigram, and the last: those between find hardly fewer accounts, and
 * reading the entries of common ones takes most of the time.
 */
function trigramsOf(parts: readonly string[]): string {
  const trigrams = parts.flatMap((part) => {
    const characters = Array.from(part);
    const last = characters.length - 3;
    const starts = characters.flatMap((_, start) => (start < last && start % 3 === 0 ? [start] : []));
    return (last < 0 ? [] : [...starts, last]).map((start) => characters.slice(start, start + 3).join(''));
  });
  return [...new Set(trigrams)].map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' ');
}

/** The newest accounts that are looked at to learn how many match. */
const PROBED = 2_000;
/** PostgreSQL reads this number of accounts in their order in the time of one that its index finds. */
const INDEXED_COST = 5;

/**
 * The number of newest accounts among which there are probably enough matches; null if the index finds them faster.
 * PostgreSQL's own guesses about parts of texts are off by factors.
 */
async function lengthOfWalk(db: Kysely<Schema>, { parts, filter, most }: PartSearch): Promise<number | null> {
  const has = containAll(db, parts);
  const newest = db.selectFrom('accounts').selectAll().orderBy('id', 'desc').limit(PROBED).as('accounts');
  const probe = await db
    .selectFrom(newest)
    .select(({ fn }) => [
      fn.max<number | null>('id').as('last'),
      fn.countAll<number>().filterWhere(has).as('found'),
      fn.countAll<number>().filterWhere(has).filterWhere(filter).as('matching'),
    ])
    .executeTakeFirstOrThrow();
  const walk = Math.ceil((most * PROBED) / probe.matching);
  const indexed = ((probe.last ?? 0) * probe.found) / PROBED;
  // Twice as far, because the newest are not like all others.
  return walk < indexed * INDEXED_COST ? 2 * walk : null;
}
