import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** For which organization the connection of a session speaks. */
export const sessionConnections: Migration = {
  name: '0051-session-connections',
  changesData: true,
  async up(db) {
    await sql`alter table sessions add column connection_organization_id bigint`.execute(db);
    await sql`alter table sessions add column factor_vouched integer not null default 0`.execute(db);
    // Of earlier sessions it is known where the account has come by the connections of one organization alone.
    await sql`
      update sessions set
        connection_organization_id = (
          select min(connections.organization_id)
          from provider_links join connections on substr(provider_links.provider, 1, 26) = connections.uid
          where provider_links.account_id = sessions.account_id
          having count(distinct connections.organization_id) = 1
        ),
        factor_vouched = case when amr = 'fed mfa' then 1 else 0 end
      where method = 'connection'`.execute(db);
  },
};
