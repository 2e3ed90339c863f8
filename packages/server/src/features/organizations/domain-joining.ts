import { KeywardError } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Store, Tables, Transaction } from '../../store/database.ts';
import type { AccountRow, OrganizationDomainRow, OrganizationRow } from '../../store/engine/schema.ts';
import type { Notices } from '../delivery/mail/notices.ts';
import { isFromBefore } from '../identity/accounts/lifecycle.ts';
import type { Origin } from '../audit/events/event-types.ts';
import { BY_SERVICE } from '../audit/events/origin.ts';
import type { Settings } from '../settings/settings.ts';
import type { Admission, Admitted } from './admission.ts';
import { addMembership } from './memberships.ts';
import { leaveToReader, type MailboxReader } from './owner-of-mailbox.ts';
import { verifiedDomainOf } from './verified-domain.ts';

/** How accounts join the organization that has verified the domain of their proven email. */
export interface DomainJoining {
  /** The organizations that an account may join by itself; at most one. */
  suggested(accountId: number): Promise<OrganizationRow[]>;
  /**
   * Makes the membership of an account that asks for it.
   * @param organizationId in the database
   * @throws KeywardError `OrganizationNotFoundError` unless it may join, `AlreadyMemberError`, `OrganizationLimitError`,
   * `MembershipRefusedError`
   */
  ask(accountId: number, organizationId: number, by: Origin): Promise<OrganizationRow>;
  /** Makes the membership of an account whose email has just become proven, if its domain and the limits allow that. */
  takeIn(accountId: number): Promise<void>;
  /**
   * The same for an account that somebody could have opened before the owner of the mailbox proved it, once a reader of
   * the mailbox signs in. The other ways in end, also if it has become a member in another way before.
   * @returns the account as it is now
   */
  takeInReader(account: AccountRow, reader: MailboxReader): Promise<AccountRow>;
}

interface Entered {
  account: AccountRow;
  organization: OrganizationRow;
}

const WHO_ASKS: readonly OrganizationDomainRow['joining'][] = ['suggest', 'join'];
const EVERYBODY: readonly OrganizationDomainRow['joining'][] = ['join'];

export function createDomainJoining(deps: {
  store: Store;
  settings: Settings;
  admission: Admission;
  notices: Pick<Notices, 'memberAccessDropped'>;
  clock: Clock;
}): DomainJoining {
  const { store, settings, admission, notices, clock } = deps;

  /** The active organization that an account may join. Anybody can enter an email, so only a proven one counts. */
  async function organizationFor(
    tables: Pick<Tables, 'memberships' | 'organizationDomains' | 'organizations' | 'scimUsers'>,
    account: AccountRow | null,
    ways: readonly OrganizationDomainRow['joining'][],
    isReader = false,
  ): Promise<OrganizationRow | null> {
    if (account?.email_verified !== 1 || account.status !== 'active') return null;
    // A stranger may have signed up with this email, whose owner has only opened a link.
    if (!isReader && isFromBefore(account.password_after_proof)) return null;
    const found = await verifiedDomainOf(tables, account.email_key);
    if (found === null) return null;
    const { domain, organization } = found;
    if (isReader && (await tables.memberships.find(organization.id, account.id)) !== null)
      return tables.organizations.find(organization.id);
    if (!ways.includes(domain.joining) || organization.status !== 'active') return null;
    // An administrator has removed the account, or the provider says that the person is not a member. Those who have left
    // must ask.
    const isOut =
      (await tables.memberships.wasRemoved(organization.id, account, ways === EVERYBODY)) ||
      (await tables.scimUsers.isInactiveIn(organization.id, account.id));
    return isOut ? null : tables.organizations.find(organization.id);
  }

  /** @param organizationId the expected one; undefined: any. @returns null if the account may not */
  async function enter(
    accountId: number,
    ways: readonly OrganizationDomainRow['joining'][],
    { by, organizationId, reader }: { by: Origin; organizationId?: number; reader?: MailboxReader },
  ): Promise<Entered | null> {
    const account = await store.accounts.find('id', accountId);
    const organization = await organizationFor(store, account, ways, reader !== undefined);
    if (account === null || organization === null) return null;
    if (organization.id !== (organizationId ?? organization.id)) return null;
    const isMember = (await store.memberships.find(organization.id, accountId)) !== null;
    if (isMember && reader === undefined) throw new KeywardError('AlreadyMemberError');
    const roles = [settings.current.organizations.default_role];
    const admitted = isMember
      ? null
      : await admission.ask({ account, organization, roles, source: 'domain' });
    return store.transaction((tables) =>
      add(tables, accountId, ways, { by, id: organization.id, admitted, reader }),
    );
  }

  /** Everything is checked again, because asking the host takes time. */
  async function add(
    tables: Transaction,
    accountId: number,
    ways: readonly OrganizationDomainRow['joining'][],
    {
      by,
      id,
      admitted,
      reader,
    }: { by: Origin; id: number; admitted: Admitted | null; reader: MailboxReader | undefined },
  ): Promise<Entered | null> {
    const locked = await tables.accounts.lock(accountId);
    await tables.organizations.lock(id);
    const organization = await organizationFor(tables, locked, ways, reader !== undefined);
    if (locked === null || organization?.id !== id) return null;
    const now = clock.now();
    const left = reader && (await leaveToReader(tables, locked, reader, { organizationId: id, now }));
    const account = left?.after ?? locked;
    const joined =
      admitted === null
        ? organization
        : await addMembership(
            tables,
            organization,
            { account, admitted },
            { settings: settings.current.organizations, told: { by, at: now } },
          );
    if (reader && left && left.removed.length > 0)
      await notices.memberAccessDropped(tables, left.before, joined.name, reader.client);
    return { account, organization: joined };
  }

  async function takeIn(id: number, reader?: MailboxReader): Promise<Entered | null> {
    try {
      return await enter(id, EVERYBODY, { by: BY_SERVICE, ...(reader && { reader }) });
    } catch (error) {
      // The organization is full, the host refused, or the account has joined in another way: the proof remains
      // valid.
      if (error instanceof KeywardError) return null;
      throw error;
    }
  }

  return {
    async suggested(id) {
      const found = await organizationFor(store, await store.accounts.find('id', id), WHO_ASKS);
      return found === null || (await store.memberships.find(found.id, id)) !== null ? [] : [found];
    },

    async ask(id, organizationId, by) {
      const joined = await enter(id, WHO_ASKS, { by, organizationId });
      if (joined === null) throw new KeywardError('OrganizationNotFoundError');
      return joined.organization;
    },

    takeIn: async (id) => void (await takeIn(id)),
    takeInReader: async (account, reader) => (await takeIn(account.id, reader))?.account ?? account,
  };
}
