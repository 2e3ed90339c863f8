import { type Kysely, type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely';
import { containsText } from '../engine/dialect.ts';
import type {
  NewOrganizationInvitation,
  OrganizationInvitationRow,
  OrganizationRow,
  Schema,
} from '../engine/schema.ts';
import { FEW_ROWS, type Page, type PageRequest } from '../lists/lists.ts';
import { countAlong, type Entries, pageAlong, pageOf } from '../lists/pages.ts';
import { inBatch, type Swept } from '../lists/sweep.ts';

/** An invitation with the fields of the organization that the invited person sees. */
export type ReceivedInvitation = OrganizationInvitationRow & {
  [Field in (typeof SHOWN)[number] as `organization__${Field}`]: Selectable<OrganizationRow>[Field];
};

const SHOWN = ['uid', 'name', 'slug', 'logo_url'] as const;

export type OrganizationInvitationStore = ReturnType<typeof organizationInvitationStore>;

/** @param reader runs long reads */
export function organizationInvitationStore(db: Kysely<Schema>, reader = db) {
  const of = (organizationId: number) =>
    db.selectFrom('organization_invitations').where('organization_id', '=', organizationId);

  return {
    /** @throws DuplicateError if there is already one for the email */
    insert(invitation: NewOrganizationInvitation): Promise<OrganizationInvitationRow> {
      return db
        .insertInto('organization_invitations')
        .values(invitation)
        .returningAll()
        .executeTakeFirstOrThrow();
    },

    async find(column: 'uid' | 'token_hash', key: string): Promise<OrganizationInvitationRow | null> {
      const row = await db
        .selectFrom('organization_invitations')
        .selectAll()
        .where(column, '=', key)
        .executeTakeFirst();
      return row ?? null;
    },

    /** The invitations that an account sent last. */
    madeBy(accountId: number): Promise<OrganizationInvitationRow[]> {
      return db
        .selectFrom('organization_invitations')
        .selectAll()
        .where('created_by', '=', accountId)
        .orderBy('id')
        .execute();
    },

    /** The number of an organization's invitations that have not expired. */
    async countLive(organizationId: number, now: number): Promise<number> {
      const { rows } = await of(organizationId)
        .select(({ fn }) => fn.countAll<number>().as('rows'))
        .where('expires_at', '>', now)
        .executeTakeFirstOrThrow();
      return rows;
    },

    /** Whether an invitation that has not expired gives a role. */
    async usesRole(organizationId: number, role: string, now: number): Promise<boolean> {
      const row = await of(organizationId)
        .select('id')
        .where('expires_at', '>', now)
        .where(containsText(db, 'roles', JSON.stringify(role)))
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Replaces the token. */
    renew(
      id: number,
      token: Pick<
        OrganizationInvitationRow,
        'token_hash' | 'expires_at' | 'frontend' | 'created_by' | 'created_key'
      >,
    ): Promise<OrganizationInvitationRow> {
      return db
        .updateTable('organization_invitations')
        .set(token)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
    },

    async delete(id: number): Promise<void> {
      await db.deleteFrom('organization_invitations').where('id', '=', id).execute();
    },

    /** Removes the invitations of an organization, or only the one for an email. */
    async deleteOf(organizationId: number, emailKey?: string): Promise<void> {
      const all = db.deleteFrom('organization_invitations').where('organization_id', '=', organizationId);
      await (emailKey === undefined ? all : all.where('email_key', '=', emailKey)).execute();
    },

    /** Removes the invitations for an email. */
    async deleteOfEmail(emailKey: string): Promise<void> {
      await db.deleteFrom('organization_invitations').where('email_key', '=', emailKey).execute();
    },

    /** One page of an organization's invitations. */
    async list(organizationId: number, request: PageRequest): Promise<Page<OrganizationInvitationRow>> {
      const lead: RawBuilder<SqlBool> = sql`organization_id = ${organizationId}`;
      const entries: Entries = { table: 'organization_invitations', column: 'created_at', lead };
      const total = await countAlong(reader, entries);
      return pageAlong(reader, entries, { ...request, total }, (ids) =>
        reader.selectFrom('organization_invitations').selectAll().where('id', 'in', ids).execute(),
      );
    },

    /**
     * One page of the invitations to active organizations for an email that have not expired; at most {@link FEW_ROWS}.
     */
    async received(emailKey: string, request: PageRequest): Promise<Page<ReceivedInvitation>> {
      const received = reader
        .selectFrom('organization_invitations')
        .innerJoin('organizations', 'organizations.id', 'organization_invitations.organization_id');
      const found = await received
        .select(['organization_invitations.id', 'organization_invitations.created_at as key'])
        .where('email_key', '=', emailKey)
        .where('expires_at', '>', request.now)
        .where('status', '=', 'active')
        .limit(FEW_ROWS)
        .execute();
      return pageOf(found, request, (ids) =>
        received
          .selectAll('organization_invitations')
          .select([
            'organizations.uid as organization__uid',
            'organizations.name as organization__name',
            'organizations.slug as organization__slug',
            'organizations.logo_url as organization__logo_url',
          ])
          .where('organization_invitations.id', 'in', ids)
          .execute(),
      );
    },

    /** Removes one batch of the invitations that expired at `until` or before. */
    sweep(until: number): Promise<Swept> {
      return inBatch((most) =>
        db
          .deleteFrom('organization_invitations')
          .where('id', 'in', (query) =>
            query
              .selectFrom('organization_invitations')
              .select('id')
              .where('expires_at', '<=', until)
              .limit(most),
          )
          .executeTakeFirst(),
      );
    },
  };
}
