import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** On SQLite each event has its position from the start, so the index of those without was for nothing. */
export const unplacedEvents: Migration = {
  name: '0013-unplaced-events',
  changesData: false,
  async up(db, kind) {
    if (kind === 'sqlite') await sql`drop index events__unplaced`.execute(db);
  },
};
