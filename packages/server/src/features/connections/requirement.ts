import { SUPERADMIN } from '../audit/actors/superadmin-role.ts';
import { reachesMember } from '../organizations/reach.ts';
import type { MissedConnection } from '../organizations/entrance.ts';
import { verifiedDomainOf } from '../organizations/verified-domain.ts';
import type { Settings } from '../settings/settings.ts';
import type {
  AccountRow,
  ConnectionRow,
  OrganizationDomainRow,
  OrganizationRow,
} from '../../store/engine/schema.ts';
import {
  connectionRequired,
  type FindRequiredConnection,
  type RequiredConnection,
  type RequirementTables,
} from '../sign-in/required-connection.ts';
import { connectionOf } from '../../store/tables/connection-links.ts';
import { loginUrlOf } from './connection.ts';

/** The organizations that require a connection for the email's domain, or of a member who has come by one. */
async function requiring(tables: RequirementTables, account: AccountRow): Promise<OrganizationRow[]> {
  const found = await verifiedDomainOf(tables, account.email_key);
  const all = found?.domain.joining === 'require' ? [found.organization] : [];
  // Otherwise a member could avoid the connection by changing the email, which also ends unproven links.
  const isProven = account.email_verified === 1;
  const ids = new Set(await tables.memberships.boundOf(account.id, isProven));
  for (const { provider } of isProven ? await tables.providerLinks.ofAccount(account.id) : []) {
    const uid = connectionOf(provider);
    const connection = uid === null ? null : await tables.connections.find(uid);
    if (connection !== null) ids.add(connection.organization_id);
  }
  for (const id of ids) {
    if (all.some((one) => one.id === id)) continue;
    const requires = (await tables.organizationDomains.of(id)).some(isRequiring);
    const organization = requires ? await tables.organizations.find(id) : null;
    if (organization !== null) all.push(organization);
  }
  return all;
}

export const isRequiring = ({ status, joining }: OrganizationDomainRow) =>
  status === 'verified' && joining === 'require';

/**
 * Members must sign in through a connection while there is an active one, or one that an undo has turned off, if their
 * email is in a domain with `joining: require` or was while they were members, or if they have come through a connection
 * of such an organization. With the connection of another organization they come in, but not into this one: its
 * administrators would decide who does. Superadmins cannot sign in through a connection, so the requirement does not
 * apply to them.
 */
export function createRequirement(deps: { settings: Settings; apiUrl: () => string }): {
  find: FindRequiredConnection;
  missedConnection: MissedConnection;
} {
  const { settings, apiUrl } = deps;

  const required = (
    organization: OrganizationRow,
    connection: ConnectionRow,
    breaksGlass: boolean,
  ): RequiredConnection => ({
    organization,
    connection,
    url: loginUrlOf(apiUrl(), connection.uid),
    breaksGlass,
  });

  /** The connection that an organization requires of an account; null for none. */
  async function requiredBy(tables: RequirementTables, organization: OrganizationRow, account: AccountRow) {
    const rules = settings.current.organizations;
    const membership =
      organization.status === 'active' ? await tables.memberships.find(organization.id, account.id) : null;
    if (membership === null) return null;
    const all = await tables.connections.of(organization.id);
    const active = all.filter(({ status }) => status === 'active');
    const resting = all.filter((one) => one.still_required === 1);
    const isOwner = membership.is_owner === 1;
    const isOnlyOwner = isOwner && !(await tables.memberships.hasOtherOwner(organization.id, account.id));
    // Only owners can turn it on again, but the undo of whoever chose it lets nobody in whom other owners keep out.
    const mayTurnOn = (one: ConnectionRow) =>
      one.status !== 'active' && (isOnlyOwner || one.provider_changed_by !== account.id);
    const refusing: ConnectionRow[] = [];
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
      let found: RequiredConnection | null = null;
      for (const organization of await requiring(tables, account)) {
        const one = await requiredBy(tables, organization, account);
        if (one?.breaksGlass === false) return one;
        found ??= one;
      }
      return found;
    },

    async missedConnection(tables, { id }, session) {
      if (session.connection_organization_id === id) return null;
      if (!(await tables.organizationDomains.of(id)).some(isRequiring)) return null;
      const account = await tables.accounts.find('id', session.account_id);
      if (account === null || account.role === SUPERADMIN) return null;
      const organization = (await requiring(tables, account)).find((one) => one.id === id);
      const one = organization === undefined ? null : await requiredBy(tables, organization, account);
      return one?.breaksGlass === false ? connectionRequired(one) : null;
    },
  };
}
