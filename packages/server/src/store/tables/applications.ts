import type { ExpressionBuilder, Kysely } from 'kysely';
import { type ApplicationBrief, BRIEF, listedApplications } from './application-lists.ts';
import { countAlong, pageAlong } from '../lists/pages.ts';
import { count, type Page, type PageRequest } from '../lists/lists.ts';
import { inBatch, type Swept } from '../lists/sweep.ts';
import { containsText } from '../engine/dialect.ts';
import { orDuplicate } from '../engine/or-duplicate.ts';
import type {
  ApplicationChanges,
  ApplicationRow,
  ApplicationSecretRow,
  NewApplication,
  Schema,
} from '../engine/schema.ts';

/** SQLite requires a limit for an offset. */
const DROPPED_AT_ONCE = 1_000;

export type ApplicationStore = ReturnType<typeof applicationStore>;

/** Applications that sign in with Keyward, with their secrets and the origins of the public ones. */
export function applicationStore(db: Kysely<Schema>) {
  return {
    /** @throws DuplicateError for a client_id that is taken */
    insert(application: NewApplication): Promise<ApplicationRow> {
      return orDuplicate(
        db.insertInto('applications').values(application).returningAll().executeTakeFirstOrThrow(),
      );
    },

    /** @param clientId unchecked, from a request */
    async find(clientId: string): Promise<ApplicationRow | null> {
      // PostgreSQL refuses a query with a NUL.
      if (clientId.includes('\0')) return null;
      const row = await db
        .selectFrom('applications')
        .selectAll()
        .where('client_id', '=', clientId)
        .executeTakeFirst();
      return row ?? null;
    },

    async byId(id: number): Promise<ApplicationRow | null> {
      const row = await db.selectFrom('applications').selectAll().where('id', '=', id).executeTakeFirst();
      return row ?? null;
    },

    ...listedApplications(db),

    /** @returns null if it is gone */
    async update(id: number, changes: ApplicationChanges): Promise<ApplicationRow | null> {
      const row = await db
        .updateTable('applications')
        .set(changes)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      return row ?? null;
    },

    /** @returns null if it is already gone */
    async delete(id: number): Promise<ApplicationBrief | null> {
      const row = await db
        .deleteFrom('applications')
        .where('id', '=', id)
        .returning(BRIEF)
        .executeTakeFirst();
      return row ?? null;
    },

    /** Removes some of the expired applications. */
    deleteExpired(now: number, most: number): Promise<ApplicationBrief[]> {
      return db
        .deleteFrom('applications')
        .where('id', 'in', (query) =>
          query.selectFrom('applications').select('id').where('expires_at', '<=', now).limit(most),
        )
        .returning(BRIEF)
        .execute();
    },

    /** The number of applications that are turned on and unused since a time. */
    countIdle(since: number): Promise<number> {
      return count(
        db
          .selectFrom('applications')
          .where('enabled', '=', 1)
          .where((is) => is(is.fn.coalesce('last_used_at', 'created_at'), '<', since)),
      );
    },

    /** The details of applications on servers that are turned on and name an address with http, at most 10,000. */
    async detailsWithHttp(): Promise<string[]> {
      const rows = await db
        .selectFrom('applications')
        .select('details')
        .where('type', '=', 'web')
        .where('enabled', '=', 1)
        .where(containsText(db, 'details', '"http:'))
        .limit(10_000)
        .execute();
      return rows.map(({ details }) => details);
    },

    count: () => count(db.selectFrom('applications')),

    /** One page, in the order in which they were made. */
    async list(request: PageRequest): Promise<Page<ApplicationRow>> {
      const entries = { table: 'applications', column: 'id' } as const;
      const total = await countAlong(db, entries);
      return pageAlong(db, entries, { ...request, total }, (ids) =>
        db.selectFrom('applications').selectAll().where('id', 'in', ids).execute(),
      );
    },

    /** Records that it got a token. */
    async used(id: number, at: number): Promise<void> {
      await db.updateTable('applications').set({ last_used_at: at }).where('id', '=', id).execute();
    },

    /** The secrets of applications, including expired ones, oldest first. */
    async secrets(ids: readonly number[]): Promise<ApplicationSecretRow[]> {
      if (ids.length === 0) return [];
      return db
        .selectFrom('application_secrets')
        .selectAll()
        .where('application_id', 'in', ids)
        .orderBy('id')
        .execute();
    },

    insertSecret(secret: Omit<ApplicationSecretRow, 'id' | 'last_used_at'>): Promise<ApplicationSecretRow> {
      return db
        .insertInto('application_secrets')
        .values({ ...secret, last_used_at: null })
        .returningAll()
        .executeTakeFirstOrThrow();
    },

    /** @returns null if it is already gone */
    async deleteSecret(applicationId: number, id: number): Promise<ApplicationSecretRow | null> {
      const row = await db
        .deleteFrom('application_secrets')
        .where('application_id', '=', applicationId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      return row ?? null;
    },

    /** Removes the secrets that have expired by `now`. */
    async dropExpiredSecrets(applicationId: number, now: number): Promise<void> {
      await db
        .deleteFrom('application_secrets')
        .where('application_id', '=', applicationId)
        .where('expires_at', '<=', now)
        .execute();
    },

    async secretUsed(id: number, at: number): Promise<void> {
      await db.updateTable('application_secrets').set({ last_used_at: at }).where('id', '=', id).execute();
    },

    /** Replaces the origins of an application. */
    async setOrigins(applicationId: number, origins: readonly string[]): Promise<void> {
      await db.deleteFrom('application_origins').where('application_id', '=', applicationId).execute();
      if (origins.length > 0)
        await db
          .insertInto('application_origins')
          .values(origins.map((origin) => ({ origin, application_id: applicationId })))
          .execute();
    },

    /** Whether an enabled public client uses an origin. */
    async hasOrigin(origin: string): Promise<boolean> {
      const row = await db
        .selectFrom('application_origins')
        .innerJoin('applications', 'applications.id', 'application_origins.application_id')
        .select('applications.id')
        .where('application_origins.origin', '=', origin)
        .where('applications.enabled', '=', 1)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Removes the applications of a source that never got a token, except the `kept` newest. @returns them */
    dropUnused(source: 'metadata_document' | 'registered', kept: number): Promise<ApplicationBrief[]> {
      return db
        .deleteFrom('applications')
        .where('id', 'in', (query) =>
          query
            .selectFrom('applications')
            .select('id')
            .where('source', '=', source)
            .where('last_used_at', 'is', null)
            .where(isUndecided)
            .orderBy('id', 'desc')
            .limit(DROPPED_AT_ONCE)
            .offset(kept),
        )
        .returning(BRIEF)
        .execute();
    },

    /** Removes one batch of the metadata documents that have no grants or consents, and were last used before a time. */
    sweepDocuments(before: number): Promise<Swept> {
      return inBatch((most) =>
        db
          .deleteFrom('applications')
          .where('id', 'in', (query) =>
            query
              .selectFrom('applications')
              .select('id')
              .where('source', '=', 'metadata_document')
              .where('last_used_at', '<=', before)
              .where(isUndecided)
              .where((is) =>
                is.not(
                  is.or([
                    is.exists(
                      is
                        .selectFrom('oauth_grants')
                        .select('oauth_grants.id')
                        .whereRef('oauth_grants.application_id', '=', 'applications.id'),
                    ),
                    is.exists(
                      is
                        .selectFrom('oauth_consents')
                        .select('oauth_consents.account_id')
                        .whereRef('oauth_consents.application_id', '=', 'applications.id'),
                    ),
                  ]),
                ),
              )
              .limit(most),
          )
          .executeTakeFirst(),
      );
    },

    /** Removes some of the applications that registered themselves and got no token since a time. */
    deleteUnused(before: number, most: number): Promise<ApplicationBrief[]> {
      return db
        .deleteFrom('applications')
        .where('id', 'in', (query) =>
          query
            .selectFrom('applications')
            .select('id')
            .where('source', '<>', 'created')
            .where('last_used_at', 'is', null)
            .where('created_at', '<=', before)
            .where((is) => is.or([is('source', '=', 'registered'), isUndecided(is)]))
            .limit(most),
        )
        .returning(BRIEF)
        .execute();
    },
  };
}

/** Registrations and metadata documents without a decision of a superadmin. A block, for example, must be kept. */
function isUndecided(is: ExpressionBuilder<Schema, 'applications'>) {
  return is.and([
    is('enabled', '=', 1),
    is('first_party', '=', 0),
    is('dpop_bound', '=', 0),
    is.or([is('source', '=', 'registered'), is('fresh_until', 'is not', null)]),
  ]);
}
