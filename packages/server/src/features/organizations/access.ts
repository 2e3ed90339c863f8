import type { OrganizationPermission } from '../../config/sections/organizations.ts';
import { KeywardError } from '../../errors.ts';
import type { Client } from '../../lib/client.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Store, Tables, Transaction } from '../../store/database.ts';
import type { MembershipRow, OrganizationRow, PortalRow } from '../../store/engine/schema.ts';
import { BY_CONNECTION } from '../../store/tables/memberships.ts';
import {
  accountIdOf,
  type Actor,
  assertLive,
  assertStillActs,
  superadminActor,
} from '../audit/actors/actor.ts';
import type { Caller } from '../audit/actors/caller.ts';
import type { Recent } from '../audit/actors/recent.ts';
import { isActiveSuperadmin } from '../audit/actors/superadmin-role.ts';
import type { Origin } from '../audit/events/event-types.ts';
import { byCaller, byPortal } from '../audit/events/origin.ts';
import { assertReader } from '../identity/accounts/mailbox-reader.ts';
import type { Settings } from '../settings/settings.ts';
import type { AssertMayEnter } from './entrance.ts';
import { heldInSession, holdsNow, type Voucher } from './reach.ts';
import { LEADS_TO, OWNERS_ONLY, permissionsOf, readNames, type Roles, rolesOf } from './roles.ts';

/** The permission that a route requires of a member; null: every member. */
export type Asked = OrganizationPermission | null;

/** Who sends a request about organizations. */
export interface Asker {
  /** The asker as events name it. */
  readonly by: Origin;
  readonly client: Client;
  /** The session; null for a key and the host. */
  readonly caller: Caller | null;
  /** Acts without being a member; null: only as a member. */
  readonly actor: Actor | null;
  readonly asked: Asked;
  /** The link of an administrator without an account; it gives access only to its own organization. */
  readonly portal?: PortalRow;
}

export function callerAsks(caller: Caller, client: Client, asked: Asked, signal?: AbortSignal): Asker {
  const { account__role: role, account__status: status, account__deletion_at, impersonator } = caller.row;
  // An impersonation does not include the rights of a superadmin.
  const isActor =
    impersonator === null && isActiveSuperadmin({ role, status, deletion_at: account__deletion_at });
  const actor = isActor ? superadminActor(caller, client, signal) : null;
  return { by: byCaller(caller, client), client, caller, actor, asked };
}

export function actorAsks(actor: Actor, asked: Asked = null): Asker {
  const { by, client, caller } = actor;
  return { by, client, caller, actor, asked };
}

/** Who answers for what an asker makes; for a link, its creator. */
export function creatorOf({ actor, caller, portal }: Asker): Voucher {
  if (portal !== undefined) return creatorOfPortal(portal);
  if (actor?.kind === 'key') return { account: null, key: actor.key?.id ?? null };
  const account = actor === null ? (caller?.row.account_id ?? null) : accountIdOf(actor);
  return { account, key: null };
}

function creatorOfPortal({ created_by: account, created_key: key }: PortalRow): Voucher {
  return { account, key };
}

export function portalAsks(portal: PortalRow, client: Client): Asker {
  return { by: byPortal(portal, client), client, caller: null, actor: null, asked: null, portal };
}

/** An organization, with the rights of its asker. */
export interface Opened {
  row: OrganizationRow;
  roles: Roles;
  /** The asker's membership; null for a superadmin, a key or the host that is not a member. */
  membership: MembershipRow | null;
  /** Whether the asker may give or take a permission. */
  holds: (permission: string) => boolean;
}

interface How {
  /** A suspended organization can be read and left. */
  suspended: 'open' | 'closed';
  /** Administrators can read a deleted organization and restore it. */
  deleted: 'open' | 'closed';
}

const READ: How = { suspended: 'open', deleted: 'open' };
const WRITE: How = { suspended: 'closed', deleted: 'closed' };

