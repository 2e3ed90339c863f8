import type { OrganizationsSettings } from '../../config/sections/organizations.ts';
import type { Tables } from '../../store/database.ts';
import type { ConnectionRow, MembershipRow } from '../../store/engine/schema.ts';
import type { Opened } from '../organizations/access.ts';
import { OWNER, OWNERS_ONLY, permissionsOf, readNames, type Roles, rolesOf } from '../organizations/roles.ts';
import { readMapping } from './connection.ts';

/*
 * Whoever decides what a connection trusts, decides who signs in as whom. So a connection acts only for members whose
 * permissions this person has: otherwise an admin could become an owner by a provider of their own.
 */

type Holds = (permission: string) => boolean;

/** All permissions but those of owners, also the ones that the settings add later. */
const ADMINS = '*';

/** Whether a connection may act for members with a permission. */
export function trusted({ trust }: Pick<ConnectionRow, 'trust'>): Holds {
  if (trust === null) return () => true;
  const names = new Set(readNames(trust));
  return (permission) => names.has(permission) || (names.has(ADMINS) && !OWNERS_ONLY.has(permission));
}

/** Whether it signs in owners of the organization. */
export function signsInOwners(connection: Pick<ConnectionRow, 'trust'>): boolean {
  return trusted(connection)('org:owner');
}

const allOf = (roles: Roles): readonly string[] => roles.get(OWNER)?.permissions ?? [];

function columnOf(roles: Roles, holds: Holds): string | null {
  const lacked = allOf(roles).filter((permission) => !holds(permission));
  if (lacked.length === 0) return null;
  const isAdmins = lacked.every((permission) => OWNERS_ONLY.has(permission));
  return JSON.stringify(isAdmins ? [ADMINS] : allOf(roles).filter(holds));
}

/** The column of a new connection. */
export function trustIn({ roles, holds }: Opened): string | null {
  return columnOf(roles, holds);
}

/** The column once somebody has changed what a connection trusts. It only narrows. */
export function narrowedTrust(before: ConnectionRow, { roles, holds }: Opened): string | null {
  const was = trusted(before);
  return columnOf(roles, (permission) => was(permission) && holds(permission));
}

/**
 * The column once somebody has saved a connection. Whoever has all permissions that it was trusted for answers for it
 * from now on.
 * @param decides whether the change can decide who signs in as whom
 */
export function savedTrust(before: ConnectionRow, opened: Opened, decides: boolean): string | null {
  const was = trusted(before);
  const mayWiden = allOf(opened.roles).every((permission) => !was(permission) || opened.holds(permission));
  if (mayWiden) return trustIn(opened);
  return decides ? narrowedTrust(before, opened) : before.trust;
}

/** Whether a connection may act for a member. It gives some roles itself, so these are no obstacle. */
export async function reachesMember(
  { organizationRoles }: Pick<Tables, 'organizationRoles'>,
  connection: ConnectionRow,
  membership: MembershipRow,
  rules: OrganizationsSettings,
): Promise<boolean> {
  if (connection.trust === null) return true;
  const roles = rolesOf(rules, await organizationRoles.of(connection.organization_id));
  const given = permissionsOf([rules.default_role, ...Object.values(readMapping(connection)).flat()], roles);
  const may = trusted(connection);
  const held = permissionsOf(readNames(membership.roles), roles);
  return [...held].every((permission) => given.has(permission) || may(permission));
}
