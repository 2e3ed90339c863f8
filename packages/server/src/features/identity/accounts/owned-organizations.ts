import { KeywardError } from '../../../errors.ts';
import { domainOf } from '../../../lib/email.ts';
import type { Tables, Transaction } from '../../../store/database.ts';
import type { AccountRow, MembershipRow, OrganizationRow } from '../../../store/engine/schema.ts';
import { BY_CONNECTION } from '../../../store/tables/memberships.ts';
import { newEvent, type Attribution } from '../../audit/events/event.ts';
import { sessionEnds } from '../../audit/events/session-ends.ts';
import { presentEventAccount } from '../../audit/serializers/account.ts';
import { presentEventOrganization } from '../../audit/serializers/organization.ts';

/**
 * Ends the memberships of a locked account that is deleted, and the invitations of its mailbox. An organization without
 * another member is deleted too, and so is a deleted organization without another owner, because nobody could hand it
 * over.
 * @throws KeywardError `LastOwnerError`, unless the account may leave organizations without an owner
 */
export async function leaveOrganizations(
  tables: Tables,
  account: AccountRow,
  { leavesOwnerless, told }: { leavesOwnerless: boolean; told: Attribution },
): Promise<void> {
  const { organizations, memberships, organizationInvitations, events } = tables;
  for await (const { row, membership } of lockedMemberships(tables, account.id)) {
    const isLastOwner = membership.is_owner === 1 && !(await memberships.hasOtherOwner(row.id, account.id));
    const isDeleted = row.status === 'deleted';
    if (row.members_count === 1 || (isDeleted && isLastOwner)) {
      await organizations.delete(row.id, told.at);
      const last = { ...row, status: 'deleted' as const };
      if (!isDeleted)
        await events.add([
          newEvent('organization.deleted', { organization: presentEventOrganization(last) }, told),
        ]);
      continue;
    }
    if (!leavesOwnerless && isLastOwner) throw new KeywardError('LastOwnerError');
    await removeMember(tables, row, membership, account, 'deleted', told);
  }
  // After the organizations, because they are locked before their invitations.
  if (account.email_verified === 1) await organizationInvitations.deleteOfEmail(account.email_key);
}

/**
 * The ids of organizations whose identity providers have opened an account for an email that is in none of their domains, or
 * that was moved there. Whoever proves the mailbox first did not join, and would need these providers from now on.
 * @param isDisowned whether the owner of the mailbox says that the account was somebody else's: then all of them
 */
export async function foreignTo(
  { memberships, organizationDomains }: Tables,
  account: AccountRow,
  isDisowned: boolean,
): Promise<number[]> {
  const own = await organizationDomains.verified(domainOf(account.email_key));
  return (await memberships.ofAccount(account.id))
    .filter(({ source }) => isDisowned || BY_CONNECTION.includes(source))
    .map(({ organization_id: id }) => id)
    .filter((id) => id !== own?.organization.id);
}

/** Ends the memberships of an account in locked organizations, unless it is their last owner. */
export async function leaveForeign(
  tables: Tables,
  account: AccountRow,
  ids: readonly number[],
  told: Attribution,
): Promise<void> {
  const { organizations, memberships } = tables;
  for (const id of ids) {
    const row = await organizations.find(id);
    const membership = row === null ? null : await memberships.find(id, account.id);
    if (row === null || membership === null) continue;
    await endVouched(tables, { organizationId: id, accountIds: [account.id] }, told);
    if (membership.is_owner === 1 && !(await memberships.hasOtherOwner(id, account.id))) continue;
    await removeMember(tables, row, membership, account, 'left', told);
  }
}

/**
 * Takes an account whose owner has proven a mailbox from organizations with other domains: they may not delete it any more,
 * and where the domain is another's, their connections do not speak for its person.
 */
export async function leaveFormerDomains(
  tables: Tables,
  { id, email_key: emailKey }: AccountRow,
  told: Attribution,
): Promise<void> {
  const domain = domainOf(emailKey);
  await tables.scimUsers.disown(id, domain);
  const owner = (await tables.organizationDomains.verified(domain))?.organization.id;
  if (owner !== undefined) await endVouched(tables, { domain, owner, accountIds: [id] }, told);
}

/** Ends sessions for which only connections of an organization speak, once they may not any more. */
export async function endVouched(
  { sessions, events }: Pick<Transaction, 'sessions' | 'events'>,
  which: Parameters<Transaction['sessions']['deleteVouched']>[0],
  told: Attribution,
): Promise<void> {
  await events.add(sessionEnds(await sessions.deleteVouched(which), 'revoked', told));
}

/** Ends a membership of a locked organization that keeps an owner, with its event. */
export async function removeMember(
  { organizations, memberships, events }: Tables,
  organization: OrganizationRow,
  membership: MembershipRow,
  account: AccountRow,
  reason: 'left' | 'removed' | 'deleted',
  told: Attribution,
): Promise<void> {
  const after = await organizations.update(organization.id, {
    members_count: organization.members_count - 1,
    version: organization.version + 1,
  });
  await memberships.delete(membership.id);
  const roles: string[] = JSON.parse(membership.roles);
  const data = {
    organization: presentEventOrganization(after),
    account: presentEventAccount(account),
    roles,
    reason,
  };
  await events.add([newEvent('member.removed', data, told)]);
}

/**
 * Requires that no organization with other members loses its last owner once a locked account is gone.
 * @throws KeywardError `LastOwnerError`
 */
export async function assertDispensable(tables: Tables, accountId: number): Promise<void> {
  for await (const { row, membership } of lockedMemberships(tables, accountId)) {
    if (membership.is_owner !== 1 || row.status === 'deleted') continue;
    if (row.members_count === 1) {
      // The organization is deleted with the account, so nobody can join it from now on.
      await tables.organizationInvitations.deleteOf(row.id);
      continue;
    }
    if (!(await tables.memberships.hasOtherOwner(row.id, accountId)))
      throw new KeywardError('LastOwnerError');
  }
}

/** The memberships of an account, read once their organizations are locked, because they may have ended until then. */
async function* lockedMemberships(
  { organizations, memberships }: Tables,
  accountId: number,
): AsyncGenerator<{ row: OrganizationRow; membership: MembershipRow }> {
  for (const { organization_id: id } of await memberships.ofAccount(accountId)) {
    const row = await organizations.lock(id);
    const membership = row === null ? null : await memberships.find(id, accountId);
    if (row !== null && membership !== null) yield { row, membership };
  }
}
