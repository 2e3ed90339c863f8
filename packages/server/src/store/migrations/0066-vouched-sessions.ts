import type { Migration } from './migration.ts';

/** An index from an organization to the sessions that its connections began. */
export const vouchedSessions: Migration = {
  name: '0066-vouched-sessions',
  changesData: false,
  indexes: [
    {
      name: 'sessions__by_connection',
      table: 'sessions',
      on: '(connection_organization_id, account_id) where connection_organization_id is not null',
    },
  ],
  async up() {},
};
