import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';
import { parseEmail } from '../../lib/email.ts';
import { searchWords } from '../../lib/search-words.ts';
import { searchKey } from '../../lib/text.ts';
import { containAll, findsParts, newestWithParts, TEXT_COLUMNS } from '../engine/account-texts.ts';
import { idList, isAmong } from '../engine/dialect.ts';
import type { OrganizationRow, Schema } from '../engine/schema.ts';
import { FEW_ROWS } from '../lists/lists.ts';

/** Sorts after every text that begins with the text before it. */
const LAST = '\u{10FFFF}';

/**
 * Whether the account of a membership matches a search. The whole email of a member finds this member alone. If few
 * accounts match, it names them: otherwise all members of a large organization would be read.
 */
export async function matching(
  reader: Kysely<Schema>,
  search: string,
  { id: organizationId, members_count: count }: Pick<OrganizationRow, 'id' | 'members_count'>,
): Promise<RawBuilder<SqlBool>> {
  const one = await memberWithEmail(reader, search, organizationId);
  if (one !== null) return sql`memberships.id = ${one}`;
  const accounts = count <= FEW_ROWS ? null : await namedAccounts(reader, search);
  if (accounts === null || accounts.length > FEW_ROWS) return isNamed(reader, search);
  const ids = accounts.map(({ id }) => id);
  return isAmong(reader, 'memberships.account_id', idList(reader, ids));
}

/** The membership of the account with an email; null for another text, and for nobody or no member. */
async function memberWithEmail(
  reader: Kysely<Schema>,
  search: string,
  organizationId: number,
): Promise<number | null> {
  const email = parseEmail(search.trim());
  if (email === null) return null;
  const found = await reader
    .selectFrom('accounts')
    .innerJoin('memberships', 'memberships.account_id', 'accounts.id')
    .select('memberships.id')
    .where('accounts.email_key', '=', email.key)
    .where('memberships.organization_id', '=', organizationId)
    .executeTakeFirst();
  return found?.id ?? null;
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
