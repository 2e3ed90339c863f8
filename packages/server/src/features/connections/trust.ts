import type { OrganizationsSettings } from '../../config/sections/organizations.ts';
import type { Tables } from '../../store/database.ts';
import type { ConnectionRow } from '../../store/engine/schema.ts';
import type { ConnectionBrief } from '../../store/tables/connections.ts';
import type { Opened } from '../organizations/access.ts';
import {
  ADMINS,
  type Holds,
  holdsNow,
  isUnbound,
  type ReachTables,
  trusted,
  trustedNow,
  type Voucher,
  voucherOf,
} from '../organizations/reach.ts';
import { OWNER, OWNERS_ONLY, type Roles, rolesOf } from '../organizations/roles.ts';

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

/** The column of a new connection or token. */
export function trustIn({ roles, holds }: Opened): string | null {
  return columnOf(roles, holds);
}

/** The column once somebody has changed what a connection trusts. It only narrows. */
export function narrowedTrust(before: ConnectionRow, { roles, holds }: Opened): string | null {
  const was = trusted(before);
  return columnOf(roles, (permission) => was(permission) && holds(permission));
}

/**
 * The trust once somebody has saved a connection; null: as before. Somebody who has all permissions that it is trusted
 * for answers for it from now on, but not for the SCIM tokens of others, who keep them.
 * @param before as it is trusted now
 * @param decides whether the change can decide who signs in as whom
 * @returns also whether it is trusted for more than before
 */
export function savedTrust(
  before: ConnectionRow,
  opened: Opened,
  decides: boolean,
): { trust: string | null; widens: boolean } | null {
  const was = trusted(before);
  const all = allOf(opened.roles);
  if (all.every((permission) => !was(permission) || opened.holds(permission)))
    return {
      trust: trustIn(opened),
      widens: all.some((permission) => !was(permission) && opened.holds(permission)),
    };
  return decides ? { trust: narrowedTrust(before, opened), widens: false } : null;
}

/** A connection with the trust that it has now, which is narrower once its voucher has lost rights. */
export async function asTrusted(
  tables: ReachTables,
  connection: ConnectionRow,
  rules: OrganizationsSettings,
): Promise<ConnectionRow> {
  if (isUnbound(voucherOf(connection))) return connection;
  const roles = rolesOf(rules, await tables.organizationRoles.of(connection.organization_id));
  return { ...connection, trust: columnOf(roles, await trustedNow(tables, connection, roles)) };
}

/** Whether the person who vouches for a connection lacks a permission for which it is trusted. */
export async function hasLostTrust(
  tables: ReachTables,
  connection: ConnectionBrief,
  rules: OrganizationsSettings,
): Promise<boolean> {
  const roles = rolesOf(rules, await tables.organizationRoles.of(connection.organization_id));
  const [was, may] = [trusted(connection), await trustedNow(tables, connection, roles)];
  return allOf(roles).some((permission) => was(permission) && !may(permission));
}

/** The different ones among those who may not give everything for good. */
function bound<One extends Voucher>(vouchers: readonly One[]): One[] {
  const others = vouchers.filter((one) => !isUnbound(one));
  const nameOf = ({ account, key, trust = null }: Voucher) => JSON.stringify([account, key, trust]);
  return [...new Map(others.map((one) => [nameOf(one), one])).values()];
}

/** A connection with the trust that some others can give it now, too. */
export async function narrowedBy(
  tables: ReachTables,
  connection: ConnectionRow,
  vouchers: readonly Voucher[],
  rules: OrganizationsSettings,
): Promise<ConnectionRow> {
  const others = bound(vouchers);
  if (others.length === 0) return connection;
  const roles = rolesOf(rules, await tables.organizationRoles.of(connection.organization_id));
  const all = [trusted(connection)];
  for (const one of others) all.push(await holdsNow(tables, one, connection.organization_id, roles));
  return { ...connection, trust: columnOf(roles, (permission) => all.every((holds) => holds(permission))) };
}

/** Made a token that an undo has removed: what it stored counts for nobody until somebody vouches for the connection. */
export const NOBODY: Voucher = { account: 0, key: null };

type Former = Pick<ConnectionRow, 'former_vouchers'>;

/** Whether somebody is one of those whose acts are undone, at the time of the act. */
export type IsTheirs = (voucher: Voucher, at: number | null) => boolean;

/** Who answers for what revoked SCIM tokens of a connection have stored: their makers, or who has vouched for it since. */
interface FormerVoucher extends Voucher {
  /** When the token was revoked, or when they vouched; milliseconds since the epoch. */
  at?: number;
}

function readFormer({ former_vouchers: column }: Former): FormerVoucher[] {
  return column === null ? [] : JSON.parse(column);
}

function columnOfFormer(vouchers: readonly FormerVoucher[]): Former {
  const all = bound(vouchers);
  return { former_vouchers: all.length === 0 ? null : JSON.stringify(all) };
}

/** The column once a token has been revoked. */
export function formerWith(connection: Former, maker: FormerVoucher): Former {
  return columnOfFormer([...readFormer(connection), maker]);
}

/** Whether somebody of these has made a token that was revoked, or has vouched for what such tokens stored. */
export function isFormerVoucher(connection: Former, isTheirs: IsTheirs): boolean {
  return readFormer(connection).some((one) => isTheirs(one, one.at ?? null));
}

/** The column once somebody answers for what is stored. Otherwise an admin could lift what an owner does not know. */
export function formerNow({ former_vouchers: column }: Former, voucher: FormerVoucher): Former {
  return columnOfFormer(column === null ? [] : [voucher]);
}

/**
 * A connection with the trust that its provisioned groups have: whoever made one of its tokens has decided who is in
 * them, also in the time before they lost rights.
 */
export async function asProvisioned(
  tables: ReachTables & Pick<Tables, 'scimTokens'>,
  connection: ConnectionRow,
  rules: OrganizationsSettings,
): Promise<ConnectionRow> {
  const tokens = await tables.scimTokens.of(connection.id);
  return narrowedBy(tables, connection, [...tokens.map(voucherOf), ...readFormer(connection)], rules);
}
