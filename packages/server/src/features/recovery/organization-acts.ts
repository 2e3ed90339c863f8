import { timestamp } from '../../lib/clock.ts';
import type { Transaction } from '../../store/database.ts';
import type { ConnectionRow, OrganizationRow } from '../../store/engine/schema.ts';
import { isActiveSuperadmin } from '../audit/actors/superadmin-role.ts';
import { newEvent } from '../audit/events/event.ts';
import type { EventData } from '../audit/events/event-types.ts';
import { presentEventConnection } from '../audit/serializers/connection.ts';
import { presentEventOrganization } from '../audit/serializers/organization.ts';
import { linkKey, readMapping } from '../connections/connection.ts';
import { formerWith, NOBODY } from '../connections/trust.ts';
import type { Leaving } from '../identity/accounts/owned-organizations.ts';
import { changeRolesOf, endMemberships, endVouched, type RoleChange } from '../organizations/memberships.ts';
import { type Holds, holdsNow } from '../organizations/reach.ts';
import { OWNER, permissionsOf, readNames, type Roles, rolesOf } from '../organizations/roles.ts';
import { type Facts, type Gains, gainsOf, GIVING, READ } from './organization-gains.ts';
import { type Followed, isFollowed, type Undo } from './undo.ts';

type Acts = Awaited<ReturnType<Transaction['events']['actsSince']>>;

/** What events about members and roles have in common. */
interface MemberAct {
  account?: { id: number };
  role?: { name: string };
  roles?: string[];
  changed?: { roles?: string[]; permissions?: string[] };
  previous?: { roles?: string[]; permissions?: string[] };
}

interface Place {
  tables: Transaction;
  organization: OrganizationRow;
  roles: Roles;
  /** What the account of the undo may do by hand. */
  holds: Holds;
  undo: Undo;
}

/** An account without any of them can take nothing away. */
const NEEDED = [
  'org:connections:write',
  'org:domains:write',
  'org:invitations:write',
  'org:members:write',
  'org:owner',
  'org:roles:write',
];

/** Takes back what some actors have given in organizations, as far as the account may do so by hand now. */
export async function undoInOrganizations(tables: Transaction, undo: Undo, actors: Followed): Promise<void> {
  const since = Math.min(...[...actors.values()].map(({ from }) => from));
  const uids = new Set<string>();
  for (const { actor, at, data } of await tables.events.actsSince(
    { actors: [...actors.keys()] },
    GIVING,
    since,
  )) {
    const about: { organization: { id: string } } = JSON.parse(data);
    if (isFollowed(actors, actor, at)) uids.add(about.organization.id);
  }
  const found = await Promise.all([...uids].map((uid) => tables.organizations.findBy('uid', uid)));
  // In the order in which organizations are locked.
  const ids = found.flatMap((one) => (one === null ? [] : [one.id])).toSorted((a, b) => a - b);
  for (const id of ids) {
    const organization = await tables.organizations.lock(id);
    if (organization === null || !(await mayAct(tables, organization, undo))) continue;
    const roles = rolesOf(undo.rules, await tables.organizationRoles.of(id));
    const holds = await holdsNow(tables, { account: undo.accountId, key: null }, id, roles);
    if (!NEEDED.some(holds)) continue;
    const acts = await tables.events.actsSince({ organization: organization.uid }, READ, since);
    const connections = await tables.connections.of(id);
    const gains = await gainsOf(acts, undo.accountId, actors, {
      isElsewhere: await identitiesOf(tables, connections, acts),
      vouchers: new Map(connections.map((one) => [one.uid, vouching(one)])),
      ...(await rolesBefore(tables, organization, roles, acts)),
      permissions: (names) => permissionsOf(names, roles),
    });
    await takeBack({ tables, organization, roles, holds, undo }, gains);
  }
}

/** Whether the account could act there by hand, whatever its permissions. Otherwise it could turn off the connection that keeps it out. */
async function mayAct(
  tables: Transaction,
  organization: OrganizationRow,
  { accountId, missedConnection }: Undo,
): Promise<boolean> {
  const account = await tables.accounts.find('id', accountId);
  if (account === null) return false;
  if (organization.status === 'suspended' && !isActiveSuperadmin(account)) return false;
  const session = { account_id: accountId, connection_organization_id: null };
  return (await missedConnection(tables, organization, session)) === null;
}

/** As an actor of events; null for the host. */
function vouching({ vouched_by: account, vouched_key: key, trust_widened_at, created_at }: ConnectionRow) {
  const actor = account !== null ? `account:${account}` : key !== null ? `key:${key}` : null;
  return { actor, since: trust_widened_at ?? created_at };
}