/**
 * All access to an organization goes through these functions. They do not reveal whether it exists to people who may
 * not see it.
 * @throws KeywardError `OrganizationNotFoundError`, `OrganizationSuspendedError`, `PermissionMissingError`,
 * `ReauthenticationRequiredError` for a permission that a session lacks but not its owner, for acts outside of the
 * organization whose connection began it, and for an owner whose session misses the policy of another member, `PortalInvalidError`, and with a permission the errors of {@link AssertMayEnter}
 */
export interface Access {
  /** For reading. @param name its id, its slug or an earlier slug */
  read(asker: Asker, name: string): Promise<Opened>;
  /**
   * Runs an act while the organization is locked, so that neither it nor the rights of the asker can change.
   * @param how.first locks rows that must be locked before the organization, such as an account
   * @param how.ends whether the act only takes access away, so that a mailbox need not be proven
   * @throws KeywardError also `RoleMismatchError`, `InvalidTokenError` for an asker who is no longer an administrator,
   * `SessionDestroyedError` if the session has ended
   */
  act<T>(
    asker: Asker,
    name: string,
    work: (tables: Transaction, opened: Opened) => Promise<T>,
    how?: Partial<How> & { first?: (tables: Transaction) => Promise<void>; ends?: boolean },
  ): Promise<T>;
  /** Runs an act without an organization, in a transaction. @throws KeywardError as {@link act} */
  begin<T>(asker: Asker, work: (tables: Transaction) => Promise<T>): Promise<T>;
}

export function createAccess(deps: {
  store: Store;
  settings: Settings;
  recent: Pick<Recent, 'assert' | 'assertOwn'>;
  assertMayEnter: AssertMayEnter;
  clock: Clock;
}): Access {
  const { store, settings, recent, assertMayEnter, clock } = deps;

  async function open(
    tables: Tables,
    asker: Asker,
    find: (tables: Tables) => Promise<OrganizationRow | null>,
    { suspended, deleted }: How,
  ): Promise<Opened> {
    const { actor, caller, asked, portal } = asker;
    const row = await find(tables);
    if (portal !== undefined) return openFor(portal, tables, row);
    if (row === null) throw new KeywardError('OrganizationNotFoundError');
    const membership = caller === null ? null : await tables.memberships.find(row.id, caller.row.account_id);
    const isDeleted = row.status === 'deleted';
    if (isDeleted && (actor === null || deleted === 'closed'))
      throw new KeywardError('OrganizationNotFoundError');
    if (actor === null && membership === null) throw new KeywardError('OrganizationNotFoundError');
    const roles = rolesOf(settings.current.organizations, await tables.organizationRoles.of(row.id));
    if (actor !== null) return { row, roles, membership, holds: () => true };
    const names = readNames(membership?.roles ?? '[]');
    const where = { organizationId: row.id, roles, rules: settings.current.organizations };
    const held =
      caller === null ? permissionsOf(names, roles) : await heldInSession(tables, caller.row, names, where);
    if (row.status === 'suspended' && suspended === 'closed')
      throw new KeywardError('OrganizationSuspendedError');
    if (asked !== null && !held.has(asked)) {
      if (caller !== null && permissionsOf(names, roles).has(asked)) await recent.assertOwn(caller, tables);
      throw missing(asked);
    }
    // The pages show every member where to go.
    if (asked !== null && asked !== 'org:read' && caller !== null)
      await assertMayEnter(
        tables,
        row,
        caller.row,
        asker.client,
        held.has('org:owner') ? () => recent.assert(caller, tables) : undefined,
      );
    return { row, roles, membership, holds: (permission) => held.has(permission) };
  }

  /** A link has the rights of an administrator, within its routes, but not those of an owner. */
  async function openFor(
    { id, organization_id: organizationId }: PortalRow,
    tables: Tables,
    row: OrganizationRow | null,
  ): Promise<Opened> {
    const portal = await tables.portals.find('id', id);
    const isLive = portal !== null && portal.expires_at > clock.now();
    if (!isLive || row?.id !== organizationId || row.status === 'deleted')
      throw new KeywardError('PortalInvalidError');
    if (row.status === 'suspended') throw new KeywardError('OrganizationSuspendedError');
    const roles = rolesOf(settings.current.organizations, await tables.organizationRoles.of(row.id));
    if (!(await mayStillGive(tables, portal, roles))) throw new KeywardError('PortalInvalidError');
    return { row, roles, membership: null, holds: (permission) => !OWNERS_ONLY.has(permission) };
  }

  async function assertActs(tables: Transaction, { actor }: Asker): Promise<void> {
    if (actor === null) return;
    await tables.accounts.lockSuperadmins();
    await assertStillActs(tables, actor);
  }

  return {
    read: (asker, name) =>
      open(
        store,
        asker,
        async ({ organizations }) => {
          const id = await organizations.idOf(name, clock.now());
          return id === null ? null : organizations.find(id);
        },
        READ,
      ),

    act: (asker, name, work, { first, ends = false, ...how } = {}) =>
      store.transaction(async (tables) => {
        await assertActs(tables, asker);
        await first?.(tables);
        const opened = await open(
          tables,
          asker,
          async ({ organizations }) => {
            const id = await organizations.idOf(name, clock.now());
            return id === null ? null : organizations.lock(id);
          },
          { ...WRITE, ...how },
        );
        if (!ends) await assertProven(tables, asker, opened.membership);
        // After the organization, whose acts end sessions too, and without waiting for an end that waits for it.
        if (asker.caller !== null && !(await tables.sessions.keep(asker.caller.row.id)))
          throw new KeywardError('SessionDestroyedError');
        // What it changes elsewhere would outlast the trust in the connection.
        if (asker.caller !== null) await recent.assertOwn(asker.caller, tables, opened.row.id);
        return work(tables, opened);
      }),

    begin: (asker, work) =>
      store.transaction(async (tables) => {
        await assertActs(tables, asker);
        if (asker.caller !== null) await assertLive(tables, asker.caller);
        if (asker.caller !== null) await recent.assertOwn(asker.caller, tables);
        return work(tables);
      }),
  };
}

