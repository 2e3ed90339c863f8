import { SUPERADMIN } from '../audit/actors/superadmin-role.ts';
import { reachesMember } from '../organizations/reach.ts';
import type { MissedConnection } from '../organizations/entrance.ts';
import { verifiedDomainOf } from '../organizations/verified-domain.ts';
import type { Settings } from '../settings/settings.ts';
import type { AccountRow, OrganizationDomainRow } from '../../store/engine/schema.ts';
import type { ConnectionBrief } from '../../store/tables/connections.ts';
import type { OrganizationBrief } from '../../store/tables/organization-brief.ts';
import {
  connectionRequired,
  type FindRequiredConnection,
  type RequiredConnection,
  type RequirementTables,
} from '../sign-in/required-connection.ts';
import { connectionOf } from '../../store/tables/connection-links.ts';
import { loginUrlOf } from './connection.ts';

export const isRequiring = ({ status, joining }: OrganizationDomainRow) =>
  status === 'verified' && joining === 'require';

/** The organizations by whose connections an account has come, or in whose requiring domains its email was. */
async function boundTo(tables: RequirementTables, accountId: number): Promise<ReadonlySet<number>> {
  const links = await tables.providerLinks.ofAccount(accountId);
  const uids = new Set(links.map(({ provider }) => connectionOf(provider)).filter((uid) => uid !== null));
  const came = await tables.connections.organizationsOf([...uids]);
  return new Set([...(await tables.memberships.boundOf(accountId)), ...came]);
}

/**
 * Members must sign in through a connection while there is an active one, or one that an undo has turned off, if their
 * email is in a domain with `joining: require`. With the connection of another organization they come in, but not into
 * this one: its administrators would decide who does. Members whose email is elsewhere sign in as they like, because no
 * organization decides that for emails outside of its domains; if they are bound, they need the connection to enter.
 * Otherwise a member could avoid it by changing the email. Superadmins cannot sign in through a connection, so the
 * requirement does not apply to them.
 */
export function createRequirement(deps: { settings: Settings; apiUrl: () => string }): {
  find: FindRequiredConnection;
  missedConnection: MissedConnection;
} {
  const { settings, apiUrl } = deps;

  const required = (
    organization: OrganizationBrief,
    connection: ConnectionBrief,
    breaksGlass: boolean,
  ): RequiredConnection => ({
    organization,
    connection,
    url: loginUrlOf(apiUrl(), connection.uid),
    breaksGlass,
  });

  /** The connection that an organization requires of an account; null for none. */
  async function requiredBy(tables: RequirementTables, organization: OrganizationBrief, account: AccountRow) {
    const rules = settings.current.organizations;
    const membership =
      organization.status === 'active' ? await tables.memberships.find(organization.id, account.id) : null;
    if (membership === null) return null;
    const all = await tables.connections.inForce(organization.id);
    const active = all.filter(({ status }) => status === 'active');
    const resting = all.filter((one) => one.still_required === 1);
    const isOwner = membership.is_owner === 1;
    const isOnlyOwner = isOwner && !(await tables.memberships.hasOtherOwner(organization.id, account.id));
    // Only owners can turn it on again, but the undo of whoever chose it lets nobody in whom other owners keep out.
    const mayTurnOn = (one: ConnectionBrief) =>
      one.status !== 'active' && (isOnlyOwner || one.provider_changed_by !== account.id);
    const refusing: ConnectionBrief[] = [];
    for (const connection of [...active, ...resting]) {
      if (await reachesMember(tables, connection, membership, rules))
        return required(organization, connection, isOwner && (rules.break_glass || mayTurnOn(connection)));
      refusing.push(connection);
    }
    const [first] = refusing;
    if (first === undefined) return null;
    // One that refuses them until an owner approves it. Otherwise its end of trust would let the dismissed in again.
    const mayApprove = isOwner && (isOnlyOwner || refusing.every((one) => one.voided_by !== account.id));
    return mayApprove ? null : required(organization, first, false);
  }

  return {
    async find(tables, account) {
      if (!settings.current.organizations.enabled || account.role === SUPERADMIN) return null;
      const found = await verifiedDomainOf(tables, account.email_key);
      const own =
        found?.domain.joining === 'require' ? await requiredBy(tables, found.organization, account) : null;
      // No connection cancels a deletion, so its owner needs another way in. This session does not enter the organization.
      const isLeaving = account.deletion_at !== null;
      if (own !== null && (own.breaksGlass || !isLeaving)) return own;
      // An owner with another email who signs in without the connection can enter, too, which the audit log tells.
      for (const id of await boundTo(tables, account.id)) {
        const requires = (await tables.organizationDomains.of(id)).some(isRequiring);
        const organization = requires ? await tables.organizations.brief(id) : null;
        const one = organization === null ? null : await requiredBy(tables, organization, account);
        if (one?.breaksGlass === true) return one;
      }
      return null;
    },

    async missedConnection(tables, { id }, session) {
      if (session.connection_organization_id === id) return null;
      if (!(await tables.organizationDomains.of(id)).some(isRequiring)) return null;
      const account = await tables.accounts.find('id', session.account_id);
      if (account === null || account.role === SUPERADMIN) return null;
      const found = await verifiedDomainOf(tables, account.email_key);
      const isInDomain = found?.domain.joining === 'require' && found.organization.id === id;
      if (!isInDomain && !(await boundTo(tables, account.id)).has(id)) return null;
      const organization = await tables.organizations.brief(id);
      const one = organization === null ? null : await requiredBy(tables, organization, account);
      return one?.breaksGlass === false ? connectionRequired(one) : null;
    },
  };
}
