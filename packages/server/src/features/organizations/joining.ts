import { KeywardError } from '../../errors.ts';
import type { Client } from '../../lib/client.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Store, Tables, Transaction } from '../../store/database.ts';
import type {
  AccountRow,
  MembershipRow,
  OrganizationInvitationRow,
  OrganizationRow,
} from '../../store/engine/schema.ts';
import type { Page, PageRequest } from '../../store/lists/lists.ts';
import type { ReceivedInvitation } from '../../store/tables/organization-invitations.ts';
import { assertLive } from '../audit/actors/actor.ts';
import type { Caller } from '../audit/actors/caller.ts';
import type { Recent } from '../audit/actors/recent.ts';
import { isStillAdministration } from '../audit/actors/superadmin-role.ts';
import type { Origin } from '../audit/events/event-types.ts';
import { byCaller } from '../audit/events/origin.ts';
import type { Notices } from '../delivery/mail/notices.ts';
import { isFromBefore } from '../identity/accounts/lifecycle.ts';
import { digest } from '../identity/invitations/invitation-links.ts';
import type { Settings } from '../settings/settings.ts';
import type { Admission, Admitted, Joiner } from './admission.ts';
import type { DomainJoining } from './domain-joining.ts';
import { addMembership } from './memberships.ts';
import { settleOwner } from './owner-of-mailbox.ts';
import { holdsNow } from './reach.ts';
import { permissionsOf, readNames, type Roles, rolesOf } from './roles.ts';

/** A membership as its holder sees it. */
export interface OwnMembership {
  organization: OrganizationRow;
  membership: MembershipRow;
  permissions: ReadonlySet<string>;
}

/** What accounts can do about the organizations that they belong to, or are invited to. */
export interface Joining {
  /** The organizations of an account that are not deleted. */
  mine(accountId: number, request: PageRequest): Promise<Page<OwnMembership>>;
  /** The invitations to the proven email of an account. */
  received(accountId: number, request: PageRequest): Promise<Page<ReceivedInvitation>>;
  /**
   * Accepts an invitation to the proven email of the caller. A refusal spends nothing.
   * @param which the token of the mailed link, or the id of a received invitation
   * @throws KeywardError `InvitationInvalidError`, `InvitationOtherAccountError`, `EmailProofRequiredError`,
   * `ReauthenticationRequiredError`, and the errors of {@link join}
   */
  accept(
    caller: Caller,
    which: { token?: string | undefined; id?: string | undefined },
    client: Client,
  ): Promise<OwnMembership>;
  /** The organizations that an account may join because of its email. */
  suggested(accountId: number): Promise<OrganizationRow[]>;
  /**
   * Joins an organization that lets in emails of a domain.
   * @param name its id or slug
   * @throws KeywardError `OrganizationNotFoundError` unless the account may, `AlreadyMemberError`,
   * `OrganizationLimitError`, `MembershipRefusedError`, `ReauthenticationRequiredError`
   */
  ask(caller: Caller, name: string, client: Client): Promise<OwnMembership>;
  /** The invitation of a token, if it is still valid. */
  find(token: string): Promise<OrganizationInvitationRow | null>;
  /**
   * The organization that an invitation leads to.
   * @throws KeywardError `InvitationInvalidError`, `OrganizationSuspendedError`, as {@link join}
   */
  organizationOf(invitation: OrganizationInvitationRow): Promise<OrganizationRow>;
  /** Whether a superadmin, a key or the host created the invitation, and not a member. */
  isByAdministration(
    invitation: Pick<OrganizationInvitationRow, 'created_by' | 'created_key'>,
    within?: Pick<Tables, 'accounts' | 'apiKeys'>,
  ): Promise<boolean>;
  /**
   * Asks the host about somebody who accepts an invitation. Called before the transaction of {@link join}.
   * @throws KeywardError `InvitationInvalidError`, `MembershipRefusedError`
   */
  admit(account: Joiner, invitation: OrganizationInvitationRow): Promise<Admitted>;
  /**
   * Makes the membership for an account that is new or locked, and whose proven email is the invited one.
   * @throws KeywardError `InvitationInvalidError` if it was accepted, replaced or revoked since, or gives more than its
   * inviter may give now; `OrganizationSuspendedError`, `AlreadyMemberError`, `OrganizationLimitError`
   */
  join(
    tables: Transaction,
    account: AccountRow,
    invitation: OrganizationInvitationRow,
    how: { admitted: Admitted; by: Origin },
  ): Promise<OrganizationRow>;
}

