import type { Kysely } from 'kysely';
import type { AccountRow, Schema } from '../engine/schema.ts';

/** An organization can have thousands of owners, and each act of one could mail them all. */
const MOST_TOLD = 20;

/** Who can still manage an organization. */
export function organizationOwners(db: Kysely<Schema>) {
  const stayingOwners = (organizationId: number) =>
    db
      .selectFrom('memberships')
      .innerJoin('accounts', 'accounts.id', 'memberships.account_id')
      .select('memberships.account_id')
      .where('organization_id', '=', organizationId)
      .where('is_owner', '=', 1)
      .where('accounts.deletion_at', 'is', null)
      .where('accounts.status', '=', 'active');

  return {
    /** The active owners who get the mails about an organization: the first ones with a proven email, however many there are. */
    ownersToTell(organizationId: number): Promise<Pick<AccountRow, 'name' | 'email' | 'email_verified'>[]> {
      return db
        .selectFrom('memberships')
        .innerJoin('accounts', 'accounts.id', 'memberships.account_id')
        .select(['accounts.name', 'accounts.email', 'accounts.email_verified'])
        .where('organization_id', '=', organizationId)
        .where('is_owner', '=', 1)
        .where('accounts.status', '=', 'active')
        .orderBy('accounts.email_verified', 'desc')
        .orderBy('memberships.id')
        .limit(MOST_TOLD)
        .execute();
    },

    /** The accounts of the owners of an organization who are active and stay. */
    async stayingOwners(organizationId: number): Promise<number[]> {
      const rows = await stayingOwners(organizationId).execute();
      return rows.map((row) => row.account_id);
    },

    /** Whether an organization has another owner beside this account, who is active and stays. */
    async hasOtherOwner(organizationId: number, accountId: number): Promise<boolean> {
      const others = stayingOwners(organizationId).where('account_id', '<>', accountId);
      return (await others.limit(1).executeTakeFirst()) !== undefined;
    },

    /** Whether an organization has owners, who all wait for the deletion of their accounts. */
    async isAbandoned(organizationId: number): Promise<boolean> {
      const { owners, leaving } = await db
        .selectFrom('memberships')
        .innerJoin('accounts', 'accounts.id', 'memberships.account_id')
        .select(({ fn }) => [
          fn.countAll<number>().as('owners'),
          fn.count<number>('accounts.deletion_at').as('leaving'),
        ])
        .where('organization_id', '=', organizationId)
        .where('is_owner', '=', 1)
        .executeTakeFirstOrThrow();
      return owners > 0 && owners === leaving;
    },
  };
}
