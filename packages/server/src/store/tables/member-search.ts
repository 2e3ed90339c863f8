import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';
import { searchWords } from '../../lib/search-words.ts';
import { searchKey } from '../../lib/text.ts';
import { containAll, findsParts, newestWithParts, TEXT_COLUMNS } from '../engine/account-texts.ts';
import { idList, isAmong } from '../engine/dialect.ts';
import type { Schema } from '../engine/schema.ts';
import { FEW_ROWS } from '../lists/lists.ts';

/** Sorts after every text that begins with the text before it. */
const LAST = '\u{10FFFF}';

/**
 * Whether the account of a membership matches a search. If few accounts do, it names them: otherwise all members of a
 * large organization would be read.
 */
export async function matching(
  reader: Kysely<Schema>,
  search: string,
  membersCount: number,
): Promise<RawBuilder<SqlBool>> {
  const accounts = membersCount <= FEW_ROWS ? null : await namedAccounts(reader, search);
  if (accounts === null || accounts.length > FEW_ROWS) return isNamed(reader, search);
  const ids = accounts.map(({ id }) => id);
  return isAmong(reader, 'memberships.account_id', idList(reader, ids));
}

/** At most one account more than {@link FEW_ROWS} that a search finds; null if no index leads to them. */
async function namedAccounts(reader: Kysely<Schema>, search: string): Promise<{ id: number }[] | null> {
  const most = FEW_ROWS + 1;
  const parts = searchWords(search);
  if (parts === null)
    return reader.selectFrom('accounts').select('id').where(isNamed(reader, search)).limit(most).execute();
  if (!(await findsParts(reader))) return null;
  return newestWithParts(reader, { parts, filter: sql`1 = 1`, column: 'id', most });
}

/** Whether the texts of an account contain all the words, or one of them begins with a search that is too short. */
function isNamed(db: Kysely<Schema>, search: string): RawBuilder<SqlBool> {
  const words = searchWords(search);
  if (words !== null) return containAll(db, words);
  const text = searchKey(search);
  const begins = (column: string) =>
    sql<SqlBool>`(${sql.ref(column)} >= ${text} and ${sql.ref(column)} < ${text + LAST})`;
  return sql`(${sql.join(TEXT_COLUMNS.map(begins), sql` or `)})`;
}
