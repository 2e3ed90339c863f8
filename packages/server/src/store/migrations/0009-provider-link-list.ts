import type { Migration } from './migration.ts';

export const providerLinkList: Migration = {
  name: '0009-provider-link-list',
  changesData: false,
  async up(db) {
    await db.schema
      .createIndex('provider_links__by_created_at')
      .on('provider_links')
      .columns(['created_at', 'id'])
      .execute();
  },
};
