import { timestamp } from '../../lib/clock.ts';
import type { Transaction } from '../../store/database.ts';
import type {
  ConnectionChanges,
  ConnectionRow,
  OrganizationRow,
  ScimTokenRow,
} from '../../store/engine/schema.ts';
import { newEvent } from '../audit/events/event.ts';
import { presentEventConnection } from '../audit/serializers/connection.ts';
import { presentEventOrganization } from '../audit/serializers/organization.ts';
import { changeConnection } from '../connections/change-connection.ts';
import { readMapping } from '../connections/connection.ts';
import { tellOwners } from '../connections/lost-trust.ts';
import { isRequiring } from '../connections/requirement.ts';
import { formerWith, isFormerVoucher, type IsTheirs, NOBODY } from '../connections/trust.ts';
import { endVouched } from '../identity/accounts/owned-organizations.ts';
import { holdsNow, vouchedBy, voucherOf } from '../organizations/reach.ts';
import { disownedPolicy } from '../organizations/policy.ts';
import { permissionsOf, readNames, rolesOf } from '../organizations/roles.ts';
import { isWithin, type Makers, type Undo } from './undo.ts';

/*
 * What works in an organization without the account, such as a token, has its maker in its row. An undo ends what the
 * account made. It never follows what happened to people: somebody else may answer for them by now, and nobody has to be a
 * thief to follow an undo link.
 */

/**
 * The organizations in which the account is a member, or they have made or changed something, in the order in which they are
 * locked. A thief may have left one since.
 */
export async function organizationsOf(
  tables: Transaction,
  accountId: number,
  makers: Makers,
): Promise<number[]> {
  const rows = [
    ...(await tables.memberships.ofAccount(accountId)),
    ...(await tables.organizationInvitations.madeBy(accountId)),
    ...(await tables.portals.madeBy(accountId)),
    ...(await tables.connections.answeredFor(makers)),
  ];
  const ids = [...rows.map((row) => row.organization_id), ...(await changedBy(tables, makers))];
  return [...new Set(ids)].toSorted((a, b) => a - b);
}

async function changedBy(tables: Transaction, { accounts }: Makers): Promise<number[]> {
  const actors = [...accounts.keys()].map((id) => `account:${id}`);
  const since = Math.min(...[...accounts.values()].map(({ from }) => from));
  const acts = await tables.events.actsSince({ actors }, ['organization.updated'], since);
  const names = new Set(acts.map(({ data }) => String(Object(Object(JSON.parse(data)).organization).id)));
  const found = [];
  for (const name of names) found.push(await tables.organizations.findBy('uid', name));
  return found.flatMap((row) => (row === null ? [] : [row.id]));
}

/**
 * Ends the waiting invitations and the links to the portal that the account made, its SCIM tokens, and the trust in
 * connections for which it has vouched since then, and nobody else after that. The organizations are locked. Invitations
 * and links of others end with the rights of these.
 */
export async function undoInOrganizations(
  tables: Transaction,
  undo: Undo,
  { makers, organizations }: { makers: Makers; organizations: readonly number[] },
): Promise<void> {
  await endInvitations(tables, undo);
  await endPortals(tables, undo);
  await disownPolicies(tables, organizations, makers);
  const isTheirs: IsTheirs = ({ account, key }, at) =>
    isWithin(makers.accounts.get(account ?? 0) ?? makers.keys.get(key ?? 0), at ?? 0);
  for (const connection of await tables.connections.answeredFor(makers))
    await undoTrust(tables, connection, isTheirs, undo);
}

/** A policy of a thief keeps no owner out. It stays for the others, because it may be the owner's own. */
async function disownPolicies(
  tables: Transaction,
  organizations: readonly number[],
  { accounts }: Makers,
): Promise<void> {
  for (const id of organizations) {
    const row = await tables.organizations.find(id);
    const policy =
      row === null
        ? undefined
        : disownedPolicy(row, (account, at) => isWithin(accounts.get(account ?? 0), at));
    if (policy !== undefined) await tables.organizations.update(id, { policy });
  }
}

async function endInvitations(tables: Transaction, { accountId, told }: Undo): Promise<void> {
  for (const { id, uid, email, roles, organization_id: of } of await tables.organizationInvitations.madeBy(
    accountId,
  )) {
    const organization = await tables.organizations.find(of);
    await tables.organizationInvitations.delete(id);
    if (organization === null) continue;
    const invitation = { id: uid, email, roles: readNames(roles) };
    const data = { organization: presentEventOrganization(organization), invitation };
    await tables.events.add([newEvent('organization.invitation_revoked', data, told)]);
  }
}

