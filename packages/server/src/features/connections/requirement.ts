import { SUPERADMIN } from '../audit/actors/superadmin-role.ts';
import { verifiedDomainOf } from '../organizations/verified-domain.ts';
import type { Settings } from '../settings/settings.ts';
import type { AccountRow } from '../../store/engine/schema.ts';
import type { FindRequiredConnection, RequirementTables } from '../sign-in/required-connection.ts';
import { connectionOf, loginUrlOf } from './connection.ts';
import { reachesMember } from './trust.ts';

/** The organization of the email's domain, if that requires its connection. */
async function requiringDomain(tables: RequirementTables, account: AccountRow) {
  const found = await verifiedDomainOf(tables, account.email_key);
  return found?.domain.joining === 'require' ? found.organization : null;
}

/**
 * The organization of a connection that the account is linked to, if one of its domains requires it. Otherwise a member
 * could avoid the connection by changing the email.
 */
async function requiringConnection(tables: RequirementTables, account: AccountRow) {
  for (const { provider } of await tables.providerLinks.ofAccount(account.id)) {
    const uid = connectionOf(provider);
    const connection = uid === null ? null : await tables.connections.find(uid);
    if (connection === null) continue;
    const domains = await tables.organizationDomains.of(connection.organization_id);
    if (domains.some(({ status, joining }) => status === 'verified' && joining === 'require'))
      return tables.organizations.find(connection.organization_id);
  }
  return null;
}

/**
 * Members must sign in through a connection while there is an active one, if their email is in a domain with `joining:
 * require`, or if they have signed in through a connection of such an organization before. Superadmins cannot sign in
 * through a connection, so the requirement does not apply to them.
 */
export function createFindRequired(deps: {
  settings: Settings;
  apiUrl: () => string;
}): FindRequiredConnection {
  const { settings, apiUrl } = deps;
  return async (tables, account) => {
    const rules = settings.current.organizations;
    const { enabled, break_glass: mayBreak } = rules;
    if (!enabled || account.role === SUPERADMIN) return null;
    const organization =
      (await requiringDomain(tables, account)) ?? (await requiringConnection(tables, account));
    if (organization?.status !== 'active') return null;
    const membership = await tables.memberships.find(organization.id, account.id);
    if (membership === null) return null;
    const all = await tables.connections.of(organization.id);
    const connection = all.find(({ status }) => status === 'active');
    // One that refuses the member cannot be required.
    if (connection === undefined || !(await reachesMember(tables, connection, membership, rules)))
      return null;
    const breaksGlass = mayBreak && membership.is_owner === 1;
    return { organization, connection, url: loginUrlOf(apiUrl(), connection.uid), breaksGlass };
  };
}