/**
 * The owner of a mailbox, who may find an organization in an account that a stranger has opened with it, must not find the
 * stranger's people and providers in there. A proof without a session tells nothing about the person in this one. The
 * account is read again: since the request began, it may have moved to another mailbox, before it was a member.
 */
async function assertProven(
  { accounts }: Pick<Transaction, 'accounts'>,
  { actor, asked, caller }: Asker,
  membership: MembershipRow | null,
): Promise<void> {
  if (actor !== null || caller === null || asked === null || LEADS_TO[asked] !== 'entry') return;
  const account = await accounts.find('id', caller.row.account_id);
  if (account?.email_verified === 0 && membership !== null && BY_CONNECTION.includes(membership.source))
    throw new KeywardError('PermissionMissingError', {
      message:
        'Your email is not verified, and to verify it ends a membership by a connection. An owner can verify its domain, or invite you.',
      details: { permission: asked },
    });
  assertReader(
    account,
    caller.row,
    'Verify your email with a code in this session (POST /link/verify) before you let others into the organization.',
  );
}

/**
 * Whether the creator of a link could create it now. Otherwise somebody who has lost access to the
 * organization could regain it with a link.
 */
export async function mayStillGive(
  tables: Pick<Tables, 'accounts' | 'apiKeys' | 'memberships'>,
  portal: PortalRow,
  roles: Roles,
): Promise<boolean> {
  return (await holdsNow(tables, creatorOfPortal(portal), portal.organization_id, roles))('org:owner');
}

/** The refusal that names a permission. */
export function missing(permission: string): KeywardError {
  return new KeywardError('PermissionMissingError', {
    message: `This needs the permission ${permission} in the organization.`,
    details: { permission },
  });
}

/**
 * Nobody may give or take a permission that they lack.
 * @throws KeywardError `PermissionMissingError`
 */
export function assertHolds({ holds }: Opened, permissions: Iterable<string>): void {
  for (const permission of permissions) if (!holds(permission)) throw missing(permission);
}
