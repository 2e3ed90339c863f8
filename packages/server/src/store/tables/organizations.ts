import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';
import { searchKey } from '../../lib/text.ts';
import { inChunks } from '../engine/in-chunks.ts';
import { lockRows } from '../engine/locks.ts';
import { orDuplicate } from '../engine/or-duplicate.ts';
import type { NewOrganization, OrganizationChanges, OrganizationRow, Schema } from '../engine/schema.ts';
import { allOf } from '../lists/list-conditions.ts';
import { FEW_ROWS, type Page, type PageRequest, totals } from '../lists/lists.ts';
import { countAlong, pageAlong, pageOf } from '../lists/pages.ts';
import { inBatch, type Swept } from '../lists/sweep.ts';
import { ORGANIZATION_BRIEF, type OrganizationBrief } from './organization-brief.ts';

/** The orders of organizations, with the column of each. */
export const ORGANIZATION_ORDERS = { created_at: 'created_at', name: 'name_key' } as const;

export interface OrganizationListRequest extends PageRequest {
  order: keyof typeof ORGANIZATION_ORDERS;
  /** The beginning of a name or a slug. */
  search: string | undefined;
  slug: string | undefined;
  externalId: string | undefined;
  /** The account of a member. */
  member: number | undefined;
  /** Whether the list includes deleted organizations until they are removed. */
  deleted: boolean;
}

/** How long an earlier slug still refers to its organization, and nobody else can take it; also after its removal. */
export const SLUG_KEPT_MS = 90 * 86_400_000;
/** How many earlier slugs an organization keeps from others. */
const KEPT_SLUGS = 10;

export type OrganizationStore = ReturnType<typeof organizationStore>;

/** Sorts after every text that begins with the text before it. */
const LAST = '\u{10FFFF}';

