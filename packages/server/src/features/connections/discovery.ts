import { parseEmail } from '../../lib/email.ts';
import type { Store } from '../../store/database.ts';
import type { ConnectionRow } from '../../store/engine/schema.ts';
import type { Settings } from '../settings/settings.ts';
import { verifiedDomainOf } from '../organizations/verified-domain.ts';

/** Whether there is an active connection. */
export async function areThereConnections({
  settings,
  store,
}: {
  settings: Settings;
  store: Pick<Store, 'connections'>;
}): Promise<boolean> {
  return settings.current.organizations.enabled && (await store.connections.anyActive());
}

/**
 * The active connection for the domain of an email, whether or not an account has the email; null if there is none, or
 * for a text that is not an email.
 */
export async function discoverConnection(
  store: Pick<Store, 'connections' | 'organizationDomains'>,
  identifier: string,
): Promise<Pick<ConnectionRow, 'uid' | 'name'> | null> {
  const email = parseEmail(identifier);
  const found = email === null ? null : await verifiedDomainOf(store, email.key);
  if (found?.organization.status !== 'active') return null;
  return store.connections.firstActive(found.organization.id);
}
