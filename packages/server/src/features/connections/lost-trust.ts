import { NO_CLIENT } from '../../lib/client.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Transaction } from '../../store/database.ts';
import type { NewEvent, OrganizationRow } from '../../store/engine/schema.ts';
import type { ConnectionBrief } from '../../store/tables/connections.ts';
import { newEvent } from '../audit/events/event.ts';
import type { EventData } from '../audit/events/event-types.ts';
import { BY_SERVICE } from '../audit/events/origin.ts';
import { presentEventConnection } from '../audit/serializers/connection.ts';
import { presentEventOrganization } from '../audit/serializers/organization.ts';
import type { Notices } from '../delivery/mail/notices.ts';
import { isUnbound, voucherOf } from '../organizations/reach.ts';
import type { Settings } from '../settings/settings.ts';
import { hasLostTrust } from './trust.ts';

/**
 * Tells, in the transaction of the act, that whoever vouches for connections has lost rights for that. The owners of each
 * organization get a mail, at most once a day. Each act that may take more rights from the sessions of connections is one
 * event in each organization, because those who verify tokens follow it.
 * @param acts the events of the transaction that may change the rights of somebody
 */
export function createTellLostTrust(deps: {
  settings: Settings;
  notices: Pick<Notices, 'trustLost'>;
  clock: Clock;
}): (tables: Transaction, acts: readonly NewEvent[]) => Promise<void> {
  const { settings, notices, clock } = deps;

  return async (tables, acts) => {
    const at = clock.now();
    const lost = new Map<number, { all: ConnectionBrief[]; news: ConnectionBrief[] }>();
    for (const connection of await vouchedIn(tables, acts)) {
      const isLost = await hasLostTrust(tables, connection, settings.current.organizations);
      const isNews = await tables.connections.noteTrust(connection, { isLost, at });
      if (!isLost) continue;
      const { organization_id: id } = connection;
      const { all, news } = lost.get(id) ?? { all: [], news: [] };
      lost.set(id, { all: [...all, connection], news: isNews ? [...news, connection] : news });
    }
    for (const [id, { all, news }] of lost)
      if (news.length > 0) await tellOwners(tables, id, news, { notices, at });
      else await recordLoss(tables, id, all.slice(0, 1), at);
  };
}

/**
 * Tells the owners of an organization that nobody answers for the full trust in some of its connections any more, or that an
 * undo has turned them off.
 */
export async function tellOwners(
  tables: Transaction,
  organizationId: number,
  connections: readonly ConnectionBrief[],
  { notices, at }: { notices: Pick<Notices, 'trustLost'>; at: number },
): Promise<void> {
  const organization = await recordLoss(tables, organizationId, connections, at);
  if (organization === null) return;
  const about = {
    organization: organization.name,
    connection: connections.map(({ name }) => name).join(', '),
  };
  for (const owner of await tables.memberships.ownersToTell(organizationId))
    await notices.trustLost(tables, owner, about, NO_CLIENT);
}

/** @returns the organization; null if it is deleted, and nothing is recorded */
async function recordLoss(
  { organizations, events }: Transaction,
  organizationId: number,
  connections: readonly ConnectionBrief[],
  at: number,
): Promise<OrganizationRow | null> {
  const organization = await organizations.find(organizationId);
  if (organization === null || organization.status === 'deleted') return null;
  const acts = connections.map((connection) => {
    const data = {
      organization: presentEventOrganization(organization),
      connection: presentEventConnection(connection),
    };
    return newEvent('connection.trust_lost', data, { by: BY_SERVICE, at });
  });
  await events.add(acts);
  return organization;
}

/**
 * The active connections for which the people and the revoked keys of these events vouch, and those in whose organization a
 * role has changed, in the order in which they are locked. A change of a member concerns only the connections of that
 * organization.
 */
async function vouchedIn(
  { connections, organizations }: Transaction,
  acts: readonly NewEvent[],
): Promise<ConnectionBrief[]> {
  const everywhere = new Set<number>();
  const held = new Map<string | null, Set<number>>();
  const keys: number[] = [];
  const all: ConnectionBrief[] = [];
  for (const { type, data, account_id: accountId, organization: uid, at } of acts) {
    if (type === 'key.revoked') {
      const { key }: EventData<'key.revoked'> = JSON.parse(data);
      keys.push(key.id);
    }
    if (accountId === null) {
      const id = uid === null ? null : await organizations.idOf(uid, at);
      for (const one of id === null ? [] : await connections.inForce(id))
        if (one.status === 'active' && !isUnbound(voucherOf(one))) all.push(one);
    } else if (type === 'account.role_changed') everywhere.add(accountId);
    else held.set(uid, (held.get(uid) ?? new Set()).add(accountId));
  }
  for (const [uid, ids] of held) all.push(...(await connections.heldBy([...ids], uid)));
  if (everywhere.size > 0) all.push(...(await connections.vouchedBy('vouched_by', [...everywhere])));
  if (keys.length > 0) all.push(...(await connections.vouchedBy('vouched_key', keys)));
  const each = new Map(all.map((one) => [one.id, one]));
  return [...each.values()].toSorted((one, other) => one.id - other.id);
}