/** @param reader runs long reads */
export function organizationStore(db: Kysely<Schema>, reader = db) {
  const totalOf = totals();
  const one = (id: number) => db.selectFrom('organizations').selectAll().where('id', '=', id);

  /** The conditions of a list, and whether an index selects the few rows that meet them. */
  function conditionsOf({ search, slug, externalId, member, deleted }: OrganizationListRequest) {
    const rare: RawBuilder<SqlBool>[] = [];
    if (slug !== undefined) rare.push(sql`slug = ${slug}`);
    if (externalId !== undefined) rare.push(sql`external_id = ${externalId}`);
    if (member !== undefined)
      rare.push(
        sql`id in (select organization_id from memberships where account_id = cast(${member} as bigint))`,
      );
    if (search !== undefined) {
      const [name, text] = [searchKey(search), search.toLowerCase()];
      rare.push(
        sql`(name_key >= ${name} and name_key < ${name + LAST} or slug >= ${text} and slug < ${text + LAST})`,
      );
    }
    return {
      isRare: rare.length > 0,
      all: [...rare, ...(deleted ? [] : [sql<SqlBool>`status <> 'deleted'`])],
    };
  }

  const read = (ids: readonly number[]) =>
    reader.selectFrom('organizations').selectAll().where('id', 'in', ids).execute();

  /**
   * The organizations of an account in the order of their creation, which is that of their ids. The index of memberships
   * has this order, so a page costs the same however many there are. The condition reads only deleted organizations.
   */
  async function ofMember(member: number, deleted: boolean, request: PageRequest) {
    const gone = sql`select id from organizations where purge_at is not null`;
    const entries = {
      table: 'memberships',
      column: 'organization_id',
      id: 'organization_id',
      lead: sql<SqlBool>`account_id = cast(${member} as bigint)`,
      filter: deleted ? undefined : sql<SqlBool>`organization_id not in (${gone})`,
    } as const;
    const total = await countAlong(reader, entries);
    return pageAlong(reader, entries, { ...request, total }, read);
  }

  async function remove(ids: readonly number[], now: number) {
    await db
      .insertInto('freed_slugs')
      .columns(['slug', 'until'])
      .expression((from) =>
        from
          .selectFrom('organization_slugs')
          .select(['slug', sql<number>`coalesce(until, cast(${now + SLUG_KEPT_MS} as bigint))`.as('until')])
          .where('organization_id', 'in', ids),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return db.deleteFrom('organizations').where('id', 'in', ids).executeTakeFirst();
  }

  return {
    /** @throws DuplicateError for a taken `external_id` */
    insert(organization: NewOrganization): Promise<OrganizationRow> {
      const values = { ...organization, name_key: searchKey(organization.name) };
      return orDuplicate(
        db.insertInto('organizations').values(values).returningAll().executeTakeFirstOrThrow(),
      );
    },

    /**
     * The id in the database of an organization.
     * @param name its `org_…`, its slug, or an earlier slug that still refers to it
     */
    async idOf(name: string, now: number): Promise<number | null> {
      const row = name.startsWith('org_')
        ? await db.selectFrom('organizations').select('id').where('uid', '=', name).executeTakeFirst()
        : await db
            .selectFrom('organization_slugs')
            .select('organization_id as id')
            .where('slug', '=', name)
            .where((is) => is.or([is('until', 'is', null), is('until', '>', now)]))
            .executeTakeFirst();
      return row?.id ?? null;
    },

    async findBy(column: 'uid' | 'external_id', key: string): Promise<OrganizationRow | null> {
      const row = await db.selectFrom('organizations').selectAll().where(column, '=', key).executeTakeFirst();
      return row ?? null;
    },

    /** The first organizations after an id that are not deleted, in the order of ids. */
    pageAfter(after: number, limit: number): Promise<OrganizationRow[]> {
      return reader
        .selectFrom('organizations')
        .selectAll()
        .where('id', '>', after)
        .where('status', '<>', 'deleted')
        .orderBy('id')
        .limit(limit)
        .execute();
    },

    async find(id: number): Promise<OrganizationRow | null> {
      return (await one(id).executeTakeFirst()) ?? null;
    },

    async brief(id: number): Promise<OrganizationBrief | null> {
      const found = db.selectFrom('organizations').select(ORGANIZATION_BRIEF).where('id', '=', id);
      return (await found.executeTakeFirst()) ?? null;
    },

    /** Locks it for the open transaction. All changes of its members, roles and state wait for the lock. */
    async lock(id: number): Promise<OrganizationRow | null> {
      return (await lockRows(db, one(id)).executeTakeFirst()) ?? null;
    },

    /** Locks some in one order: two transactions that took them in different orders would wait for each other forever. */
    async lockAll(ids: readonly number[]): Promise<void> {
      const inOrder = [...new Set(ids)].toSorted((a, b) => a - b);
      for (const some of inChunks(inOrder))
        await lockRows(
          db,
          db.selectFrom('organizations').select('id').where('id', 'in', some).orderBy('id'),
        ).execute();
    },

    /** @throws DuplicateError for a taken `external_id` */
    update(id: number, changes: OrganizationChanges): Promise<OrganizationRow> {
      const { name } = changes;
      const set = { ...changes, ...(typeof name === 'string' && { name_key: searchKey(name) }) };
      return orDuplicate(
        db
          .updateTable('organizations')
          .set(set)
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow(),
      );
    },

    /** Removes it with its members, roles and slugs. */
    async delete(id: number, now: number): Promise<void> {
      await remove([id], now);
    },

    /**
     * Gives a slug to an organization.
     * @returns false if another organization has it, or had it recently
     */
    async takeSlug(slug: string, organizationId: number, now: number): Promise<boolean> {
      await db
        .deleteFrom('organization_slugs')
        .where('slug', '=', slug)
        .where((is) =>
          is.or([
            is('until', '<=', now),
            is.and([is('until', 'is not', null), is('organization_id', '=', organizationId)]),
          ]),
        )
        .execute();
      await db.deleteFrom('freed_slugs').where('slug', '=', slug).where('until', '<=', now).execute();
      const freed = await db
        .selectFrom('freed_slugs')
        .select('slug')
        .where('slug', '=', slug)
        .executeTakeFirst();
      if (freed !== undefined) return false;
      // A violation would end the open transaction on PostgreSQL.
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('organization_slugs')
        .values({ slug, organization_id: organizationId, until: null })
        .onConflict((conflict) => conflict.column('slug').doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },

    /** Keeps an earlier slug of an organization valid for some time, in place of the oldest. */
    async retireSlug(slug: string, organizationId: number, until: number): Promise<void> {
      await db.updateTable('organization_slugs').set({ until }).where('slug', '=', slug).execute();
      const retired = db
        .selectFrom('organization_slugs')
        .select('slug')
        .where('organization_id', '=', organizationId)
        .where('until', 'is not', null)
        .orderBy('until', 'desc')
        .orderBy('slug')
        .limit(KEPT_SLUGS);
      await db
        .deleteFrom('organization_slugs')
        .where('organization_id', '=', organizationId)
        .where('until', 'is not', null)
        .where('slug', 'not in', retired)
        .execute();
    },

    /** One page. A search finds at most {@link FEW_ROWS}. */
    async list(request: OrganizationListRequest): Promise<Page<OrganizationRow>> {
      const { order, member, slug, externalId, search, deleted } = request;
      const others = [slug, externalId, search].filter((filter) => filter !== undefined);
      if (member !== undefined && others.length === 0 && order === 'created_at')
        return ofMember(member, deleted, request);
      const column = ORGANIZATION_ORDERS[order];
      const { isRare, all } = conditionsOf(request);
      if (isRare) {
        const found = await reader
          .selectFrom('organizations')
          .select(['id', `${column} as key`])
          .where(allOf(all))
          .limit(FEW_ROWS)
          .execute();
        return pageOf(found, request, read);
      }
      const entries = {
        table: 'organizations',
        column,
        filter: all.length === 0 ? undefined : allOf(all),
      } as const;
      const total = await totalOf(request.deleted, request.now, () => countAlong(reader, entries));
      return pageAlong(reader, entries, { ...request, total }, read);
    },

    /** Removes one batch of the organizations whose restore period has ended, once they have no members. */
    sweep(now: number): Promise<Swept> {
      return inBatch(async (most) => {
        const rows = await db
          .selectFrom('organizations')
          .select('id')
          .where('purge_at', '<=', now)
          .where((is) =>
            is.not(
              is.exists(
                is
                  .selectFrom('memberships')
                  .select('memberships.id')
                  .whereRef('memberships.organization_id', '=', 'organizations.id'),
              ),
            ),
          )
          .limit(most)
          .execute();
        const ids = rows.map(({ id }) => id);
        return ids.length === 0 ? { numDeletedRows: 0n } : remove(ids, now);
      });
    },

    /** Removes one batch of the earlier slugs that are no longer valid. */
    sweepSlugs(now: number): Promise<Swept> {
      return inBatch(async (most) => {
        await db.deleteFrom('freed_slugs').where('until', '<=', now).execute();
        return db
          .deleteFrom('organization_slugs')
          .where('slug', 'in', (query) =>
            query.selectFrom('organization_slugs').select('slug').where('until', '<=', now).limit(most),
          )
          .executeTakeFirst();
      });
    },
  };
}
