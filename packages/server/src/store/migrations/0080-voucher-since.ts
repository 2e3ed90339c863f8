import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** The tables of what somebody answers for: the columns of the account, and of the time. */
const MADE = [
  ['connections', 'vouched_by', 'vouched_at'],
  ['scim_tokens', 'vouched_by', 'created_at'],
  ['portals', 'created_by', 'created_at'],
  ['organization_invitations', 'created_by', 'created_at'],
] as const;

/** Which owner of its maker's account answers for something: a time alone says nothing about requests under way. */
export const voucherSince: Migration = {
  name: '0080-voucher-since',
  changesData: true,
  async up(db) {
    for (const [table, by, at] of MADE) {
      const [name, maker, made] = [sql.table(table), sql.ref(`${table}.${by}`), sql.ref(`${table}.${at}`)];
      await sql`alter table ${name} add column voucher_since bigint`.execute(db);
      await sql`update ${name} set voucher_since = (
        select vouches_since from accounts where accounts.id = ${maker} and vouches_since <= ${made}
      ) where ${maker} in (select id from accounts where vouches_since is not null)`.execute(db);
    }
  },
};
