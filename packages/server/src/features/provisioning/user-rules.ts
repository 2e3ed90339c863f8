import type { Tables } from '../../store/database.ts';
import type { AccountRow, ScimUserRow } from '../../store/engine/schema.ts';
import { SUPERADMIN } from '../audit/actors/superadmin-role.ts';
import { changedMeanwhile } from '../identity/accounts/credential-lifecycle.ts';
import { verifiedDomainOf } from '../organizations/verified-domain.ts';
import type { Person } from './person.ts';
import type { Provider } from './provider.ts';
import { notFound } from './resources.ts';
import { ScimError } from './scim-error.ts';

/* Rules about whom a connection may provision. */

/** A connection never affects a superadmin. @throws ScimError `forbidden` */
export function assertReachable({ role }: AccountRow): void {
  if (role === SUPERADMIN) throw new ScimError('forbidden', 'A superadmin cannot be provisioned.');
}

/** Whether the organization has verified the domain of an email. */
export async function isOurs(
  tables: Pick<Tables, 'organizationDomains'>,
  { organization }: Provider,
  email: string,
): Promise<boolean> {
  return (await verifiedDomainOf(tables, email))?.organization.id === organization.id;
}

/** @throws ScimError `forbidden` for an email outside the verified domains of the organization */
export async function assertOurs(...asked: Parameters<typeof isOurs>): Promise<void> {
  if (!(await isOurs(...asked)))
    throw new ScimError('forbidden', 'The email is outside the verified domains of the organization.');
}

/** @throws ScimError `uniqueness` */
export async function assertFree(
  { scimUsers }: Pick<Tables, 'scimUsers'>,
  { connection }: Provider,
  { userName }: Person,
): Promise<void> {
  if ((await scimUsers.find(connection.id, 'user_name_key', userName.toLowerCase())) !== null)
    throw new ScimError('uniqueness', 'A person with this userName is provisioned already.');
}

/** @throws KeywardError `ServiceUnavailableError` if somebody has changed the person since */
export async function assertUnchanged(
  { scimUsers }: Pick<Tables, 'scimUsers'>,
  { connection }: Provider,
  found: ScimUserRow,
): Promise<void> {
  const now = await scimUsers.find(connection.id, 'uid', found.uid);
  if (now === null) throw notFound();
  if (now.id !== found.id || now.version !== found.version) throw changedMeanwhile();
}
