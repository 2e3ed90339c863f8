import { createHash } from 'node:crypto';
import { KeywardError } from '../../errors.ts';
import { domainOf } from '../../lib/email.ts';
import type { OrganizationsSettings } from '../../config/sections/organizations.ts';
import type { Tables } from '../../store/database.ts';
import type { AccountRow, ConnectionRow, MembershipRow, OrganizationRow } from '../../store/engine/schema.ts';
import { SUPERADMIN } from '../audit/actors/superadmin-role.ts';
import { reachesMember } from '../organizations/reach.ts';
import { verifiedDomainOf } from '../organizations/verified-domain.ts';
import type { AssertWordCounts, ConnectionWord } from '../sign-in/connection-word.ts';
import type { Settings } from '../settings/settings.ts';

/** What decides whom a connection signs in, and with which rights. The time shows that it was turned off in between. */
const DECISIVE = [
  'config',
  'sealed_secret',
  'mapping',
  'keep_roles',
  'trust_factors',
  'trust',
  'vouched_by',
  'vouched_key',
  'former_vouchers',
  'updated_at',
] as const satisfies readonly (keyof ConnectionRow)[];

/** What a connection is now; see {@link ConnectionWord}. The API shows it as the `version` that an approval names. */
export function wordOf(connection: ConnectionRow): string {
  const parts = JSON.stringify(DECISIVE.map((column) => connection[column]));
  return createHash('sha256').update(parts).digest('base64url');
}

/** What an account is to a connection that may sign its owner in. The organization is locked. */
export interface Admitting {
  organization: OrganizationRow;
  connection: ConnectionRow;
  membership: MembershipRow | null;
}

/**
 * Decides whether a connection may sign in the owner of an account, which is locked: never a superadmin, a person of
 * another organization's domain, or somebody who has requested the deletion of the account.
 * @param how.mayJoin whether somebody who is neither a member nor in the domains may become a member
 * @throws KeywardError as {@link AssertWordCounts}
 */
export async function admitting(
  tables: Tables,
  account: AccountRow,
  { via, word }: ConnectionWord,
  how: { isLinked: boolean; mayJoin: boolean; rules: OrganizationsSettings },
): Promise<Admitting> {
  // The account is locked, so it cannot become a superadmin in the meantime.
  if (account.role === SUPERADMIN) throw elsewhere();
  // The sign-in would cancel the deletion that the owner of the account has requested.
  if (account.deletion_at !== null && account.deletion_connection === null) throw elsewhere();
  const known = await tables.connections.brief(via);
  const organization = known === null ? null : await tables.organizations.lock(known.organization_id);
  const connection = await tables.connections.find(via);
  const isOpen = organization !== null && organization.status !== 'deleted';
  if (!isOpen || connection?.status !== 'active' || wordOf(connection) !== word)
    throw new KeywardError('ConnectionNotFoundError');
  if (organization.status === 'suspended') throw new KeywardError('OrganizationSuspendedError');
  if (await tables.scimUsers.isInactiveIn(organization.id, account.id))
    throw new KeywardError('AccountInactiveError', {
      message: 'The identity provider of the organization has deactivated this person.',
    });
  const ownerOf = async () => (await verifiedDomainOf(tables, account.email_key))?.organization.id;
  let owner = await ownerOf();
  if (owner === undefined) {
    // Only the domains of the locked organization cannot get another owner.
    await tables.organizationDomains.keep(domainOf(account.email_key));
    owner = await ownerOf();
  }
  if (owner !== undefined && owner !== organization.id) throw elsewhere();
  // An owner may have changed the email of a linked account to one that they have not proven.
  const isOurs = owner !== undefined && (!how.isLinked || account.email_verified === 1);
  const membership = await tables.memberships.find(organization.id, account.id);
  const mayEnter = isOurs || (how.isLinked ? membership !== null : how.mayJoin);
  if (!mayEnter) throw elsewhere();
  if (membership !== null && !(await reachesMember(tables, connection, membership, how.rules)))
    throw new KeywardError('ConnectionUnapprovedError');
  return { organization, connection, membership };
}

/** Asks again before the session begins. Then the account is linked. */
export function createAssertWordCounts({ settings }: { settings: Settings }): AssertWordCounts {
  return async (tables, account, word) => {
    const rules = settings.current.organizations;
    const { membership } = await admitting(tables, account, word, { isLinked: true, mayJoin: false, rules });
    return membership !== null;
  };
}

/** The error does not reveal whose account it is. */
export function elsewhere(): KeywardError {
  return new KeywardError('AccountElsewhereError');
}
