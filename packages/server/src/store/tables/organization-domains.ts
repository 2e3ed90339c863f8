import type { Kysely } from 'kysely';
import { lockDomain, skipLocked } from '../engine/locks.ts';
import { orDuplicate } from '../engine/or-duplicate.ts';
import type {
  NewOrganizationDomain,
  OrganizationDomainChanges,
  OrganizationDomainRow,
  Schema,
} from '../engine/schema.ts';
import { ORGANIZATION_BRIEF, type OrganizationBrief } from './organization-brief.ts';

/** A verified domain, with its organization. */
export interface VerifiedDomain {
  domain: OrganizationDomainRow;
  organization: OrganizationBrief;
}

export type OrganizationDomainStore = ReturnType<typeof organizationDomainStore>;

/** The email domains of organizations. Changed under the organization's lock. */
export function organizationDomainStore(db: Kysely<Schema>) {
  return {
    /** The domains of an organization, by name. */
    of(organizationId: number): Promise<OrganizationDomainRow[]> {
      return db
        .selectFrom('organization_domains')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .orderBy('domain')
        .execute();
    },

    async find(organizationId: number, domain: string): Promise<OrganizationDomainRow | null> {
      const row = await db
        .selectFrom('organization_domains')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('domain', '=', domain)
        .executeTakeFirst();
      return row ?? null;
    },

    /** The organization that has verified a domain; at most one. */
    async verified(domain: string): Promise<VerifiedDomain | null> {
      const found = await db
        .selectFrom('organization_domains')
        .selectAll()
        .where('domain', '=', domain)
        .where('status', '=', 'verified')
        .executeTakeFirst();
      if (found === undefined) return null;
      const organization = await db
        .selectFrom('organizations')
        .select(ORGANIZATION_BRIEF)
        .where('id', '=', found.organization_id)
        .executeTakeFirst();
      return organization === undefined ? null : { domain: found, organization };
    },

    /** Keeps a domain from getting another owner until the transaction ends; see `deleteVouched` of sessions. */
    keep: (domain: string) => lockDomain(db, domain, 'share'),

    /** @throws DuplicateError if the organization has claimed the domain */
    insert(domain: NewOrganizationDomain): Promise<OrganizationDomainRow> {
      return orDuplicate(
        db.insertInto('organization_domains').values(domain).returningAll().executeTakeFirstOrThrow(),
      );
    },

    /** @throws DuplicateError if another organization has verified the domain */
    update(id: number, changes: OrganizationDomainChanges): Promise<OrganizationDomainRow> {
      return orDuplicate(
        db
          .updateTable('organization_domains')
          .set(changes)
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow(),
      );
    },

    async delete(id: number): Promise<void> {
      await db.deleteFrom('organization_domains').where('id', '=', id).execute();
    },

    /**
     * Claims verified domains that are due for a check, those that have waited the longest first. Each goes to one of
     * several instances.
     * @param until when a claim is due again, in case its holder was killed
     */
    claim({
      now,
      until,
      limit,
    }: {
      now: number;
      until: number;
      limit: number;
    }): Promise<OrganizationDomainRow[]> {
      const due = db
        .selectFrom('organization_domains')
        .select('id')
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(limit);
      return db
        .updateTable('organization_domains')
        .set({ due_at: until })
        .where('id', 'in', skipLocked(db, due))
        .returningAll()
        .execute();
    },
  };
}
