import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** For SAML: the verified answer of a flow, and when the certificates of a provider expire. */
export const saml: Migration = {
  name: '0036-saml',
  changesData: false,
  async up(db) {
    await sql`alter table provider_flows add column sealed_answer text`.execute(db);
    await sql`alter table connections add column certificate_ends_at bigint`.execute(db);
    await sql`alter table connections add column certificate_told_at bigint`.execute(db);
    await sql`create index connections__by_certificate on connections (certificate_ends_at) where certificate_ends_at is not null`.execute(
      db,
    );
  },
};
