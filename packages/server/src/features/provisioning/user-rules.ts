import type { OrganizationsSettings } from '../../config/sections/organizations.ts';
import { KeywardError } from '../../errors.ts';
import type { Tables } from '../../store/database.ts';
import type { AccountRow, ConnectionRow, MembershipRow, ScimUserRow } from '../../store/engine/schema.ts';
import { SUPERADMIN } from '../audit/actors/superadmin-role.ts';
import { changedMeanwhile } from '../identity/accounts/changed-meanwhile.ts';
import { reachesMember, type ReachTables } from '../organizations/reach.ts';
import { verifiedDomainOf } from '../organizations/verified-domain.ts';
import { mostPeople } from './limits.ts';
import type { Person } from './person.ts';
import type { Provider } from './provider.ts';
import { notFound } from './resources.ts';
import { ScimError } from './scim-error.ts';

/* Rules about whom a connection may provision. */

/** The holder of an account, as far as a connection reaches. */
export interface Reach {
  /** That of the organization; null for no member. */
  membership: MembershipRow | null;
  /**
   * Whether the account belongs to the organization alone. Then its sessions end with the membership, and so does the
   * account itself if the connection has opened it. Somebody who has left with another email, or has proven one
   * elsewhere, is out of reach.
   */
  belongs: boolean;
}

/** Why a connection may not act for an account at all; null: it may. */
export async function refusalFor(
  tables: ReachTables,
  connection: ConnectionRow,
  { role }: AccountRow,
  { membership, rules }: { membership: MembershipRow | null; rules: OrganizationsSettings },
): Promise<Error | null> {
  if (role === SUPERADMIN) return new ScimError('forbidden', 'A superadmin cannot be provisioned.');
  if (membership === null || (await reachesMember(tables, connection, membership, rules))) return null;
  return new KeywardError('ConnectionUnapprovedError', {
    message:
      'Somebody with fewer permissions than this account set up the connection, or made this token: an owner of the organization must save the connection once, and make the token.',
  });
}

/**
 * Decides what a connection may do with an account. Every act of provisioning asks, and asks again once the account is
 * locked.
 * @throws ScimError `forbidden` for a superadmin; KeywardError `ConnectionUnapprovedError`
 */
export async function reachOf(
  tables: ReachTables & Pick<Tables, 'organizationDomains'>,
  { connection, organization }: Provider,
  account: AccountRow,
  rules: OrganizationsSettings,
): Promise<Reach> {
  const all = await tables.memberships.ofAccount(account.id);
  const membership = all.find(({ organization_id: id }) => id === organization.id) ?? null;
  const refusal = await refusalFor(tables, connection, account, { membership, rules });
  if (refusal !== null) throw refusal;
  const domain = (await verifiedDomainOf(tables, account.email_key))?.organization.id;
  const isUnproven = membership !== null && account.email_verified === 0;
  const isTheirs = domain === undefined ? isUnproven : domain === organization.id;
  return { membership, belongs: isTheirs && all.length === (membership === null ? 0 : 1) };
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

/** Asked under the organization's lock. @throws ScimError `forbidden` for one person too many */
export async function assertRoom(
  { scimUsers }: Pick<Tables, 'scimUsers'>,
  provider: Provider,
  rules: OrganizationsSettings,
): Promise<void> {
  const most = mostPeople(provider, rules);
  if (await scimUsers.hasReached(provider.organization.id, most))
    throw new ScimError('forbidden', `The organization has ${most} provisioned people, its limit.`);
}

/** @throws KeywardError `ServiceUnavailableError` if somebody has changed the person since */
export async function assertUnchanged(
  { scimUsers }: Pick<Tables, 'scimUsers'>,
  { connection }: Provider,
  found: ScimUserRow,
): Promise<void> {
  const now = await scimUsers.find(connection.id, 'uid', found.uid);
  if (now === null) throw notFound();
  const isSame = now.id === found.id && now.version === found.version && now.opened === found.opened;
  if (!isSame) throw changedMeanwhile();
}
