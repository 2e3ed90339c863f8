import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Connections that members still need although an undo has turned them off. */
export const stillRequired: Migration = {
  name: '0070-still-required',
  changesData: false,
  async up(db) {
    await sql`alter table connections add column still_required integer not null default 0`.execute(db);
  },
};
