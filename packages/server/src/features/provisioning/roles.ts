import type { Transaction } from '../../store/database.ts';
import type { ConnectionRow, OrganizationRow } from '../../store/engine/schema.ts';
import type { OrganizationsSettings } from '../../config/sections/organizations.ts';
import type { Attribution } from '../audit/events/event.ts';
import { readMapping } from '../connections/connection.ts';
import { keepRoles, rolesOfPerson } from '../connections/mapped-roles.ts';
import { refusalFor } from './user-rules.ts';

/** Whether the mapping of a connection contains any of these groups. */
export function isMapped(connection: ConnectionRow, names: readonly string[]): boolean {
  const mapping = readMapping(connection);
  return names.some((name) => (mapping[name]?.length ?? 0) > 0);
}

/**
 * Updates the roles of members to match their groups in the open transaction. The organization is locked.
 * @param accountIds the accounts whose groups have changed
 */
export async function followGroups(
  tables: Transaction,
  { connection, organization }: { connection: ConnectionRow; organization: OrganizationRow },
  accountIds: readonly number[],
  { settings, told }: { settings: OrganizationsSettings; told: Attribution },
): Promise<void> {
  let row = organization;
  for (const id of accountIds) {
    const membership = await tables.memberships.find(organization.id, id);
    const account = membership === null ? null : await tables.accounts.find('id', id);
    if (membership === null || account === null) continue;
    // A group can have members that the connection does not reach. Its other members still follow it.
    if ((await refusalFor(tables, connection, account, { membership, rules: settings })) !== null) continue;
    const roles = await rolesOfPerson(tables, connection, { accountId: id }, settings);
    row = await keepRoles(tables, row, membership, { connection, roles, told });
  }
}
