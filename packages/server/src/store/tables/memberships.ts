import { type Kysely, type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely';
import { domainOf } from '../../lib/email.ts';
import { containsText } from '../engine/dialect.ts';
import { inChunks } from '../engine/in-chunks.ts';
import { orDuplicate } from '../engine/or-duplicate.ts';
import type { AccountRow, MembershipRow, NewMembership, OrganizationRow, Schema } from '../engine/schema.ts';
import { activeMemberships } from './active-membership.ts';
import { bindMembers, connectionOf } from './connection-links.ts';
import { matching } from './member-search.ts';
import { organizationOwners } from './organization-owners.ts';
import { hashOfEmail, removedMembers } from './removed-members.ts';
import { allOf } from '../lists/list-conditions.ts';
import { count, FEW_ROWS, type Page, type PageRequest } from '../lists/lists.ts';
import { countAlong, type Entries, pageAlong, pageOf } from '../lists/pages.ts';
import { inBatch, type Swept } from '../lists/sweep.ts';

/** A membership with the fields of the account that other members see. */
export type MemberRow = MembershipRow & {
  [Field in (typeof SHOWN)[number] as `account__${Field}`]: Selectable<AccountRow>[Field];
};

/** The ways in for which an identity provider speaks. */
export const BY_CONNECTION: readonly MembershipRow['source'][] = ['connection', 'provisioning'];

const SHOWN = ['name', 'email', 'handle', 'avatar_url'] as const;

export interface MemberListRequest extends PageRequest {
  /** The organization's row, locked or just read. */
  organization: Pick<OrganizationRow, 'id' | 'members_count'>;
  /** A whole email; or parts of a name, an email or a handle, in any order; a text that is too short is the beginning of one. */
  search: string | undefined;
  role: string | undefined;
  source: MembershipRow['source'] | undefined;
}

export type MembershipStore = ReturnType<typeof membershipStore>;

/** @param reader runs long reads */
export function membershipStore(db: Kysely<Schema>, reader = db) {
  const members = (from: Kysely<Schema>) =>
    from
      .selectFrom('memberships')
      .innerJoin('accounts', 'accounts.id', 'memberships.account_id')
      .selectAll('memberships')
      .select([
        'accounts.name as account__name',
        'accounts.email as account__email',
        'accounts.handle as account__handle',
        'accounts.avatar_url as account__avatar_url',
      ]);

  const hasRole = (role: string) => containsText(reader, 'memberships.roles', JSON.stringify(role));

  return {
    ...activeMemberships(db),
    ...organizationOwners(db),
    ...removedMembers(db),

    /** @throws DuplicateError if the account is a member */
    insert(membership: NewMembership): Promise<MembershipRow> {
      return orDuplicate(
        db.insertInto('memberships').values(membership).returningAll().executeTakeFirstOrThrow(),
      );
    },

    /**
     * Binds an account to the organizations that require a connection for a domain, which its email leaves.
     * @param isProven whether its mailbox is proven: then also to those by whose connection or provisioning it has come, and
     * the organization of the domain remembers the mailbox, which could join it again
     */
    async bind(accountId: number, emailKey: string, isProven: boolean): Promise<void> {
      const owning = db
        .selectFrom('organization_domains')
        .select('organization_id')
        .where('domain', '=', domainOf(emailKey))
        .where('status', '=', 'verified');
      if (isProven)
        await db
          .updateTable('memberships')
          .set({ former_email_hash: hashOfEmail(emailKey) })
          .where('account_id', '=', accountId)
          .where('organization_id', 'in', owning)
          .execute();
      const requiring = owning.where('joining', '=', 'require');
      await db
        .updateTable('memberships')
        .set({ bound: 1 })
        .where('account_id', '=', accountId)
        .where((where) =>
          where.or([
            where('organization_id', 'in', requiring),
            ...(isProven ? [where('source', 'in', BY_CONNECTION)] : []),
          ]),
        )
        .execute();
      const links = await db
        .selectFrom('provider_links')
        .select('provider')
        .where('account_id', '=', accountId)
        .execute();
      const came = links.map(({ provider }) => connectionOf(provider)).filter((uid) => uid !== null);
      await bindMembers(db, [accountId], came);
    },

    async find(organizationId: number, accountId: number): Promise<MembershipRow | null> {
      const row = await db
        .selectFrom('memberships')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return row ?? null;
    },

    async member(organizationId: number, accountId: number): Promise<MemberRow | null> {
      const row = await members(db)
        .where('organization_id', '=', organizationId)
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return row ?? null;
    },

    async updateAll(
      ids: readonly number[],
      changes: Pick<MembershipRow, 'roles' | 'is_owner' | 'version'>,
    ): Promise<void> {
      for (const some of inChunks(ids))
        await db.updateTable('memberships').set(changes).where('id', 'in', some).execute();
    },

    async delete(id: number): Promise<void> {
      await db.deleteFrom('memberships').where('id', '=', id).execute();
    },

    /**
     * The number of organizations that an account belongs to, without deleted ones.
     * @param makes whether it makes another: then those that it has made count until they are removed, whoever has deleted
     * them
     */
    async countOf(accountId: number, makes: boolean): Promise<number> {
      const own = db.selectFrom('memberships').where('account_id', '=', accountId);
      const joined = own
        .innerJoin('organizations', 'organizations.id', 'organization_id')
        .where('status', '<>', 'deleted');
      const made = db
        .selectFrom('organizations')
        .where('made_by', '=', accountId)
        .where('status', '=', 'deleted');
      return (await count(joined)) + (makes ? await count(made) : 0);
    },

    /** Whether an organization knows an account: as a member, a former one, or somebody whom its provider has provisioned. */
    async isKnown(accountId: number): Promise<boolean> {
      for (const table of ['memberships', 'scim_users', 'removed_members'] as const) {
        const rows = db.selectFrom(table).select('account_id').where('account_id', '=', accountId);
        if ((await rows.limit(1).executeTakeFirst()) !== undefined) return true;
      }
      return false;
    },

    /** The memberships of an account, in the order in which organizations are locked. */
    ofAccount(accountId: number): Promise<MembershipRow[]> {
      return db
        .selectFrom('memberships')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('organization_id')
        .execute();
    },

    /** The organizations to which an account is bound, and those that it has joined by a connection. */
    async boundOf(accountId: number): Promise<number[]> {
      const rows = await db
        .selectFrom('memberships')
        .select('organization_id')
        .where('account_id', '=', accountId)
        .where((where) => where.or([where('bound', '=', 1), where('source', 'in', BY_CONNECTION)]))
        .execute();
      return rows.map((row) => row.organization_id);
    },

    /** The memberships of an account in some organizations. */
    async ofAccountIn(accountId: number, organizationIds: readonly number[]): Promise<MembershipRow[]> {
      if (organizationIds.length === 0) return [];
      return db
        .selectFrom('memberships')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('organization_id', 'in', organizationIds)
        .execute();
    },

    /** The memberships of some accounts in an organization. */
    async ofAccountsIn(organizationId: number, accountIds: readonly number[]): Promise<MembershipRow[]> {
      const found: MembershipRow[] = [];
      for (const some of inChunks(accountIds)) {
        const all = db.selectFrom('memberships').selectAll().where('organization_id', '=', organizationId);
        found.push(...(await all.where('account_id', 'in', some).execute()));
      }
      return found;
    },

    /** The owners of an organization, with the owner's account. */
    owners(organizationId: number): Promise<MemberRow[]> {
      return members(db)
        .where('organization_id', '=', organizationId)
        .where('is_owner', '=', 1)
        .orderBy('memberships.id')
        .execute();
    },

    /** The first members of an organization after an id, in the order of ids: its owners, or the others. */
    pageAfter({
      organizationId,
      owners,
      after,
      limit,
    }: {
      organizationId: number;
      owners: boolean;
      after: number;
      limit: number;
    }): Promise<(MemberRow & { account__uid: string })[]> {
      return members(reader)
        .select('accounts.uid as account__uid')
        .where('organization_id', '=', organizationId)
        .where('is_owner', '=', owners ? 1 : 0)
        .where('memberships.id', '>', after)
        .orderBy('memberships.id')
        .limit(limit)
        .execute();
    },

    /** Whether a member has a role. */
    async usesRole(organizationId: number, role: string): Promise<boolean> {
      const row = await db
        .selectFrom('memberships')
        .select('id')
        .where('organization_id', '=', organizationId)
        .where(hasRole(role))
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** One page, in the order in which they joined. A search finds at most {@link FEW_ROWS}. */
    async list({
      organization,
      search,
      role,
      source,
      ...request
    }: MemberListRequest): Promise<Page<MemberRow>> {
      const { id, members_count: all } = organization;
      const read = (ids: readonly number[]) => members(reader).where('memberships.id', 'in', ids).execute();
      const filters: RawBuilder<SqlBool>[] = [];
      if (role !== undefined) filters.push(hasRole(role));
      if (source !== undefined) filters.push(sql`memberships.source = ${source}`);
      const lead = sql<SqlBool>`memberships.organization_id = ${id}`;
      if (search !== undefined) {
        const found = await reader
          .selectFrom('memberships')
          .innerJoin('accounts', 'accounts.id', 'memberships.account_id')
          .select(['memberships.id', 'memberships.created_at as key'])
          .where(allOf([lead, ...filters, await matching(reader, search, organization)]))
          .limit(FEW_ROWS)
          .execute();
        return pageOf(found, request, read);
      }
      const entries: Entries = {
        table: 'memberships',
        column: 'created_at',
        lead,
        filter: filters.length === 0 ? undefined : allOf(filters),
      };
      const total = filters.length === 0 ? all : await countAlong(reader, entries);
      return pageAlong(reader, entries, { ...request, total }, read);
    },

    /** Removes one batch of the members of organizations whose restore period has ended. */
    sweep(now: number): Promise<Swept> {
      return inBatch((most) =>
        db
          .deleteFrom('memberships')
          .where('id', 'in', (query) =>
            query
              .selectFrom('memberships')
              .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
              .select('memberships.id')
              .where('organizations.purge_at', '<=', now)
              .limit(most),
          )
          .executeTakeFirst(),
      );
    },
  };
}
