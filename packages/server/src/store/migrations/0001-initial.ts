import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { Migration } from './migration.ts';

export const initial: Migration = {
  name: '0001-initial',
  changesData: false,
  async up(db, kind) {
    const idType = kind === 'sqlite' ? 'integer' : 'bigint';
    // Ids are never given twice, so that a token of a deleted session can never name a new one.
    const id = (column: ColumnDefinitionBuilder) =>
      kind === 'sqlite'
        ? column.primaryKey().autoIncrement()
        : column.primaryKey().generatedAlwaysAsIdentity();
    const required = (column: ColumnDefinitionBuilder) => column.notNull();
    const accountReference = (column: ColumnDefinitionBuilder) =>
      column.notNull().references('accounts.id').onDelete('cascade');
    const uniqueIndex = (table: string, column: string) =>
      db.schema.createIndex(`${table}__${column}`).on(table).column(column).unique().execute();

    await db.schema
      .createTable('accounts')
      .addColumn('id', idType, id)
      .addColumn('uid', 'text', required)
      .addColumn('name', 'text', required)
      .addColumn('handle', 'text', required)
      .addColumn('handle_key', 'text', required)
      .addColumn('email', 'text', required)
      .addColumn('email_key', 'text', required)
      .addColumn('email_verified', 'integer', required)
      .addColumn('phone', 'text')
      .addColumn('avatar_url', 'text')
      .addColumn('role', 'text', required)
      .addColumn('status', 'text', required)
      .addColumn('password_hash', 'text')
      .addColumn('created_at', 'bigint', required)
      .addColumn('updated_at', 'bigint', required)
      .execute();
    for (const column of ['uid', 'email_key', 'handle_key', 'phone']) await uniqueIndex('accounts', column);

    await db.schema
      .createTable('sessions')
      .addColumn('id', idType, id)
      .addColumn('account_id', 'bigint', accountReference)
      .addColumn('ip_address', 'text', required)
      .addColumn('user_agent', 'text', required)
      .addColumn('created_at', 'bigint', required)
      .addColumn('last_used_at', 'bigint', required)
      .addColumn('expires_at', 'bigint', required)
      .addColumn('refresh_generation', 'integer', required)
      .addColumn('refreshed_at', 'bigint', required)
      .execute();
    await index(db, 'sessions', ['account_id', 'id']);
    await index(db, 'sessions', ['expires_at']);

    await db.schema
      .createTable('refresh_rotations')
      .addColumn('session_id', 'bigint', (column) =>
        column.notNull().references('sessions.id').onDelete('cascade'),
      )
      .addColumn('generation', 'integer', required)
      .addColumn('rotated_at', 'bigint', required)
      .addPrimaryKeyConstraint('refresh_rotations__primary', ['session_id', 'generation'])
      .execute();

    await db.schema
      .createTable('codes')
      .addColumn('id', idType, id)
      .addColumn('email', 'text', required)
      .addColumn('email_key', 'text', required)
      .addColumn('purpose', 'text', required)
      .addColumn('code_hash', 'text', required)
      .addColumn('attempts', 'integer', required)
      .addColumn('created_at', 'bigint', required)
      .addColumn('expires_at', 'bigint', required)
      .addColumn('used_at', 'bigint')
      .execute();
    await index(db, 'codes', ['email_key', 'purpose', 'id']);
    await index(db, 'codes', ['expires_at']);

    await db.schema
      .createTable('exchanges')
      .addColumn('code_hash', 'text', (column) => column.primaryKey())
      .addColumn('session_id', 'bigint', (column) =>
        column.notNull().references('sessions.id').onDelete('cascade'),
      )
      .addColumn('expires_at', 'bigint', required)
      .execute();
    await index(db, 'exchanges', ['expires_at']);
    // A session that ends takes its codes with it; without an index that would read the whole table.
    await index(db, 'exchanges', ['session_id']);

    await db.schema
      .createTable('provider_links')
      .addColumn('id', idType, id)
      .addColumn('account_id', 'bigint', accountReference)
      .addColumn('provider', 'text', required)
      .addColumn('subject', 'text', required)
      .addColumn('created_at', 'bigint', required)
      .execute();
    await db.schema
      .createIndex('provider_links__subject')
      .on('provider_links')
      .columns(['provider', 'subject'])
      .unique()
      .execute();
    await db.schema
      .createIndex('provider_links__provider')
      .on('provider_links')
      .columns(['account_id', 'provider'])
      .unique()
      .execute();

    await db.schema
      .createTable('settings')
      .addColumn('section', 'text', required)
      .addColumn('version', 'integer', required)
      .addColumn('value', 'text', required)
      .addColumn('created_at', 'bigint', required)
      .addColumn('account_id', 'bigint')
      .addPrimaryKeyConstraint('settings__primary', ['section', 'version'])
      .execute();

    await db.schema
      .createTable('failures')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('count', 'integer', required)
      .addColumn('running', 'integer', required)
      .addColumn('window_ends_at', 'bigint', required)
      .execute();
    await index(db, 'failures', ['window_ends_at']);
  },
};

async function index(db: Kysely<unknown>, table: string, columns: string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}__by_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute();
}