async function endPortals(tables: Transaction, { accountId, told }: Undo): Promise<void> {
  for (const row of await tables.portals.madeBy(accountId)) {
    const organization = await tables.organizations.find(row.organization_id);
    await tables.portals.delete(row.id);
    if (organization === null) continue;
    const portal = {
      id: row.uid,
      sections: readNames(row.sections),
      expires_at: timestamp(row.expires_at),
    };
    const data = { organization: presentEventOrganization(organization), portal };
    await tables.events.add([newEvent('portal.ended', data, told)]);
  }
}

async function undoTrust(
  tables: Transaction,
  connection: ConnectionRow,
  isTheirs: IsTheirs,
  undo: Undo,
): Promise<void> {
  const { told } = undo;
  const organization = await tables.organizations.find(connection.organization_id);
  if (organization === null) return;
  const tokens = (await tables.scimTokens.of(connection.id)).filter((token) =>
    isTheirs(voucherOf(token), token.created_at),
  );
  for (const token of tokens) await endToken(tables, organization, connection, token, undo);
  // What its tokens have stored may have put an accomplice into a group.
  const former = tokens.length > 0 || isFormerVoucher(connection, isTheirs);
  const change = (columns: ConnectionChanges) =>
    changeConnection(
      tables,
      organization,
      connection,
      { ...(former && formerWith(connection, NOBODY)), ...columns },
      told,
    );
  if (!isTheirs(voucherOf(connection), connection.vouched_at) || connection.status === 'disabled') {
    if (former) await change({});
    return;
  }
  const { provider_changed_by: account, provider_changed_key: key, provider_changed_at: at } = connection;
  // A draft signs nobody in, but its mapping applies to whom the provider provisions.
  const isInForce = connection.status === 'active';
  const ends = isTheirs({ account, key }, at) || (await mayDisable(tables, connection, organization, undo));
  if (!isInForce || !ends) {
    const voided = await change({
      ...vouchedBy(NOBODY),
      trust_lost_at: told.at,
      trust_widened_at: told.at,
      voided_by: undo.accountId,
    });
    return tellOwners(tables, organization.id, [voided], { notices: undo.notices, at: told.at });
  }
  // The provider may be a thief's, who can take the rights of the account away, require the connection, or suspend the
  // organization. The requirement stays: otherwise whoever was dismissed could end it with an own change and its undo.
  await endVouched(tables, { organizationId: organization.id, connection: connection.uid }, told);
  const after = await change({
    status: 'disabled',
    // Identities that a thief has planted count no more.
    trust_widened_at: told.at,
    still_required: (await isStillRequired(tables, connection)) ? 1 : 0,
    updated_at: told.at,
  });
  await tellOwners(tables, organization.id, [after], { notices: undo.notices, at: told.at });
}

/** Whether members need it although it is off: a domain requires one, and no other is active. */
async function isStillRequired(
  tables: Transaction,
  { id, organization_id: of }: ConnectionRow,
): Promise<boolean> {
  const others = (await tables.connections.inForce(of)).filter((one) => one.id !== id);
  if (others.some(({ status }) => status === 'active')) return false;
  return (await tables.organizationDomains.of(of)).some(isRequiring);
}

/**
 * Whether an undo disables a connection whose provider the account has not chosen. It must be able to do so by hand now, so
 * that nobody who was dismissed ends what keeps them out. Otherwise the connection gives only the rights of plain members
 * until somebody vouches for it.
 */
async function mayDisable(
  tables: Transaction,
  connection: ConnectionRow,
  organization: OrganizationRow,
  { accountId, rules, missedConnection }: Undo,
): Promise<boolean> {
  // A mailed link meets no policy.
  if (organization.status !== 'active' || organization.policy !== null) return false;
  const session = { account_id: accountId, connection_organization_id: null };
  if ((await missedConnection(tables, organization, session)) !== null) return false;
  const roles = rolesOf(rules, await tables.organizationRoles.of(organization.id));
  const holds = await holdsNow(tables, { account: accountId, key: null }, organization.id, roles);
  const mapped = permissionsOf(Object.values(readMapping(connection)).flat(), roles);
  return ['org:connections:write', ...mapped].every(holds);
}

async function endToken(
  tables: Transaction,
  organization: OrganizationRow,
  connection: ConnectionRow,
  { uid, hint }: ScimTokenRow,
  { told }: Undo,
): Promise<void> {
  await tables.scimTokens.delete(connection.id, uid);
  const data = {
    organization: presentEventOrganization(organization),
    connection: presentEventConnection(connection),
    token: { id: uid, hint },
  };
  await tables.events.add([newEvent('connection.token_revoked', data, told)]);
}
