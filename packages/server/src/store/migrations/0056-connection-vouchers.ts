import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Who vouches for a connection and for a SCIM token, and the connection that began a session. */
export const connectionVouchers: Migration = {
  name: '0056-connection-vouchers',
  changesData: true,
  async up(db) {
    await sql`alter table connections add column vouched_by bigint`.execute(db);
    await sql`alter table scim_tokens add column vouched_by bigint`.execute(db);
    await sql`alter table sessions add column connection_uid text`.execute(db);
    // Of earlier sessions it is known where the account has come by one connection alone.
    await sql`
      update sessions set connection_uid = (
        select min(connections.uid)
        from provider_links join connections on substr(provider_links.provider, 1, 26) = connections.uid
        where provider_links.account_id = sessions.account_id
        having count(distinct connections.uid) = 1
      )
      where method = 'connection'`.execute(db);
  },
};
