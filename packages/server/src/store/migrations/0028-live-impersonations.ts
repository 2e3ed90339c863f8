import type { Migration } from './migration.ts';

/** Finds the few sessions in which a superadmin acts. */
export const liveImpersonations: Migration = {
  name: '0028-live-impersonations',
  changesData: false,
  indexes: [
    { name: 'sessions_impersonations', table: 'sessions', on: '(id) where impersonator is not null' },
  ],
  async up() {},
};
