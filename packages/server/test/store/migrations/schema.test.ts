import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyMigrations } from '../../../src/store/migrations/maintenance.ts';
import {
  createTestDatabase,
  type DatabaseKind,
  WITHOUT_POSTGRES,
  WITHOUT_SQLITE,
} from '../../support/databases.ts';
import { optionsOf } from '../stores.ts';

type Shape = Record<'columns' | 'indexes' | 'references', string>;

/** Queries that describe the schema of both databases in the same terms, one row for each fact. */
const SHAPE: Record<DatabaseKind, Shape> = {
  sqlite: {
    columns: `
      select t.name || '.' || c.name || ' '
        || case when lower(c.type) in ('integer', 'bigint') then 'integer' else 'text' end
        || case when c."notnull" or c.pk then ' not null' else '' end as thing
      from pragma_table_list t join pragma_table_xinfo(t.name) c
      where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite_%'`,
    indexes: `
      select case i.origin when 'pk' then 'primary key' else i.name end || case i."unique" when 1 then ' unique' else '' end
        || ' on ' || t.name || ' (' || (select group_concat(name, ', ' order by seqno) from pragma_index_info(i.name)) || ')' as thing
      from pragma_table_list t join pragma_index_list(t.name) i
      where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite_%'
      union all
      select 'primary key unique on ' || t.name || ' (' || c.name || ')'
      from pragma_table_list t join pragma_table_xinfo(t.name) c
      where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite_%' and c.pk and lower(c.type) = 'integer'
        and not exists (select 1 from pragma_index_list(t.name) where origin = 'pk')`,
    references: `
      select t.name || '.' || f."from" || ' to ' || f."table" || '.' || f."to" || ' on delete ' || lower(f.on_delete) as thing
      from pragma_table_list t join pragma_foreign_key_list(t.name) f where t.schema = 'main' and t.type = 'table'`,
  },
  postgres: {
    columns: `
      select table_name || '.' || column_name || ' '
        || case when data_type in ('integer', 'bigint') then 'integer' else 'text' end
        || case when is_nullable = 'NO' then ' not null' else '' end as thing
      from information_schema.columns where table_schema = 'public'`,
    indexes: `
      select case when i.indisprimary then 'primary key' else n.relname end || case when i.indisunique then ' unique' else '' end
        || ' on ' || t.relname || ' (' || (
          select string_agg(a.attname, ', ' order by k.place) from unnest(i.indkey) with ordinality k (number, place)
          join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number
        ) || ')' as thing
      from pg_index i join pg_class n on n.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
      -- SQLite has other indexes of expressions, or none.
      where t.relnamespace = 'public'::regnamespace and i.indexprs is null`,
    references: `
      select t.relname || '.' || a.attname || ' to ' || u.relname || '.' || b.attname || ' on delete '
        || case f.confdeltype when 'c' then 'cascade' when 'n' then 'set null' else 'no action' end as thing
      from pg_constraint f join pg_class t on t.oid = f.conrelid join pg_class u on u.oid = f.confrelid
      join pg_attribute a on a.attrelid = t.oid and a.attnum = f.conkey[1]
      join pg_attribute b on b.attrelid = u.oid and b.attnum = f.confkey[1]
      where f.contype = 'f'`,
  },
};

async function shapeOf(kind: DatabaseKind): Promise<Shape> {
  await using database = await createTestDatabase(kind);
  await applyMigrations(optionsOf(database));
  const list = async (query: string) =>
    (await database.query(query))
      .map((row) => String(row['thing']))
      .sort()
      .join('\n');
  const { columns, indexes, references } = SHAPE[kind];
  return { columns: await list(columns), indexes: await list(indexes), references: await list(references) };
}

describe('the schema', () => {
  it('has the same shape on both databases', { skip: WITHOUT_POSTGRES || WITHOUT_SQLITE }, async () => {
    const [sqlite, postgres] = [await shapeOf('sqlite'), await shapeOf('postgres')];
    assert.match(sqlite.columns, /^accounts\.email_key text not null$/m);
    assert.match(sqlite.indexes, /^accounts__email_key unique on accounts \(email_key\)$/m);
    assert.match(sqlite.references, /^sessions\.account_id to accounts\.id on delete cascade$/m);
    assert.equal(sqlite.columns, postgres.columns);
    // Events wait for their positions only on PostgreSQL.
    assert.equal(sqlite.indexes, postgres.indexes.replace('events__unplaced on events (id)\n', ''));
    assert.equal(sqlite.references, postgres.references);
  });

  it('has room for every id and time on PostgreSQL', { skip: WITHOUT_POSTGRES }, async () => {
    await using database = await createTestDatabase('postgres');
    await applyMigrations(optionsOf(database));
    const narrow = await database.query(
      `select table_name, column_name from information_schema.columns
       where table_schema = 'public' and data_type = 'integer' and column_name ~ '(_at|id)$'`,
    );
    assert.deepEqual(narrow, []);
  });
});
