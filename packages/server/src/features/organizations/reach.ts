import type { OrganizationsSettings } from '../../config/sections/organizations.ts';
import type { Tables } from '../../store/database.ts';
import type { ConnectionRow, MembershipRow, SessionRow } from '../../store/engine/schema.ts';
import { isVouched } from '../identity/sessions/recent-authentication.ts';
import { isActiveSuperadmin } from '../audit/actors/superadmin-role.ts';
import { OWNERS_ONLY, permissionsOf, readNames, type Roles, rolesOf } from './roles.ts';

/*
 * Whoever decides what a connection trusts, decides who signs in as whom. So a connection acts only with permissions
 * that this person has: otherwise an admin could become an owner by a provider of their own. This is asked at each use,
 * so that nobody keeps by a connection the rights that they have lost.
 */

/** Whether somebody has a permission. */
export type Holds = (permission: string) => boolean;

const ALL: Holds = () => true;

/** All permissions but those of owners, also the ones that the settings add later. */
export const ADMINS = '*';

type HolderTables = Pick<Tables, 'accounts' | 'memberships'>;
export type ReachTables = HolderTables & Pick<Tables, 'organizationRoles'>;

/** What an account may give in an organization now. @param accountId null: a key or the host, which may give anything */
export async function holdsNow(
  { accounts, memberships }: HolderTables,
  accountId: number | null,
  organizationId: number,
  roles: Roles,
): Promise<Holds> {
  if (accountId === null) return ALL;
  const account = await accounts.find('id', accountId);
  // Who has asked to delete the account counts neither as superadmin nor as owner.
  if (account?.status !== 'active' || account.deletion_at !== null) return () => false;
  if (isActiveSuperadmin(account)) return ALL;
  const membership = await memberships.find(organizationId, accountId);
  const held = permissionsOf(readNames(membership?.roles ?? '[]'), roles);
  return (permission) => held.has(permission);
}

/** The permissions for which a connection was trusted when it was last saved. */
export function trusted({ trust }: Pick<ConnectionRow, 'trust'>): Holds {
  if (trust === null) return ALL;
  const names = new Set(readNames(trust));
  return (permission) => names.has(permission) || (names.has(ADMINS) && !OWNERS_ONLY.has(permission));
}

type Trusted = Pick<ConnectionRow, 'trust' | 'vouched_by' | 'organization_id'>;

/** The permissions for which a connection is trusted now. */
export async function trustedNow(tables: HolderTables, connection: Trusted, roles: Roles): Promise<Holds> {
  const was = trusted(connection);
  const holds = await holdsNow(tables, connection.vouched_by, connection.organization_id, roles);
  return (permission) => was(permission) && holds(permission);
}

/** The permissions with which a connection may act now: at least those of the default role. */
async function reachOf(
  tables: HolderTables,
  connection: Trusted | null,
  { roles, rules }: { roles: Roles; rules: OrganizationsSettings },
): Promise<Holds> {
  const given = permissionsOf([rules.default_role], roles);
  const may: Holds = connection === null ? () => false : await trustedNow(tables, connection, roles);
  return (permission) => given.has(permission) || may(permission);
}

/** Those of the roles that a connection may give now. */
export async function givableBy(
  tables: ReachTables,
  connection: Trusted,
  names: readonly string[],
  rules: OrganizationsSettings,
): Promise<string[]> {
  const roles = rolesOf(rules, await tables.organizationRoles.of(connection.organization_id));
  const reaches = await reachOf(tables, connection, { roles, rules });
  return names.filter((name) => roles.get(name)?.permissions.every(reaches) === true);
}

/** Whether a connection may act for a member now. */
export async function reachesMember(
  tables: ReachTables,
  connection: Trusted,
  membership: MembershipRow,
  rules: OrganizationsSettings,
): Promise<boolean> {
  if (connection.trust === null && connection.vouched_by === null) return true;
  const roles = rolesOf(rules, await tables.organizationRoles.of(connection.organization_id));
  const reaches = await reachOf(tables, connection, { roles, rules });
  return [...permissionsOf(readNames(membership.roles), roles)].every(reaches);
}

type Begun = Pick<SessionRow, 'created_at' | 'connection_organization_id' | 'connection_uid'> &
  Parameters<typeof isVouched>[0];

/**
 * The permissions that a member has by roles, as far as a session reaches. If only a connection says who its owner is,
 * these are those with which the connection may act in its own organization, and those of plain members in others.
 * Asks the database only for members with more than the default role.
 */
export async function heldInSession(
  tables: HolderTables & Pick<Tables, 'connections'>,
  session: Begun,
  names: readonly string[],
  { organizationId, roles, rules }: { organizationId: number; roles: Roles; rules: OrganizationsSettings },
): Promise<ReadonlySet<string>> {
  const held = permissionsOf(names, roles);
  if (!isVouched(session)) return held;
  const plain = permissionsOf([rules.default_role], roles);
  if ([...held].every((permission) => plain.has(permission))) return held;
  const { connection_organization_id: beganIn, connection_uid: uid } = session;
  if (beganIn !== organizationId) return new Set([...held].filter((permission) => plain.has(permission)));
  const connection = uid === null ? null : await tables.connections.find(uid);
  // A session from before somebody vouched for the connection may be that of a person whom nobody trusted.
  const speaks = connection?.status === 'active' && session.created_at >= (connection.trust_widened_at ?? 0);
  return new Set([...held].filter(await reachOf(tables, speaks ? connection : null, { roles, rules })));
}
