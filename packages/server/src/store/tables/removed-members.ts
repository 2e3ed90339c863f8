import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { AccountRow, MembershipRow, Schema } from '../engine/schema.ts';

type Person = Pick<AccountRow, 'id' | 'email_key' | 'email_verified'>;

/** @param key in the form of `email_key` */
export const hashOfEmail = (key: string): string => createHash('sha256').update(key).digest('base64url');

/**
 * The people whom somebody has removed from an organization, by account, and by email once the account is deleted; and the
 * accounts that have left it themselves.
 */
export function removedMembers(db: Kysely<Schema>) {
  return {
    /**
     * Whether somebody has removed a person from an organization, and nobody has let them in again.
     * @param orLeft whether those count who have left it themselves
     */
    async wasRemoved(organizationId: number, person: Person, orLeft: boolean): Promise<boolean> {
      const byAccount = await db
        .selectFrom('removed_members')
        .select('account_id')
        .where('organization_id', '=', organizationId)
        .where('account_id', '=', person.id)
        .where('has_left', '<=', orLeft ? 1 : 0)
        .executeTakeFirst();
      const byEmail = await db
        .selectFrom('removed_emails')
        .select('email_hash')
        .where('organization_id', '=', organizationId)
        .where('email_hash', '=', hashOfEmail(person.email_key))
        .executeTakeFirst();
      return byAccount !== undefined || byEmail !== undefined;
    },

    async noteRemoval(
      { organization_id, former_email_hash: former }: MembershipRow,
      person: Person,
      reason: 'left' | 'removed',
    ): Promise<void> {
      await db
        .insertInto('removed_members')
        .values({ organization_id, account_id: person.id, has_left: reason === 'left' ? 1 : 0 })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      if (reason === 'left') return;
      // Anybody can enter the email of somebody else.
      const own = person.email_verified === 1 ? hashOfEmail(person.email_key) : null;
      const hashes = [...new Set([own, former])].filter((hash) => hash !== null);
      if (hashes.length === 0) return;
      await db
        .insertInto('removed_emails')
        .values(hashes.map((email_hash) => ({ organization_id, email_hash })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async forgetRemoval(organizationId: number, person: Person): Promise<void> {
      await db
        .deleteFrom('removed_members')
        .where('organization_id', '=', organizationId)
        .where('account_id', '=', person.id)
        .execute();
      await db
        .deleteFrom('removed_emails')
        .where('organization_id', '=', organizationId)
        .where('email_hash', '=', hashOfEmail(person.email_key))
        .execute();
    },
  };
}
