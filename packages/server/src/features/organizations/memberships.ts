import { KeywardError } from '../../errors.ts';
import type { Transaction } from '../../store/database.ts';
import type { AccountRow, MembershipRow, OrganizationRow } from '../../store/engine/schema.ts';
import { BY_CONNECTION } from '../../store/tables/memberships.ts';
import type { Attribution } from '../audit/events/event.ts';
import { newEvent } from '../audit/events/event.ts';
import { presentEventAccount } from '../audit/serializers/account.ts';
import { presentEventOrganization } from '../audit/serializers/organization.ts';
import { endVouched, removeMember } from '../identity/accounts/owned-organizations.ts';
import { changedMeanwhile } from '../identity/accounts/changed-meanwhile.ts';
import { isFromBefore } from '../identity/accounts/lifecycle.ts';
import type { OrganizationsSettings } from '../../config/sections/organizations.ts';
import type { Admitted } from './admission.ts';
import { OWNER, readNames, roleColumns } from './roles.ts';

/** An account that is about to become a member. */
export interface Joining {
  /** Locked before the organization, so that it cannot be deleted, and its memberships can be counted. */
  account: AccountRow;
  /** The host's consent, from before the organization was locked. */
  admitted: Admitted;
}

/**
 * Creates a membership, for all ways to join. The organization is locked, or new. An
 * invitation of the account to it ends.
 * @returns the organization as it is now
 * @throws KeywardError `AlreadyMemberError`, `OrganizationLimitError`; `MembershipRefusedError` when all owners wait for
 * the deletion of their accounts, and the new member is no owner; `ServiceUnavailableError` if the consent is about another
 * membership
 */
export async function addMembership(
  tables: Transaction,
  organization: OrganizationRow,
  { account, admitted }: Joining,
  { settings, told }: { settings: OrganizationsSettings; told: Attribution },
): Promise<OrganizationRow> {
  const { id, members_count: count } = organization;
  const { source, organizationId, accountId } = admitted;
  // The host was asked about another account, if the email has moved since.
  if (organizationId !== organization.uid || (accountId ?? account.id) !== account.id)
    throw changedMeanwhile();
  if ((await tables.memberships.find(id, account.id)) !== null) throw new KeywardError('AlreadyMemberError');
  const isChosen = !BY_CONNECTION.includes(source);
  const roles = isChosen ? admitted.roles : mappedTo(account, admitted.roles, settings);
  if (!roles.includes(OWNER) && (await tables.memberships.isAbandoned(id)))
    throw new KeywardError('MembershipRefusedError', {
      message:
        'The organization is about to be deleted: its owners have asked to delete their accounts. An owner who signs in keeps it.',
    });
  const most = organization.max_members ?? settings.max_members;
  if (count >= most) throw limitReached(`The organization has ${most} members, its limit.`, most);
  const mostOfAccount = settings.max_per_account;
  // A stranger who has signed up with the email may have filled the limit, and this is the company's decision.
  const isMade = source === 'creator';
  if (isChosen && (await tables.memberships.countOf(account.id, isMade)) >= mostOfAccount)
    throw limitReached(`The account is in ${mostOfAccount} organizations, its limit.`, mostOfAccount);
  return insertMembership(tables, organization, { account, roles, source }, told);
}

async function insertMembership(
  tables: Transaction,
  organization: OrganizationRow,
  { account, roles, source }: { account: AccountRow } & Pick<Admitted, 'roles' | 'source'>,
  told: Attribution,
): Promise<OrganizationRow> {
  const { id, members_count: count } = organization;
  const changed = await tables.organizations.update(id, {
    members_count: count + 1,
    version: organization.version + 1,
  });
  await tables.memberships.insert({
    organization_id: id,
    account_id: account.id,
    ...roleColumns(roles),
    source,
    version: changed.version,
    created_at: told.at,
    last_active_at: null,
  });
  await tables.memberships.forgetRemoval(id, account);
  if (account.email_verified === 1) {
    await tables.organizationInvitations.deleteOf(id, account.email_key);
    // The membership is meant for the reader of this mailbox, and not for that of an earlier one (decision 39).
    if (isFromBefore(account.password_after_proof))
      await tables.emailChanges.endIfProvenAlone(account.id, account.email_key);
  }
  await tables.events.add([
    newEvent(
      'member.added',
      {
        organization: presentEventOrganization(changed),
        account: presentEventAccount(account),
        roles: [...roles],
        source,
      },
      told,
    ),
  ]);
  return changed;
}