export function createJoining(deps: {
  store: Store;
  settings: Settings;
  domainJoining: DomainJoining;
  admission: Admission;
  recent: Pick<Recent, 'assertOwn'>;
  notices: Pick<Notices, 'memberAccessDropped'>;
  clock: Clock;
}): Joining {
  const { store, settings, domainJoining, admission, recent, notices, clock } = deps;

  const isLive = (invitation: OrganizationInvitationRow | null): invitation is OrganizationInvitationRow =>
    invitation !== null && invitation.expires_at > clock.now();

  const isByAdministration: Joining['isByAdministration'] = async (invitation, tables = store) => {
    const { created_by: id, created_key: key } = invitation;
    // A key that was revoked lets nobody in.
    if (key !== null) return (await tables.apiKeys.find(key)) !== null;
    return isStillAdministration(tables, id);
  };

  /** The roles that an invitation gives; the default role if none of them exists any more. */
  function rolesIn({ roles }: OrganizationInvitationRow, known: Roles): string[] {
    const left = readNames(roles).filter((name) => known.has(name));
    return left.length > 0 ? left : [settings.current.organizations.default_role];
  }

  const admit: Joining['admit'] = async (account, invitation) => {
    const organization = await store.organizations.find(invitation.organization_id);
    if (organization === null) throw new KeywardError('InvitationInvalidError');
    const own = await store.organizationRoles.of(organization.id);
    const roles = rolesIn(invitation, rolesOf(settings.current.organizations, own));
    return admission.ask({ account, organization, roles, source: 'invitation' });
  };

  async function assertOpen(
    tables: Tables,
    row: OrganizationRow | null,
    found: OrganizationInvitationRow | null,
  ): Promise<OrganizationRow> {
    if (row === null || row.status === 'deleted' || !isLive(found))
      throw new KeywardError('InvitationInvalidError');
    if (row.status === 'suspended') throw new KeywardError('OrganizationSuspendedError');
    const known = rolesOf(settings.current.organizations, await tables.organizationRoles.of(row.id));
    if (!(await mayStillGive(tables, found, rolesIn(found, known), known)))
      throw new KeywardError('InvitationInvalidError');
    return row;
  }

  const join: Joining['join'] = async (tables, account, invitation, { admitted, by }) => {
    const locked = await tables.organizations.lock(invitation.organization_id);
    // Read again, because all changes wait for the lock.
    const found = await tables.organizationInvitations.find('token_hash', invitation.token_hash);
    const row = await assertOpen(tables, locked, found);
    return addMembership(
      tables,
      row,
      { account, admitted },
      { settings: settings.current.organizations, told: { by, at: clock.now() } },
    );
  };

  /**
   * Whether the inviter may still give the roles. Otherwise somebody who loses rights could regain them with another
   * mailbox. The default role is always allowed, so that people can join who were invited by a former member.
   */
  async function mayStillGive(
    tables: Tables,
    invitation: OrganizationInvitationRow,
    names: readonly string[],
    known: Roles,
  ): Promise<boolean> {
    const { organization_id: id, created_by: account, created_key: key } = invitation;
    const holds = await holdsNow(tables, { account, key }, id, known);
    const given = permissionsOf([settings.current.organizations.default_role], known);
    return [...permissionsOf(names, known)].every((permission) => given.has(permission) || holds(permission));
  }

  /** The invitation that an account may accept. @throws KeywardError as {@link Joining.accept} */
  async function acceptable(
    { organizationInvitations: invitations }: Pick<Tables, 'organizationInvitations'>,
    account: AccountRow | null,
    { token, id = '' }: { token?: string | undefined; id?: string | undefined },
  ): Promise<{ account: AccountRow; invitation: OrganizationInvitationRow }> {
    if (account === null) throw new KeywardError('SessionDestroyedError');
    const invitation =
      token === undefined
        ? await invitations.find('uid', id)
        : await invitations.find('token_hash', digest(token));
    const isOther = invitation?.email_key !== account.email_key;
    // Only the token reveals that there is an invitation to another mailbox.
    if (!isLive(invitation) || (isOther && token === undefined))
      throw new KeywardError('InvitationInvalidError');
    if (isOther) throw new KeywardError('InvitationOtherAccountError');
    if (account.email_verified !== 1) throw new KeywardError('EmailProofRequiredError', { message: PROVE });
    // A stranger may have signed up with this email, whose owner has only opened a link.
    if (token === undefined && isFromBefore(account.password_after_proof))
      throw new KeywardError('EmailProofRequiredError', { message: OPEN_MAIL });
    return { account, invitation };
  }

  /** A membership that was just created, as its holder sees it. */
  async function newMembership(
    tables: Tables,
    organization: OrganizationRow,
    accountId: number,
  ): Promise<OwnMembership> {
    const membership = await tables.memberships.find(organization.id, accountId);
    const [found] = membership === null ? [] : await shown(tables, [{ organization, membership }]);
    if (found === undefined) throw new KeywardError('MemberNotFoundError');
    return found;
  }

  async function shown(
    tables: Pick<Tables, 'organizationRoles'>,
    memberships: readonly { organization: OrganizationRow; membership: MembershipRow }[],
  ): Promise<OwnMembership[]> {
    const defined = await tables.organizationRoles.ofAll(memberships.map(({ organization: { id } }) => id));
    return memberships.map(({ organization, membership }) => {
      const roles = rolesOf(
        settings.current.organizations,
        defined.filter(({ organization_id: id }) => id === organization.id),
      );
      return { organization, membership, permissions: permissionsOf(readNames(membership.roles), roles) };
    });
  }

  return {
    isByAdministration,

    async mine(id, request) {
      const everything = { search: undefined, slug: undefined, externalId: undefined };
      const asked = { ...request, ...everything, order: 'created_at', member: id, deleted: false } as const;
      const page = await store.organizations.list(asked);
      const memberships = await store.memberships.ofAccountIn(
        id,
        page.rows.map((organization) => organization.id),
      );
      const rows = page.rows.flatMap((organization) => {
        const membership = memberships.find((one) => one.organization_id === organization.id);
        return membership === undefined ? [] : [{ organization, membership }];
      });
      return { ...page, rows: await shown(store, rows) };
    },

    async received(id, request) {
      const account = await store.accounts.find('id', id);
      // Anybody can enter another person's email.
      if (account?.email_verified !== 1 || isFromBefore(account.password_after_proof))
        return { total: 0, rows: [], next: null };
      return store.organizationInvitations.received(account.email_key, request);
    },

    async accept(caller, which, client) {
      const candidate = await store.accounts.find('id', caller.row.account_id);
      const known = await acceptable(store, candidate, which);
      await recent.assertOwn(caller, store, known.invitation.organization_id);
      const admitted = await admit(known.account, known.invitation);
      return store.transaction(async (tables) => {
        const locked = await tables.accounts.lock(caller.row.account_id);
        const { account, invitation } = await acceptable(tables, locked, which);
        const by = byCaller(caller, client);
        const into = { organizationId: invitation.organization_id, now: clock.now() };
        const dropped = await settleOwner(tables, account, { caller, by, client }, into);
        const joined = await join(tables, account, invitation, { admitted, by });
        if (dropped !== null) await notices.memberAccessDropped(tables, dropped, joined.name, client);
        // After the organization, whose acts end sessions.
        await assertLive(tables, caller);
        return newMembership(tables, joined, account.id);
      });
    },

    suggested: (accountId) => domainJoining.suggested(accountId),

    async ask(caller, name, client) {
      const id = await store.organizations.idOf(name, clock.now());
      // Also for an organization that does not exist, so that the answer does not tell.
      await recent.assertOwn(caller, store, id);
      if (id === null) throw new KeywardError('OrganizationNotFoundError');
      const accountId = caller.row.account_id;
      return newMembership(
        store,
        await domainJoining.ask(accountId, id, byCaller(caller, client)),
        accountId,
      );
    },

    async find(token) {
      const found = await store.organizationInvitations.find('token_hash', digest(token));
      return isLive(found) ? found : null;
    },

    organizationOf: async (invitation) =>
      assertOpen(store, await store.organizations.find(invitation.organization_id), invitation),

    admit,
    join,
  };
}

const OPEN_MAIL =
  'Open the link in the mail of the invitation, or set a new password with a mailed code first.';

const PROVE =
  'Prove the mailbox first: ask for a code at /send/email/otp/verify and send it to /link/verify, then accept.';
