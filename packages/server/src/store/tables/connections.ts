import { type Kysely, sql } from 'kysely';
import { inChunks } from '../engine/in-chunks.ts';
import { bindMembers } from './connection-links.ts';
import type { ConnectionChanges, ConnectionRow, NewConnection, Schema } from '../engine/schema.ts';
import { type Swept } from '../lists/sweep.ts';

export type ConnectionStore = ReturnType<typeof connectionStore>;

/** How many makers one statement names: SQLite limits the depth of a condition. */
const MOST_MAKERS = 100;

/** Accounts and API keys by id, and since when. */
export interface Answering {
  accounts: ReadonlyMap<number, { from: number }>;
  keys: ReadonlyMap<number, { from: number }>;
}

/** What decides whom a connection reaches, without the large columns. */
const BRIEF = [
  'id',
  'uid',
  'organization_id',
  'kind',
  'name',
  'status',
  'trust',
  'vouched_by',
  'vouched_key',
  'vouched_at',
  'trust_widened_at',
  'voided_by',
  'provider_changed_by',
  'still_required',
] as const satisfies readonly (keyof ConnectionRow)[];

export type ConnectionBrief = Pick<ConnectionRow, (typeof BRIEF)[number]>;

/** A connection whose metadata is to be fetched again. */
export type DueMetadata = Pick<ConnectionRow, 'id' | 'metadata_due_at'>;

/** The identity providers of organizations. Changed under the organization's lock. */
const DAY_MS = 86_400_000;

