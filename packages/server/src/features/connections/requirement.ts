import { SUPERADMIN } from '../audit/actors/superadmin-role.ts';
import { verifiedDomainOf } from '../organizations/verified-domain.ts';
import type { Settings } from '../settings/settings.ts';
import type { FindRequiredConnection } from '../sign-in/required-connection.ts';
import { loginUrlOf } from './connection.ts';

/**
 * Members whose email is in a domain with `joining: require` sign in by a connection alone, while there is an active one.
 * Superadmins never enter by one, so it does not bind them.
 */
export function createFindRequired(deps: {
  settings: Settings;
  apiUrl: () => string;
}): FindRequiredConnection {
  const { settings, apiUrl } = deps;
  return async (tables, account) => {
    const { enabled, break_glass: mayBreak } = settings.current.organizations;
    if (!enabled || account.role === SUPERADMIN) return null;
    const found = await verifiedDomainOf(tables, account.email_key);
    if (found?.domain.joining !== 'require' || found.organization.status !== 'active') return null;
    const { organization } = found;
    const membership = await tables.memberships.find(organization.id, account.id);
    if (membership === null) return null;
    const all = await tables.connections.of(organization.id);
    const connection = all.find(({ status }) => status === 'active');
    if (connection === undefined) return null;
    const breaksGlass = mayBreak && membership.is_owner === 1;
    return { organization, connection, url: loginUrlOf(apiUrl(), connection.uid), breaksGlass };
  };
}