/** The longest time of a sign-in that makes an identity and a membership, in milliseconds. */
const SIGN_IN_MS = 60_000;

/** Tells whether an account got an identity at one of the connections, besides some, at a time or later. */
async function identitiesOf(
  tables: Transaction,
  connections: readonly ConnectionRow[],
  acts: Acts,
): Promise<(accountId: number, besides: ReadonlySet<string>, at: number) => boolean> {
  const joined = new Set<number>();
  for (const { type, data } of acts) {
    if (type !== 'member.added') continue;
    const { account, source }: { account: { id: number }; source: string } = JSON.parse(data);
    if (source === 'connection') joined.add(account.id);
  }
  const links = await tables.providerLinks.ofAccounts([...joined]);
  const byAccount = Map.groupBy(links, ({ account_id }) => account_id);
  return (accountId, besides, at) =>
    connections.some(
      ({ uid }) =>
        !besides.has(uid) &&
        byAccount
          .get(accountId)
          ?.some(
            (link) => link.provider.startsWith(linkKey(uid, '')) && link.created_at >= at - SIGN_IN_MS,
          ) === true,
    );
}

/**
 * The roles that members had before the acts, and the permissions that roles have had all the time. Nothing if no role has
 * changed.
 */
async function rolesBefore(
  tables: Transaction,
  { id }: OrganizationRow,
  roles: Roles,
  acts: Acts,
): Promise<Pick<Facts, 'before' | 'steady'>> {
  const before = new Map<number, readonly string[]>();
  // Nearly always, and reading ten thousands of acts takes its time.
  if (!acts.some(({ type }) => type === 'role.updated')) return { before, steady: () => new Set() };
  const added = new Map<string, Set<string>>();
  for (const { type, data } of acts.toReversed()) {
    const { account, role, changed, previous, ...act }: MemberAct = JSON.parse(data);
    if (type === 'role.updated' && role !== undefined) {
      const had = new Set(previous?.permissions);
      const more = (changed?.permissions ?? []).filter((one) => !had.has(one));
      added.set(role.name, new Set([...(added.get(role.name) ?? []), ...more]));
    }
    if (account === undefined || before.has(account.id)) continue;
    before.set(account.id, type === 'member.added' ? [] : (previous?.roles ?? act.roles ?? []));
  }
  for (const role of added.keys())
    for (const member of await tables.memberships.withRole(id, role))
      if (!before.has(member.account_id)) before.set(member.account_id, readNames(member.roles));
  const steady = (names: readonly string[]) =>
    new Set(
      names.flatMap((name) => [...permissionsOf([name], roles)].filter((one) => !added.get(name)?.has(one))),
    );
  return { before, steady };
}

async function takeBack(place: Place, gains: Gains): Promise<void> {
  const { holds } = place;
  if (holds('org:connections:write')) {
    for (const id of gains.connections.keys()) await disable(place, id);
    for (const { connection, token } of gains.tokens) await endToken(place, connection, token);
  }
  if (holds('org:owner')) for (const id of gains.portals) await endPortal(place, id);
  if (holds('org:domains:write')) for (const domain of gains.domains) await loseDomain(place, domain);
  if (holds('org:invitations:write')) for (const id of gains.invitations) await revoke(place, id);
  if (holds('org:roles:write'))
    for (const [role, permissions] of gains.permissions) await narrow(place, role, permissions);
  if (holds('org:members:write')) await takeFromMembers(place, gains);
}

/** The connection is only disabled, because it may be an earlier one. */
async function disable(
  { tables, organization, roles, holds, undo: { told } }: Place,
  id: string,
): Promise<void> {
  const before = await tables.connections.find(id);
  if (before?.status !== 'active') return;
  // As by hand.
  if (![...permissionsOf(Object.values(readMapping(before)).flat(), roles)].every(holds)) return;
  await endVouched(tables, { organizationId: organization.id, connection: id }, told);
  const after = await tables.connections.update(before.id, { status: 'disabled', updated_at: told.at });
  const change = { changed: { status: 'disabled' }, previous: { status: 'active' } };
  await tables.events.add([
    newEvent('connection.updated', { ...shown(organization, after), ...change }, told),
  ]);
}

