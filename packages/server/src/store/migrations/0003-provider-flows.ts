import type { Migration } from './migration.ts';

export const providerFlows: Migration = {
  name: '0003-provider-flows',
  changesData: false,
  async up(db) {
    await db.schema
      .createTable('provider_flows')
      .addColumn('state_hash', 'text', (column) => column.primaryKey())
      .addColumn('browser_hash', 'text', (column) => column.notNull())
      .addColumn('provider', 'text', (column) => column.notNull())
      .addColumn('frontend', 'text', (column) => column.notNull())
      .addColumn('session_id', 'bigint', (column) => column.references('sessions.id').onDelete('set null'))
      .addColumn('links', 'integer', (column) => column.notNull())
      .addColumn('sealed_secrets', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    for (const column of ['expires_at', 'session_id']) {
      await db.schema
        .createIndex(`provider_flows__by_${column}`)
        .on('provider_flows')
        .column(column)
        .execute();
    }
  },
};
