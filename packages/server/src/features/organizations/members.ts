import { KeywardError, invalidFields } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Store, Transaction } from '../../store/database.ts';
import type { AccountRow, MembershipRow } from '../../store/engine/schema.ts';
import type { Page } from '../../store/lists/lists.ts';
import type { MemberListRequest, MemberRow } from '../../store/tables/memberships.ts';
import type { Settings } from '../settings/settings.ts';
import { type Access, type Asker, assertHolds, missing, type Opened } from './access.ts';
import type { Admission } from './admission.ts';
import { addMembership, changeRoles, endMembership } from './memberships.ts';
import type { Proofs } from './proofs.ts';
import { ADMIN, assertRoles, OWNER, permissionsOf, readNames } from './roles.ts';

/**
 * The members of organizations. Every method takes the organization by its id or slug.
 * @throws KeywardError the errors of {@link Access}; `MemberNotFoundError` from every method that names a member
 */
export interface Members {
  list(
    asker: Asker,
    name: string,
    request: Omit<MemberListRequest, 'organization'>,
  ): Promise<Page<MemberRow>>;
  get(asker: Asker, name: string, accountId: number): Promise<MemberRow>;
  /**
   * @param roles undefined: the default role
   * @throws KeywardError `UserNotFoundError`, `AlreadyMemberError`, `OrganizationLimitError`, `ValidationError`,
   * `MembershipRefusedError`, `ReauthenticationRequiredError`
   */
  add(
    asker: Asker,
    name: string,
    accountId: number,
    roles: readonly string[] | undefined,
  ): Promise<MemberRow>;
  /** @throws KeywardError `LastOwnerError`, `ReauthenticationRequiredError`, `ValidationError` */
  setRoles(asker: Asker, name: string, accountId: number, roles: readonly string[]): Promise<MemberRow>;
  /** @throws KeywardError `LastOwnerError`, `ReauthenticationRequiredError` */
  remove(asker: Asker, name: string, accountId: number): Promise<void>;
  /** The asker leaves. @throws KeywardError `LastOwnerError` */
  leave(asker: Asker, name: string): Promise<void>;
  /**
   * Makes a member the owner. An owner who asks becomes an admin. If the asker is not a member, every other owner becomes
   * an admin.
   */
  transfer(asker: Asker, name: string, accountId: number): Promise<MemberRow>;
}

