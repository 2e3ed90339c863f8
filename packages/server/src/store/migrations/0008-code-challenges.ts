import type { Migration } from './migration.ts';

export const codeChallenges: Migration = {
  name: '0008-code-challenges',
  changesData: false,
  async up(db) {
    for (const table of ['exchanges', 'provider_flows'])
      await db.schema.alterTable(table).addColumn('code_challenge', 'text').execute();
  },
};
