import type { OrganizationsSettings } from '../../config/sections/organizations.ts';
import type { Tables, Transaction } from '../../store/database.ts';
import type { ConnectionRow, MembershipRow, OrganizationRow } from '../../store/engine/schema.ts';
import type { Attribution } from '../audit/events/event.ts';
import { changeRoles } from '../organizations/memberships.ts';
import { givableBy, type ReachTables } from '../organizations/reach.ts';
import { OWNER, readNames } from '../organizations/roles.ts';
import { readMapping } from './connection.ts';

/** The roles that a connection gives for groups, as far as it may now; or the default one. */
export async function mappedRoles(
  tables: ReachTables,
  connection: ConnectionRow,
  groups: readonly string[],
  rules: OrganizationsSettings,
): Promise<string[]> {
  const mapping = new Map(Object.entries(readMapping(connection)));
  const roles = groups.flatMap((group) => mapping.get(group) ?? []);
  const names = await givableBy(tables, connection, [...new Set(roles)], rules);
  return names.length > 0 ? names : [rules.default_role];
}

/**
 * The same for the groups in which the provider has put the holder of an account, and for the groups that it names now.
 */
export async function rolesOfPerson(
  tables: ReachTables & Pick<Tables, 'scimGroups'>,
  connection: ConnectionRow,
  { accountId, groups = [] }: { accountId: number | null; groups?: readonly string[] },
  rules: OrganizationsSettings,
): Promise<string[]> {
  const provisioned = accountId === null ? [] : await tables.scimGroups.namesOf(connection.id, accountId);
  return mappedRoles(tables, connection, [...groups, ...provisioned], rules);
}

/**
 * Replaces the roles of a member of a locked organization. The last owner stays an owner. Other owners also stay,
 * unless the mapping gives that role: otherwise the provider does not know that there are owners.
 * @returns the organization as it is now
 */
export async function keepRoles(
  tables: Transaction,
  organization: OrganizationRow,
  membership: MembershipRow,
  { connection, roles, told }: { connection: ConnectionRow; roles: readonly string[]; told: Attribution },
): Promise<OrganizationRow> {
  const givesOwner = Object.values(readMapping(connection)).flat().includes(OWNER);
  const staysOwner =
    membership.is_owner === 1 &&
    (!givesOwner || !(await tables.memberships.hasOtherOwner(organization.id, membership.account_id)));
  const next = staysOwner && !roles.includes(OWNER) ? [OWNER, ...roles] : roles;
  const before = readNames(membership.roles);
  if (next.length === before.length && next.every((role) => before.includes(role))) return organization;
  return changeRoles(tables, organization, membership, next, told);
}
