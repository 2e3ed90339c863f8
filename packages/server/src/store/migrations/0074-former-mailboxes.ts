import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Who has made an organization, and the mailboxes in its domains that its members have left. */
export const formerMailboxes: Migration = {
  name: '0074-former-mailboxes',
  changesData: true,
  async up(db, kind) {
    const hash = sql.raw(kind === 'sqlite' ? 'former_email_hash text' : 'former_email_hash text collate "C"');
    await sql`alter table memberships add column ${hash}`.execute(db);
    await sql`alter table organizations add column made_by bigint references accounts(id) on delete set null`.execute(
      db,
    );
    await sql`create index organizations__by_made_by on organizations (made_by) where made_by is not null`.execute(
      db,
    );
    await sql`update organizations set made_by = (select min(account_id) from memberships
      where organization_id = organizations.id and source = 'creator')`.execute(db);
  },
};