export function connectionStore(db: Kysely<Schema>) {
  /** The identities of a connection: see `linkKey`. The bounds are along an index. */
  const linksOf = (uid: string) =>
    db.deleteFrom('provider_links').where('provider', '>=', `${uid}:`).where('provider', '<', `${uid};`);

  const expiring = (until: number) =>
    db
      .selectFrom('connections')
      .innerJoin('organizations', 'organizations.id', 'connections.organization_id')
      .where('connections.certificate_ends_at', '<=', until)
      .where('connections.status', '=', 'active')
      .where('organizations.status', '<>', 'deleted');

  return {
    /** The connections of an organization, oldest first, with all that they keep: their administrators only ask for it. */
    of(organizationId: number): Promise<ConnectionRow[]> {
      return db
        .selectFrom('connections')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .orderBy('id')
        .execute();
    },

    async count(organizationId: number): Promise<number> {
      const { rows } = await db
        .selectFrom('connections')
        .select(({ fn }) => fn.countAll<number>().as('rows'))
        .where('organization_id', '=', organizationId)
        .executeTakeFirstOrThrow();
      return rows;
    },

    /** Those of an organization that are active, or that members still need; oldest first. */
    inForce(organizationId: number): Promise<ConnectionBrief[]> {
      return db
        .selectFrom('connections')
        .select(BRIEF)
        .where('organization_id', '=', organizationId)
        .where((is) => is.or([is('status', '=', 'active'), is('still_required', '=', 1)]))
        .orderBy('id')
        .execute();
    },

    /** The oldest active connection of an organization. */
    async firstActive(organizationId: number): Promise<Pick<ConnectionRow, 'uid' | 'name'> | null> {
      const row = await db
        .selectFrom('connections')
        .select(['uid', 'name'])
        .where('organization_id', '=', organizationId)
        .where('status', '=', 'active')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
      return row ?? null;
    },

    /** The active connections for which one of these accounts, or API keys, vouches. */
    vouchedBy(column: 'vouched_by' | 'vouched_key', ids: readonly number[]): Promise<ConnectionBrief[]> {
      return db
        .selectFrom('connections')
        .select(BRIEF)
        .where(column, 'in', ids)
        .where('status', '=', 'active')
        .orderBy('id')
        .execute();
    },

    /**
     * The active connections for which accounts vouch in one organization; null: in those where they are members, and
     * where their rights are not known to be lost, for superadmins in all. They can leave any number of others behind, and
     * lose nothing there.
     */
    heldBy(accountIds: readonly number[], organizationUid: string | null): Promise<ConnectionBrief[]> {
      const held = db
        .selectFrom('connections')
        .select(BRIEF)
        .where('vouched_by', 'in', accountIds)
        .where('status', '=', 'active');
      const one = db.selectFrom('organizations').select('id').where('uid', '=', organizationUid);
      return (
        organizationUid === null
          ? held.where((is) =>
              is.or([
                is('trust_lost_at', 'is', null),
                is.exists(
                  is
                    .selectFrom('accounts')
                    .select('accounts.id')
                    .whereRef('accounts.id', '=', 'connections.vouched_by')
                    .where('accounts.role', '=', 'superadmin'),
                ),
                is.exists(
                  is
                    .selectFrom('memberships')
                    .select('memberships.id')
                    .whereRef('memberships.organization_id', '=', 'connections.organization_id')
                    .whereRef('memberships.account_id', '=', 'connections.vouched_by'),
                ),
              ]),
            )
          : held.where('organization_id', 'in', one)
      ).execute();
    },

    /**
     * The connections for which accounts or API keys have vouched since a time, or made a SCIM token, and those of whose
     * earlier tokens they have made some at any time; the newest first.
     */
    async answeredFor({ accounts, keys }: Answering): Promise<ConnectionRow[]> {
      const found = new Map<number, ConnectionRow>();
      const makers = { vouched_by: [...accounts], vouched_key: [...keys] } as const;
      for (const column of ['vouched_by', 'vouched_key'] as const)
        for (const some of inChunks(makers[column], MOST_MAKERS)) {
          const ids = some.map(([id]) => id);
          const since = Math.min(...some.map(([, { from }]) => from));
          const tokens = db.selectFrom('scim_tokens').select('connection_id').where(column, 'in', ids);
          const former = column === 'vouched_by' ? ids : [];
          const rows = await db
            .selectFrom('connections')
            .selectAll()
            .where((is) =>
              is.or([
                is.and([is(column, 'in', ids), is('vouched_at', '>=', since)]),
                is('id', 'in', tokens.where('created_at', '>=', since)),
                is.and([
                  is('former_vouchers', 'is not', null),
                  is.or(former.map((id) => is('former_vouchers', 'like', `%"account":${id},%`))),
                ]),
              ]),
            )
            .execute();
          for (const row of rows) found.set(row.id, row);
        }
      return [...found.values()].toSorted((one, other) => other.id - one.id);
    },

    /**
     * Notes whether the trust is lost, unless somebody else vouches by now.
     * @returns whether that is news: at most once a day, because the owners get a mail
     */
    async noteTrust(
      { id, vouched_by: by, vouched_key: key }: ConnectionBrief,
      { isLost, at }: { isLost: boolean; at: number },
    ): Promise<boolean> {
      const one = db
        .updateTable('connections')
        .set({ trust_lost_at: isLost ? at : null })
        .where('id', '=', id)
        .where('vouched_by', 'is not distinct from', by)
        .where('vouched_key', 'is not distinct from', key);
      const { numUpdatedRows } = await one
        .where((is) => {
          const isOld = is('trust_lost_at', '<=', at - DAY_MS);
          return isLost ? is.or([is('trust_lost_at', 'is', null), isOld]) : isOld;
        })
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    async find(uid: string): Promise<ConnectionRow | null> {
      const row = await db.selectFrom('connections').selectAll().where('uid', '=', uid).executeTakeFirst();
      return row ?? null;
    },

    /** The ids of the organizations of connections. */
    async organizationsOf(uids: readonly string[]): Promise<number[]> {
      const found: number[] = [];
      for (const some of inChunks(uids)) {
        const rows = db.selectFrom('connections').select('organization_id').where('uid', 'in', some);
        found.push(...(await rows.execute()).map((row) => row.organization_id));
      }
      return found;
    },

    async brief(uid: string): Promise<ConnectionBrief | null> {
      const row = await db.selectFrom('connections').select(BRIEF).where('uid', '=', uid).executeTakeFirst();
      return row ?? null;
    },

    /** The names of connections and of their organizations, by the uids of the connections. */
    async namesOf(
      uids: readonly string[],
    ): Promise<ReadonlyMap<string, { name: string; organization: string }>> {
      if (uids.length === 0) return new Map();
      const rows = await db
        .selectFrom('connections')
        .innerJoin('organizations', 'organizations.id', 'connections.organization_id')
        .select(['connections.uid', 'connections.name', 'organizations.name as organization'])
        .where('connections.uid', 'in', uids)
        .execute();
      return new Map(rows.map(({ uid, ...names }) => [uid, names]));
    },

    /** Whether the mapping of a connection gives a role. */
    async mapsTo(organizationId: number, role: string): Promise<boolean> {
      const rows = await db
        .selectFrom('connections')
        .select('mapping')
        .where('organization_id', '=', organizationId)
        .execute();
      return rows.some(({ mapping }) => {
        const roles: Record<string, string[]> = JSON.parse(mapping);
        return Object.values(roles).flat().includes(role);
      });
    },

    async anyActive(): Promise<boolean> {
      const row = await db
        .selectFrom('connections')
        .select('id')
        .where('status', '=', 'active')
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Connections whose certificates expire soon, and whose owners have not got a mail yet, the most urgent first. */
    expiring(until: number, limit: number): Promise<ConnectionRow[]> {
      return expiring(until)
        .selectAll('connections')
        .where('connections.certificate_told_at', 'is', null)
        .orderBy('connections.certificate_ends_at')
        .limit(limit)
        .execute();
    },

    /** The number of connections with certificates that expire soon. */
    async countExpiring(until: number): Promise<number> {
      const { rows } = await expiring(until)
        .select(({ fn }) => fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow();
      return rows;
    },

    /**
     * Connections whose metadata is to be fetched again: the longest due of each organization first, so that one whose
     * addresses fail does not keep those of others waiting.
     */
    metadataDue(now: number, limit: number): Promise<DueMetadata[]> {
      return db
        .selectFrom('connections')
        .innerJoin('organizations', 'organizations.id', 'connections.organization_id')
        .select(['connections.id', 'connections.metadata_due_at'])
        .where('connections.metadata_due_at', '<=', now)
        .where('organizations.status', '<>', 'deleted')
        .orderBy(
          sql`row_number() over (partition by connections.organization_id order by connections.metadata_due_at)`,
        )
        .orderBy('connections.metadata_due_at')
        .limit(limit)
        .execute();
    },

    /** Puts it off. @returns null unless this one of several simultaneous callers has claimed it */
    async claimMetadata(
      { id, metadata_due_at: due }: DueMetadata,
      until: number,
    ): Promise<ConnectionRow | null> {
      const row = await db
        .updateTable('connections')
        .set({ metadata_due_at: until })
        .where('id', '=', id)
        .where('metadata_due_at', '=', due)
        .returningAll()
        .executeTakeFirst();
      return row ?? null;
    },

    insert(connection: NewConnection): Promise<ConnectionRow> {
      return db.insertInto('connections').values(connection).returningAll().executeTakeFirstOrThrow();
    },

    update(id: number, changes: ConnectionChanges): Promise<ConnectionRow> {
      return db
        .updateTable('connections')
        .set(changes)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
    },

    /** Removes a connection, and the identities that accounts have there. */
    async delete({ id, uid }: Pick<ConnectionRow, 'id' | 'uid'>): Promise<void> {
      // The next connection is required of those who came by this one.
      const accounts = db
        .selectFrom('provider_links')
        .select('account_id')
        .where('provider', '>=', `${uid}:`)
        .where('provider', '<', `${uid};`);
      await bindMembers(db, accounts, [uid]);
      await linksOf(uid).execute();
      await db.deleteFrom('connections').where('id', '=', id).execute();
    },

    /** Removes one connection of an organization whose restore period has ended, with its identities. */
    async sweep(now: number): Promise<Swept> {
      const row = await db
        .selectFrom('connections')
        .innerJoin('organizations', 'organizations.id', 'connections.organization_id')
        .select(['connections.id', 'connections.uid'])
        .where('organizations.purge_at', '<=', now)
        .executeTakeFirst();
      if (row === undefined) return { removed: 0, more: false };
      await linksOf(row.uid).execute();
      await db.deleteFrom('connections').where('id', '=', row.id).execute();
      return { removed: 1, more: true };
    },
  };
}
