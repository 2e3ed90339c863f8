import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const factors: Migration = {
  name: '0012-factors',
  changesData: false,
  async up(db, kind) {
    // A constant default rewrites no row, on either database.
    await sql`alter table accounts add column second_factors integer not null default 0`.execute(db);
    await sql`alter table sessions add column amr text not null default ''`.execute(db);
    await sql`alter table sessions add column reauthenticated_at bigint`.execute(db);
    await sql`alter table sessions add column factor_at bigint`.execute(db);

    const ofAccount = (name: string) =>
      db.schema
        .createTable(name)
        .addColumn('account_id', kind === 'sqlite' ? 'integer' : 'bigint', (column) =>
          column.notNull().references('accounts.id').onDelete('cascade'),
        );

    await ofAccount('totps')
      .addPrimaryKeyConstraint('totps__account', ['account_id'])
      .addColumn('sealed_secret', 'text')
      .addColumn('last_step', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint')
      .addColumn('last_used_at', 'bigint')
      .addColumn('sealed_pending', 'text')
      .addColumn('pending_until', 'bigint')
      .execute();

    await ofAccount('recovery_codes')
      .addColumn('code_hash', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('recovery_codes__code', ['account_id', 'code_hash'])
      .execute();

    await ofAccount('passkey_users')
      .addColumn('handle', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('passkey_users__account', ['account_id'])
      .execute();
    await db.schema
      .createIndex('passkey_users__handle')
      .on('passkey_users')
      .column('handle')
      .unique()
      .execute();

    await ofAccount('passkeys')
      .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigint', (column) =>
        kind === 'sqlite'
          ? column.primaryKey().autoIncrement()
          : column.primaryKey().generatedAlwaysAsIdentity(),
      )
      .addColumn('credential_id', 'text', (column) => column.notNull())
      .addColumn('public_key', 'text', (column) => column.notNull())
      .addColumn('counter', 'bigint', (column) => column.notNull())
      .addColumn('transports', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('aaguid', 'text', (column) => column.notNull())
      .addColumn('backup_eligible', 'integer')
      .addColumn('backed_up', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('last_used_at', 'bigint')
      .execute();
    await db.schema
      .createIndex('passkeys__credential')
      .on('passkeys')
      .column('credential_id')
      .unique()
      .execute();
    await db.schema.createIndex('passkeys__account').on('passkeys').columns(['account_id', 'id']).execute();

    await db.schema
      .createTable('challenges')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('purpose', 'text', (column) => column.notNull())
      .addColumn('account_id', kind === 'sqlite' ? 'integer' : 'bigint', (column) =>
        column.references('accounts.id').onDelete('cascade'),
      )
      .addColumn('session_id', kind === 'sqlite' ? 'integer' : 'bigint', (column) =>
        column.references('sessions.id').onDelete('cascade'),
      )
      .addColumn('method', 'text')
      .addColumn('reason', 'text')
      .addColumn('browser_hash', 'text')
      .addColumn('code_challenge', 'text')
      .addColumn('webauthn_challenge', 'text')
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('challenges__account').on('challenges').column('account_id').execute();
    await db.schema.createIndex('challenges__session').on('challenges').column('session_id').execute();
    await db.schema.createIndex('challenges__expiry').on('challenges').column('expires_at').execute();
  },
};
