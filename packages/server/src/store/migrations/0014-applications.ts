import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** What applications need of accounts: data of their own, invitations, keys for programs, confirmed changes of email. */
export const applications: Migration = {
  name: '0014-applications',
  changesData: false,
  async up(db, kind) {
    const id = kind === 'sqlite' ? 'integer' : 'bigint';
    const withId = (name: string) =>
      db.schema
        .createTable(name)
        .addColumn('id', id, (column) =>
          kind === 'sqlite'
            ? column.primaryKey().autoIncrement()
            : column.primaryKey().generatedAlwaysAsIdentity(),
        );

    // No defaults, so that no row is rewritten.
    await sql`alter table accounts add column metadata text`.execute(db);
    await sql`alter table accounts add column app_metadata text`.execute(db);
    // Compared by its bytes on both databases, so that the index serves searches for a beginning.
    const bytewise = kind === 'postgres' ? sql` collate "C"` : sql``;
    await sql`alter table accounts add column external_id text${bytewise}`.execute(db);
    await sql`alter table accounts add column deletion_at bigint`.execute(db);
    await db.schema
      .createIndex('accounts__external_id')
      .on('accounts')
      .column('external_id')
      .unique()
      .where(sql.ref('external_id'), 'is not', null)
      .execute();
    await db.schema
      .createIndex('accounts__deletion')
      .on('accounts')
      .column('deletion_at')
      .where(sql.ref('deletion_at'), 'is not', null)
      .execute();

    // So that the counters of one account are a range of the key.
    if (kind === 'postgres')
      await sql`alter table failures alter column key type text collate "C"`.execute(db);

    await withId('invitations')
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('email_key', 'text', (column) => column.notNull())
      .addColumn('name', 'text')
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('metadata', 'text')
      .addColumn('token_hash', 'text', (column) => column.notNull())
      .addColumn('frontend', 'text')
      .addColumn('created_by', id)
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('accepted_at', 'bigint')
      .addColumn('account_id', id, (column) => column.references('accounts.id').onDelete('set null'))
      .execute();
    await db.schema
      .createIndex('invitations__token')
      .on('invitations')
      .column('token_hash')
      .unique()
      .execute();
    await db.schema.createIndex('invitations__email').on('invitations').column('email_key').execute();
    await db.schema
      .createIndex('invitations__created')
      .on('invitations')
      .columns(['created_at', 'id'])
      .execute();
    await db.schema.createIndex('invitations__account').on('invitations').column('account_id').execute();
    await db.schema.createIndex('invitations__expiry').on('invitations').column('expires_at').execute();

    await withId('api_keys')
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('hint', 'text', (column) => column.notNull())
      .addColumn('key_hash', 'text', (column) => column.notNull())
      .addColumn('scopes', 'text', (column) => column.notNull())
      .addColumn('allowed_addresses', 'text')
      .addColumn('created_by', id)
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint')
      .addColumn('last_used_at', 'bigint')
      .addColumn('last_used_ip', 'text')
      .execute();
    await db.schema.createIndex('api_keys__hash').on('api_keys').column('key_hash').unique().execute();

    await withId('email_changes')
      .addColumn('account_id', id, (column) => column.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('old_email', 'text', (column) => column.notNull())
      .addColumn('old_email_key', 'text', (column) => column.notNull())
      .addColumn('old_email_verified', 'integer', (column) => column.notNull())
      .addColumn('new_email', 'text', (column) => column.notNull())
      .addColumn('new_email_key', 'text', (column) => column.notNull())
      .addColumn('undo_nonce', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('pending_until', 'bigint')
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('email_changes__undo')
      .on('email_changes')
      .column('undo_nonce')
      .unique()
      .execute();
    await db.schema.createIndex('email_changes__account').on('email_changes').column('account_id').execute();
    await db.schema.createIndex('email_changes__old').on('email_changes').column('old_email_key').execute();
    await db.schema.createIndex('email_changes__new').on('email_changes').column('new_email_key').execute();
    await db.schema.createIndex('email_changes__expiry').on('email_changes').column('expires_at').execute();

    // The account whose change of email a code finishes.
    await sql`alter table codes add column account_id ${sql.raw(id)}`.execute(db);

    await db.schema
      .createTable('used_id_tokens')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('used_id_tokens__expiry').on('used_id_tokens').column('expires_at').execute();
  },
};