/**
 * The roles that a mapping of a connection gives an account. Nobody becomes an owner without a proven mailbox: once its
 * reader comes, the membership ends, and the last owner could not leave.
 */
export function mappedTo(
  { email_verified: verified }: Pick<AccountRow, 'email_verified'>,
  roles: readonly string[],
  { default_role: plain }: Pick<OrganizationsSettings, 'default_role'>,
): readonly string[] {
  if (verified === 1 || !roles.includes(OWNER)) return roles;
  const others = roles.filter((name) => name !== OWNER);
  return others.length > 0 ? others : [plain];
}

/** The refusal that names a limit. */
export function limitReached(message: string, limit: number): KeywardError {
  return new KeywardError('OrganizationLimitError', { message, details: { limit } });
}

/** The new roles of a member. */
export interface RoleChange {
  membership: MembershipRow;
  account: AccountRow;
  roles: readonly string[];
}

/**
 * Changes the roles of many members of a locked organization, in a few statements. An owner remains.
 * @returns the organization as it is now
 */
export async function changeRolesOf(
  tables: Transaction,
  organization: OrganizationRow,
  changes: readonly RoleChange[],
  told: Attribution,
): Promise<OrganizationRow> {
  const changed = await tables.organizations.update(organization.id, { version: organization.version + 1 });
  const byRoles = Map.groupBy(changes, ({ roles }) => JSON.stringify(roles));
  for (const some of byRoles.values()) {
    const ids = some.map(({ membership }) => membership.id);
    const columns = roleColumns(some[0]?.roles ?? []);
    await tables.memberships.updateAll(ids, { ...columns, version: changed.version });
  }
  await tables.events.add(
    changes.map(({ membership, account, roles }) =>
      newEvent(
        'member.updated',
        {
          organization: presentEventOrganization(changed),
          account: presentEventAccount(account),
          changed: { roles: [...roles] },
          previous: { roles: readNames(membership.roles) },
        },
        told,
      ),
    ),
  );
  return changed;
}

/**
 * Changes the roles of a member of a locked organization.
 * @returns the organization as it is now
 * @throws KeywardError `LastOwnerError`
 */
export async function changeRoles(
  tables: Transaction,
  organization: OrganizationRow,
  membership: MembershipRow,
  roles: readonly string[],
  told: Attribution,
): Promise<OrganizationRow> {
  const previous = readNames(membership.roles);
  if (previous.includes(OWNER) && !roles.includes(OWNER)) await assertOtherOwner(tables, membership);
  const account = await tables.accounts.find('id', membership.account_id);
  if (account === null) throw new KeywardError('MemberNotFoundError');
  return changeRolesOf(tables, organization, [{ membership, account, roles }], told);
}

/** A membership that is about to end. */
export interface Leaving {
  /** Locked before the organization, because the record of the removal refers to it. */
  account: AccountRow | null;
  membership: MembershipRow | null;
}

/**
 * Ends a membership of a locked organization, and the sessions for which only its connections speak.
 * @throws KeywardError `MemberNotFoundError`, `LastOwnerError`
 */
export async function endMembership(
  tables: Transaction,
  organization: OrganizationRow,
  { account, membership }: Leaving,
  reason: 'left' | 'removed',
  told: Attribution,
): Promise<void> {
  if (account === null || membership === null) throw new KeywardError('MemberNotFoundError');
  if (membership.is_owner === 1) await assertOtherOwner(tables, membership);
  await removeMember(tables, organization, membership, account, reason, told);
  await tables.memberships.noteRemoval(membership, account, reason);
  // The organization no longer says who somebody is. A new sign-in asks whether its connection still may.
  await endVouched(tables, { organizationId: organization.id, accountIds: [account.id] }, told);
}

async function assertOtherOwner(
  { memberships }: Transaction,
  { organization_id: organizationId, account_id: accountId }: MembershipRow,
): Promise<void> {
  if (!(await memberships.hasOtherOwner(organizationId, accountId))) throw new KeywardError('LastOwnerError');
}
