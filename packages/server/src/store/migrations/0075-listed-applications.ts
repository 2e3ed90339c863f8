import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** What lists show of an application, apart from its details, which strangers fill. */
export const listedApplications: Migration = {
  name: '0075-listed-applications',
  changesData: true,
  async up(db) {
    await sql`alter table applications add column listed text`.execute(db);
    await sql`alter table applications add column listed_at bigint`.execute(db);
    for (let last: number | undefined = 0; last !== undefined;) {
      const { rows }: { rows: Row[] } =
        await sql<Row>`select id, details, updated_at from applications where id > ${last} order by id limit 100`.execute(
          db,
        );
      for (const { id, details, updated_at } of rows) {
        const { logo_url = null, homepage_url = null, scopes = null }: Details = JSON.parse(details);
        const listed = JSON.stringify({ logo_url, homepage_url, scopes });
        await sql`update applications set listed = ${listed}, listed_at = ${updated_at} where id = ${id}`.execute(
          db,
        );
      }
      last = rows.at(-1)?.id;
    }
  },
};

interface Row {
  id: number;
  details: string;
  updated_at: number;
}

interface Details {
  logo_url?: string | null;
  homepage_url?: string | null;
  scopes?: string[] | null;
}
