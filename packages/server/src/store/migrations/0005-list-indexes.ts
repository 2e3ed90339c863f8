import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const listIndexes: Migration = {
  name: '0005-list-indexes',
  changesData: true,
  async up(db, kind) {
    // Keys compare by their bytes on both databases, so that an index serves the order and searches for a beginning.
    const bytewise = kind === 'postgres' ? sql` collate "C"` : sql``;
    if (kind === 'postgres') {
      for (const column of ['uid', 'email_key', 'handle_key', 'phone']) {
        await sql`alter table accounts alter column ${sql.ref(column)} type text collate "C"`.execute(db);
      }
    }
    await sql`alter table accounts add column name_key text${bytewise} not null default ''`.execute(db);
    await sql`update accounts set name_key = lower(name${bytewise})`.execute(db);
    // The databases know the case of ASCII alone, or each its own.
    const others = await sql<{
      id: number;
      name: string;
    }>`select id, name from accounts where octet_length(name) <> length(name)`.execute(db);
    for (const { id, name } of others.rows) {
      const key = name.normalize('NFKC').toLowerCase();
      await sql`update accounts set name_key = ${key} where id = ${id}`.execute(db);
    }

    const index = async (table: string, name: string, columns: string[]) => {
      await db.schema.createIndex(`${table}__by_${name}`).on(table).columns(columns).execute();
    };
    // One for each order. They hold the filters too, so that skipping to a page reads no rows.
    for (const column of ['created_at', 'updated_at', 'email_key', 'handle_key', 'name_key']) {
      await index('accounts', column, [column, 'id', 'role', 'status', 'email_verified']);
    }
    // Each combination of filters is the beginning of one of these.
    await index('accounts', 'role', ['role', 'status', 'email_verified']);
    await index('accounts', 'status', ['status', 'email_verified', 'role']);
    await index('accounts', 'email_verified', ['email_verified', 'role', 'status']);

    await index('sessions', 'created_at', ['created_at', 'id', 'expires_at']);
    await index('sessions', 'ip_address', ['ip_address', 'created_at', 'id', 'expires_at']);
    await index('codes', 'created_at', ['created_at', 'id', 'purpose', 'used_at', 'expires_at']);
  },
};
