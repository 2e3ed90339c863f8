import { setImmediate } from 'node:timers/promises';
import type { Transaction } from '../../store/database.ts';
import type { ConnectionRow, OrganizationRow } from '../../store/engine/schema.ts';
import { inChunks } from '../../store/engine/in-chunks.ts';
import type { OrganizationsSettings } from '../../config/sections/organizations.ts';
import { SUPERADMIN } from '../audit/actors/superadmin-role.ts';
import type { Attribution } from '../audit/events/event.ts';
import { readMapping } from '../connections/connection.ts';
import { keptRoles, mappedRoles } from '../connections/mapped-roles.ts';
import { changeRolesOf, mappedTo, type RoleChange } from '../organizations/memberships.ts';
import { reachNow } from '../organizations/reach.ts';
import { readNames } from '../organizations/roles.ts';

/** The people whose roles change without a pause for other requests. */
const AT_ONCE = 100;

/** Whether the mapping of a connection contains any of these groups. */
export function isMapped(connection: ConnectionRow, names: readonly string[]): boolean {
  const mapping = readMapping(connection);
  return names.some((name) => (mapping[name]?.length ?? 0) > 0);
}

/**
 * Updates the roles of members to match their groups in the open transaction. The organization is locked. A group can
 * have everybody, so this takes few statements for many people.
 * @param accountIds the accounts whose groups have changed
 * @returns the number of members whose roles it has changed
 */
export async function followGroups(
  tables: Transaction,
  { connection, organization }: { connection: ConnectionRow; organization: OrganizationRow },
  accountIds: readonly number[],
  { settings, told }: { settings: OrganizationsSettings; told: Attribution },
): Promise<number> {
  const rolesOf = await mappedRoles(tables, connection, settings);
  const reach = await reachNow(tables, connection, settings);
  const keeps = await keptRoles(tables, organization, connection);
  let row = organization;
  let changed = 0;
  for (const some of inChunks(accountIds, AT_ONCE)) {
    const accounts = new Map((await tables.accounts.ofIds(some)).map((one) => [one.id, one]));
    const groups = await tables.scimGroups.namesOfAll(connection.id, some);
    const changes: RoleChange[] = [];
    for (const membership of await tables.memberships.ofAccountsIn(organization.id, some)) {
      const account = accounts.get(membership.account_id);
      // A group can have members that the connection does not reach. Its other members still follow it.
      if (account === undefined || account.role === SUPERADMIN || !reach.reaches(membership)) continue;
      const mapped = rolesOf({ provisioned: groups.get(account.id) ?? [] });
      const roles = keeps(membership, mappedTo(account, mapped, settings));
      const before = readNames(membership.roles);
      const isSame = roles.length === before.length && roles.every((role) => before.includes(role));
      if (!isSame) changes.push({ membership, account, roles });
    }
    if (changes.length > 0) row = await changeRolesOf(tables, row, changes, told);
    changed += changes.length;
    await setImmediate();
  }
  return changed;
}