export function createMembers(deps: {
  store: Store;
  settings: Settings;
  access: Access;
  admission: Admission;
  proofs: Proofs;
  clock: Clock;
}): Members {
  const { store, settings, access, admission, proofs, clock } = deps;

  const told = ({ by }: Asker) => ({ by, at: clock.now() });

  /**
   * Runs an act that begins or ends the membership of an account, which is locked before the organization and the asker's
   * session: what refers to it waits for changes of its email, and they end its sessions.
   */
  function actOn<T>(
    accountId: number,
    asker: Asker,
    name: string,
    work: (tables: Transaction, opened: Opened, account: AccountRow | null) => Promise<T>,
    how: Pick<NonNullable<Parameters<Access['act']>[3]>, 'suspended' | 'ends'> = {},
  ): Promise<T> {
    let account: AccountRow | null = null;
    const first = async (tables: Transaction) => {
      account = await tables.accounts.lock(accountId);
    };
    return access.act(asker, name, (tables, opened) => work(tables, opened, account), { ...how, first });
  }

  const heldBy = ({ roles }: Opened, { roles: names }: MembershipRow) =>
    permissionsOf(readNames(names), roles);

  async function shown(tables: Pick<Store, 'memberships'>, organizationId: number, accountId: number) {
    const member = await tables.memberships.member(organizationId, accountId);
    if (member === null) throw new KeywardError('MemberNotFoundError');
    return member;
  }

  return {
    async list(asker, name, request) {
      const { row } = await access.read(asker, name);
      return store.memberships.list({ ...request, organization: row });
    },

    async get(asker, name, accountId) {
      const { row } = await access.read(asker, name);
      return shown(store, row.id, accountId);
    },

    async add(asker, name, accountId, roles = [settings.current.organizations.default_role]) {
      // Checked first without the host, who is asked before anything is locked.
      const { row: organization, roles: known } = await access.act(
        asker,
        name,
        async (_tables, opened) => opened,
      );
      const candidate = await store.accounts.find('id', accountId);
      if (candidate === null) throw new KeywardError('UserNotFoundError');
      const admitted = await admission.ask({
        account: candidate,
        organization,
        roles: assertRoles(roles, known),
        source: 'superadmin',
      });
      return actOn(accountId, asker, organization.uid, async (tables, opened, account) => {
        if (account === null) throw new KeywardError('UserNotFoundError');
        await proofs.assertMayGive(
          asker,
          tables,
          permissionsOf(assertRoles(roles, opened.roles), opened.roles),
        );
        await addMembership(
          tables,
          opened.row,
          { account, admitted },
          { settings: settings.current.organizations, told: told(asker) },
        );
        return shown(tables, opened.row.id, accountId);
      });
    },

    setRoles: (asker, name, accountId, roles) =>
      access.act(asker, name, async (tables, opened) => {
        const membership = await existing(tables, opened, accountId);
        const held = heldBy(opened, membership);
        assertHolds(opened, held);
        const next = assertRoles(roles, opened.roles);
        const given = permissionsOf(next, opened.roles);
        assertHolds(opened, given);
        await proofs.assertMayGive(asker, tables, given, held);
        if (next.includes(OWNER)) await assertMayOwn(tables, asker, membership, 'roles');
        // As a transfer does.
        if (membership.is_owner === 1 && !next.includes(OWNER)) await proofs.assert(asker, tables);
        await changeRoles(tables, opened.row, membership, next, told(asker));
        return shown(tables, opened.row.id, accountId);
      }),

    remove: (asker, name, accountId) =>
      actOn(
        accountId,
        asker,
        name,
        async (tables, opened, account) => {
          const membership = await existing(tables, opened, accountId);
          assertHolds(opened, heldBy(opened, membership));
          if (membership.is_owner === 1) await proofs.assert(asker, tables);
          await endMembership(tables, opened.row, { account, membership }, 'removed', told(asker));
        },
        { ends: true },
      ),

    leave: (asker, name) =>
      actOn(
        asker.caller?.row.account_id ?? 0,
        asker,
        name,
        (tables, { row, membership }, account) =>
          endMembership(tables, row, { account, membership }, 'left', told(asker)),
        { suspended: 'open' },
      ),

    transfer: (asker, name, accountId) =>
      access.act(asker, name, async (tables, opened) => {
        const heir = await existing(tables, opened, accountId);
        const own = opened.membership;
        if (own?.account_id === accountId)
          throw invalidFields({ path: 'account_id', message: 'must be another member' });
        // A member acts as an owner, who loses the role, and never as an administrator.
        if (asker.actor === null && own?.is_owner !== 1) throw missing('org:owner');
        await assertMayOwn(tables, asker, heir, 'account_id');
        const others = await tables.memberships.owners(opened.row.id);
        const old = own?.is_owner === 1 ? [own] : others.filter(({ id }) => id !== heir.id);
        let { row } = opened;
        if (heir.roles !== JSON.stringify([OWNER]))
          row = await changeRoles(tables, row, heir, [OWNER], told(asker));
        for (const owner of old) row = await changeRoles(tables, row, owner, [ADMIN], told(asker));
        return shown(tables, row.id, accountId);
      }),
  };
}

/**
 * A member may not make somebody an owner whose mailbox is not proven: its reader would find an organization of strangers
 * that they cannot leave.
 * @throws KeywardError `ValidationError`
 */
async function assertMayOwn(
  { accounts }: Transaction,
  { actor }: Asker,
  { account_id: id, is_owner: isOwner }: MembershipRow,
  path: string,
): Promise<void> {
  if (actor !== null || isOwner === 1) return;
  if ((await accounts.find('id', id))?.email_verified !== 1)
    throw invalidFields({ path, message: 'needs a member with a verified email: only those can be owners' });
}

async function existing(
  { memberships }: Transaction,
  { row }: Opened,
  accountId: number,
): Promise<MembershipRow> {
  const membership = await memberships.find(row.id, accountId);
  if (membership === null) throw new KeywardError('MemberNotFoundError');
  return membership;
}
