import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** The domains of the recipients of waiting mails, so that domains take turns. */
export const mailDomains: Migration = {
  name: '0077-mail-domains',
  changesData: false,
  async up(db) {
    for (const column of ['domain_hash', 'host_hash'])
      await sql`alter table mail_queue add column ${sql.ref(column)} text not null default ''`.execute(db);
  },
};