async function endToken(
  { tables, organization, undo: { told } }: Place,
  id: string,
  token: EventData<'connection.token_created'>['token'],
): Promise<void> {
  const connection = await tables.connections.find(id);
  if (connection === null) return;
  // It may have put an accomplice into a group, also if it was revoked since.
  await tables.connections.update(connection.id, formerWith(connection, NOBODY));
  if ((await tables.scimTokens.delete(connection.id, token.id)) === null) return;
  const data = { ...shown(organization, connection), token };
  await tables.events.add([newEvent('connection.token_revoked', data, told)]);
}

async function endPortal({ tables, organization, undo: { told } }: Place, id: string): Promise<void> {
  const row = await tables.portals.find('uid', id);
  if (row === null || row.expires_at <= told.at) return;
  await tables.portals.delete(row.id);
  const portal = { id, sections: readNames(row.sections), expires_at: timestamp(row.expires_at) };
  const data = { organization: presentEventOrganization(organization), portal };
  await tables.events.add([newEvent('portal.ended', data, told)]);
}

async function loseDomain({ tables, organization, undo: { told } }: Place, domain: string): Promise<void> {
  const row = await tables.organizationDomains.find(organization.id, domain);
  if (row?.status !== 'verified') return;
  await tables.organizationDomains.delete(row.id);
  const data = { organization: presentEventOrganization(organization), domain, joining: row.joining };
  await tables.events.add([newEvent('organization.domain_lost', data, told)]);
}

async function revoke({ tables, organization, undo: { told } }: Place, id: string): Promise<void> {
  const row = await tables.organizationInvitations.find('uid', id);
  if (row === null) return;
  await tables.organizationInvitations.delete(row.id);
  const invitation = { id, email: row.email, roles: readNames(row.roles) };
  const data = { organization: presentEventOrganization(organization), invitation };
  await tables.events.add([newEvent('organization.invitation_revoked', data, told)]);
}

/** Takes away what a role gave more since; its members may have had it before. */
async function narrow(place: Place, name: string, gained: ReadonlySet<string>): Promise<void> {
  const { tables, organization, holds, undo } = place;
  const { told } = undo;
  const role = (await tables.organizationRoles.of(organization.id)).find((one) => one.name === name);
  if (role === undefined) return;
  const before = readNames(role.permissions);
  const permissions = before.filter((one) => !gained.has(one));
  if (permissions.length === before.length || !before.every(holds)) return;
  await tables.organizationRoles.update(organization.id, name, {
    permissions: JSON.stringify(permissions),
    updated_at: told.at,
  });
  const version = organization.version + 1;
  place.organization = await tables.organizations.update(organization.id, {
    version,
    roles_version: version,
  });
  const data = {
    organization: presentEventOrganization(place.organization),
    role: { name, description: role.description, permissions },
    changed: { permissions },
    previous: { permissions: before },
  };
  await tables.events.add([newEvent('role.updated', data, told)]);
}

/** Each member once, however often their roles have changed. The last owner stays. */
async function takeFromMembers(place: Place, { joined, roles: gained }: Gains): Promise<void> {
  const { tables, roles, holds, undo } = place;
  const { id } = place.organization;
  const accountIds = [...new Set([...joined.keys(), ...gained.keys()])];
  const accounts = new Map((await tables.accounts.ofIds(accountIds)).map((one) => [one.id, one]));
  const leaving: Leaving[] = [];
  const changes: RoleChange[] = [];
  const owners = new Set(await tables.memberships.stayingOwners(id));
  for (const membership of await tables.memberships.ofAccountsIn(id, accountIds)) {
    const account = accounts.get(membership.account_id);
    const before = readNames(membership.roles);
    if (account === undefined || ![...permissionsOf(before, roles)].every(holds)) continue;
    const left = before.filter((role) => gained.get(account.id)?.has(role) !== true);
    const leaves = joined.get(account.id) === membership.source;
    if (!leaves && left.length === before.length) continue;
    if (membership.is_owner === 1 && (leaves || !left.includes(OWNER))) {
      if (owners.size === 1 && owners.has(account.id)) continue;
      owners.delete(account.id);
    }
    if (leaves) leaving.push({ membership, account });
    else changes.push({ membership, account, roles: left.length > 0 ? left : ['member'] });
  }
  if (changes.length > 0)
    place.organization = await changeRolesOf(tables, place.organization, changes, undo.told);
  if (leaving.length > 0) await endMemberships(tables, place.organization, leaving, 'removed', undo.told);
}

function shown(organization: OrganizationRow, connection: ConnectionRow) {
  return {
    organization: presentEventOrganization(organization),
    connection: presentEventConnection(connection),
  };
}
