import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** The organization that an event is about, and the one to whose events a webhook is limited. */
export const eventsOfOrganizations: Migration = {
  name: '0037-events-of-organizations',
  changesData: false,
  async up(db, kind) {
    const text = sql.raw(kind === 'sqlite' ? 'text' : 'text collate "C"');
    await sql`alter table events add column organization ${text}`.execute(db);
    await sql`alter table webhooks add column organization ${text}`.execute(db);
  },
};
