import type { Kysely } from 'kysely';
import type { Schema } from '../engine/schema.ts';

/** The `id` of each connection of an organization, for queries about all that they keep. */
export const connectionsOf = (db: Kysely<Schema>, organizationId: number) =>
  db.selectFrom('connections').select('id').where('organization_id', '=', organizationId);
