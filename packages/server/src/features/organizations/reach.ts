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
const NOTHING: Holds = () => false;

/** All permissions but those of owners, also the ones that the settings add later. */
export const ADMINS = '*';

/** Who answers for a connection, a token, a link or an invitation: an account or an API key. Neither: the host. */
export interface Voucher {
  account: number | null;
  key: number | null;
  /** What they could give then, as in `connections.trust`: a link is bounded, but not its creator. Absent: everything. */
  trust?: string | null;
}

type Vouched = Pick<ConnectionRow, 'vouched_by' | 'vouched_key'>;

export function voucherOf({
  vouched_by: account,
  vouched_key: key,
  trust,
}: Vouched & Pick<ConnectionRow, 'trust'>): Voucher {
  return { account, key, trust };
}

/** The columns of a voucher. */
export function vouchedBy({ account, key }: Voucher): Vouched {
  return { vouched_by: account, vouched_key: key };
}

/** Whether somebody may give everything for good: the host. */
export function isUnbound({ account, key, trust = null }: Voucher): boolean {
  return account === null && key === null && trust === null;
}

type HolderTables = Pick<Tables, 'accounts' | 'apiKeys' | 'memberships'>;
export type ReachTables = HolderTables & Pick<Tables, 'organizationRoles'>;

/**
 * What somebody may give in an organization now. An API key may give everything until it is revoked; one that has expired
 * still answers for what it made.
 */
export async function holdsNow(
  tables: HolderTables,
  voucher: Voucher,
  organizationId: number,
  roles: Roles,
): Promise<Holds> {
  const [could, may] = [
    trusted({ trust: voucher.trust ?? null }),
    await heldBy(tables, voucher, organizationId, roles),
  ];
  return (permission) => could(permission) && may(permission);
}

async function heldBy(
  { accounts, apiKeys, memberships }: HolderTables,
  { account: accountId, key }: Voucher,
  organizationId: number,
  roles: Roles,
): Promise<Holds> {
  if (key !== null) return (await apiKeys.find(key)) === null ? NOTHING : ALL;
  if (accountId === null) return ALL;
  const account = await accounts.find('id', accountId);
  // Who has asked to delete the account counts neither as superadmin nor as owner.
  if (account?.status !== 'active' || account.deletion_at !== null) return NOTHING;
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

type Trusted = Vouched & Pick<ConnectionRow, 'trust' | 'organization_id'>;

/** The permissions for which a connection is trusted now. */
export function trustedNow(tables: HolderTables, connection: Trusted, roles: Roles): Promise<Holds> {
  return holdsNow(tables, voucherOf(connection), connection.organization_id, roles);
}

/** The permissions with which a connection may act now: at least those of the default role. */
async function reachOf(
  tables: HolderTables,
  connection: Trusted | null,
  { roles, rules }: { roles: Roles; rules: OrganizationsSettings },
): Promise<Holds> {
  const given = permissionsOf([rules.default_role], roles);
  const may: Holds = connection === null ? NOTHING : await trustedNow(tables, connection, roles);
  return (permission) => given.has(permission) || may(permission);
}

/** What a connection may do now in its organization, for any number of people. */
export interface Reach {
  /** Those of the roles that it may give. */
  givable(names: readonly string[]): string[];
  /** Whether it may act for a member. */
  reaches(membership: Pick<MembershipRow, 'roles'>): boolean;
}

export async function reachNow(
  tables: ReachTables,
  connection: Trusted,
  rules: OrganizationsSettings,
): Promise<Reach> {
  const roles = rolesOf(rules, await tables.organizationRoles.of(connection.organization_id));
  const isReached = await reachOf(tables, connection, { roles, rules });
  return {
    givable: (names) => names.filter((name) => roles.get(name)?.permissions.every(isReached) === true),
    reaches: (membership) => [...permissionsOf(readNames(membership.roles), roles)].every(isReached),
  };
}

/** Whether a connection may act for a member now. */
export async function reachesMember(
  tables: ReachTables,
  connection: Trusted,
  membership: MembershipRow,
  rules: OrganizationsSettings,
): Promise<boolean> {
  if (isUnbound(voucherOf(connection))) return true;
  return (await reachNow(tables, connection, rules)).reaches(membership);
}

type Begun = Pick<SessionRow, 'created_at' | 'connection_organization_id' | 'connection_uid'> &
  Parameters<typeof isVouched>[0];

interface Where {
  organizationId: number;
  roles: Roles;
  rules: OrganizationsSettings;
}

/**
 * The permissions that a member has by roles, as far as a session reaches. If only a connection says who its owner is,
 * these are those with which the connection may act in its own organization, and those of plain members in others.
 * Asks the database only for members with more than the default role.
 */
export async function heldInSession(
  tables: HolderTables & Pick<Tables, 'connections'>,
  session: Begun,
  names: readonly string[],
  { organizationId, roles, rules }: Where,
): Promise<ReadonlySet<string>> {
  const held = permissionsOf(names, roles);
  if (!isVouched(session)) return held;
  const plain = permissionsOf([rules.default_role], roles);
  if ([...held].every((permission) => plain.has(permission))) return held;
  const { connection_organization_id: beganIn, connection_uid: uid } = session;
  if (beganIn !== organizationId) return new Set([...held].filter((permission) => plain.has(permission)));
  const connection = uid === null ? null : await tables.connections.brief(uid);
  // A session from before somebody vouched for the connection may be that of a person whom nobody trusted.
  const speaks = connection?.status === 'active' && session.created_at >= (connection.trust_widened_at ?? 0);
  return new Set([...held].filter(await reachOf(tables, speaks ? connection : null, { roles, rules })));
}

/**
 * The roles of a member that a session shows: those that are defined, and whose permissions it holds. Applications can
 * check the names of roles without permissions, so of a session that a connection of another organization began, it is
 * the default role at most.
 */
export function rolesInSession(
  session: Begun,
  names: readonly string[],
  held: ReadonlySet<string>,
  { organizationId, roles, rules }: Where,
): string[] {
  const isElsewhere = isVouched(session) && session.connection_organization_id !== organizationId;
  return names
    .filter((name) => !isElsewhere || name === rules.default_role)
    .filter((name) => roles.get(name)?.permissions.every((permission) => held.has(permission)) === true);
}
