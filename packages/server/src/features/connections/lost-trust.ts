import { NO_CLIENT } from '../../lib/client.ts';
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
 * Tells, in the transaction of the act, that whoever vouches for a connection has lost rights for that. The owners get a
 * mail once, until somebody vouches for it again, or the rights are back. The event tells of each act that may take more
 * rights from the sessions of the connection, because those who verify tokens follow it.
 * @param acts the events of the transaction that may change the rights of somebody
 */
export function createTellLostTrust(deps: {
  settings: Settings;
  notices: Pick<Notices, 'trustLost'>;
}): (tables: Transaction, acts: readonly NewEvent[]) => Promise<void> {
  const { settings, notices } = deps;

  return async (tables, acts) => {
    for (const connection of await vouchedIn(tables, acts)) {
      const isLost = await hasLostTrust(tables, connection, settings.current.organizations);
      const at = Math.max(...acts.map((act) => act.at));
      const isNews = await tables.connections.noteTrust(connection, isLost ? at : null);
      if (isLost)
        await (isNews ? tellOwners(tables, connection, at, notices) : recordLoss(tables, connection, at));
    }
  };
}

/**
 * Tells the owners of an organization that nobody answers for the full trust in a connection any more, or that an undo has
 * turned it off.
 */
export async function tellOwners(
  tables: Transaction,
  connection: ConnectionBrief,
  at: number,
  notices: Pick<Notices, 'trustLost'>,
): Promise<void> {
  const organization = await recordLoss(tables, connection, at);
  if (organization === null) return;
  const about = { organization: organization.name, connection: connection.name };
  for (const { account_id: id } of await tables.memberships.owners(organization.id)) {
    const owner = await tables.accounts.find('id', id);
    if (owner !== null) await notices.trustLost(tables, owner, about, NO_CLIENT);
  }
}

/** @returns its organization; null if that is deleted, and nothing is recorded */
async function recordLoss(
  { organizations, events }: Transaction,
  connection: ConnectionBrief,
  at: number,
): Promise<OrganizationRow | null> {
  const organization = await organizations.find(connection.organization_id);
  if (organization === null || organization.status === 'deleted') return null;
  const data = {
    organization: presentEventOrganization(organization),
    connection: presentEventConnection(connection),
  };
  await events.add([newEvent('connection.trust_lost', data, { by: BY_SERVICE, at })]);
  return organization;
}

/**
 * The active connections for which the people and the revoked keys of these events vouch, and those in whose
 * organization a role has changed, in the order in which they are locked.
 */
async function vouchedIn(
  { connections, organizations }: Transaction,
  acts: readonly NewEvent[],
): Promise<ConnectionBrief[]> {
  const people = new Set<number>();
  const keys: number[] = [];
  const all: ConnectionBrief[] = [];
  for (const { type, data, account_id: accountId, organization: uid, at } of acts) {
    if (type === 'key.revoked') {
      const { key }: EventData<'key.revoked'> = JSON.parse(data);
      keys.push(key.id);
    }
    if (accountId !== null) people.add(accountId);
    const id = accountId === null && uid !== null ? await organizations.idOf(uid, at) : null;
    for (const one of id === null ? [] : await connections.inForce(id))
      if (one.status === 'active' && !isUnbound(voucherOf(one))) all.push(one);
  }
  if (people.size > 0) all.push(...(await connections.vouchedBy('vouched_by', [...people])));
  if (keys.length > 0) all.push(...(await connections.vouchedBy('vouched_key', keys)));
  const each = new Map(all.map((one) => [one.id, one]));
  return [...each.values()].toSorted((one, other) => one.id - other.id);
}
