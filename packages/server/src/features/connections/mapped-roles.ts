import type { OrganizationsSettings } from '../../config/sections/organizations.ts';
import type { Tables, Transaction } from '../../store/database.ts';
import type { ConnectionRow, MembershipRow, OrganizationRow } from '../../store/engine/schema.ts';
import type { Attribution } from '../audit/events/event.ts';
import { changeRoles } from '../organizations/memberships.ts';
import { reachNow, type ReachTables } from '../organizations/reach.ts';
import { OWNER, readNames } from '../organizations/roles.ts';
import { readMapping } from './connection.ts';
import { asProvisioned } from './trust.ts';

/** The groups of a person: those that the provider names now, and those in which it has put the holder of the account. */
export interface Groups {
  named?: readonly string[];
  provisioned?: readonly string[];
}

/** Gives the roles for groups, as far as a connection may give them now; or the default one. */
export type RolesOf = (groups: Groups) => string[];

export async function mappedRoles(
  tables: ReachTables & Pick<Tables, 'scimTokens'>,
  connection: ConnectionRow,
  rules: OrganizationsSettings,
): Promise<RolesOf> {
  const mapping = new Map(Object.entries(readMapping(connection)));
  const byName = await reachNow(tables, connection, rules);
  const bySent = await reachNow(tables, await asProvisioned(tables, connection, rules), rules);
  const rolesFor = (groups: readonly string[]) => groups.flatMap((group) => mapping.get(group) ?? []);
  return ({ named = [], provisioned = [] }) => {
    const names = new Set([...byName.givable(rolesFor(named)), ...bySent.givable(rolesFor(provisioned))]);
    return names.size > 0 ? [...names] : [rules.default_role];
  };
}

/** The roles of one person. @param accountId null: the account does not exist yet */
export async function rolesOfPerson(
  tables: ReachTables & Pick<Tables, 'scimGroups' | 'scimTokens'>,
  connection: ConnectionRow,
  { accountId, groups = [] }: { accountId: number | null; groups?: readonly string[] },
  rules: OrganizationsSettings,
): Promise<string[]> {
  const ids = accountId === null ? [] : [accountId];
  const [provisioned = []] = (await tables.scimGroups.namesOfAll(connection.id, ids)).values();
  return (await mappedRoles(tables, connection, rules))({ named: groups, provisioned });
}

/**
 * The roles that members of a locked organization get instead of theirs, one after the other. The last owner stays an
 * owner. Other owners also stay, unless the mapping gives that role: otherwise the provider does not know that there are
 * owners.
 */
export async function keptRoles(
  tables: Pick<Tables, 'memberships'>,
  organization: OrganizationRow,
  connection: ConnectionRow,
): Promise<(membership: MembershipRow, roles: readonly string[]) => readonly string[]> {
  const givesOwner = Object.values(readMapping(connection)).flat().includes(OWNER);
  const owners = new Set(givesOwner ? await tables.memberships.stayingOwners(organization.id) : []);
  return ({ account_id: id, is_owner: isOwner }, roles) => {
    if (isOwner !== 1 || roles.includes(OWNER)) return roles;
    const hasOther = owners.size > (owners.has(id) ? 1 : 0);
    if (!givesOwner || !hasOther) return [OWNER, ...roles];
    owners.delete(id);
    return roles;
  };
}

/**
 * Replaces the roles of a member of a locked organization; see {@link keptRoles}.
 * @returns the organization as it is now
 */
export async function keepRoles(
  tables: Transaction,
  organization: OrganizationRow,
  membership: MembershipRow,
  { connection, roles, told }: { connection: ConnectionRow; roles: readonly string[]; told: Attribution },
): Promise<OrganizationRow> {
  const next = (await keptRoles(tables, organization, connection))(membership, roles);
  const before = readNames(membership.roles);
  if (next.length === before.length && next.every((role) => before.includes(role))) return organization;
  return changeRoles(tables, organization, membership, next, told);
}
