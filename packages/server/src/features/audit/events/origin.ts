import { canonicalAddress } from '../../../lib/address.ts';
import type { Client } from '../../../lib/client.ts';
import type { AccountRow, ApiKeyRow, ConnectionRow, PortalRow } from '../../../store/engine/schema.ts';
import type { SessionWithAccount } from '../../../store/tables/session-accounts.ts';
import { impersonatorOf } from './impersonator.ts';
import type { Origin } from './event-types.ts';

const SUPERADMIN = 'superadmin';

/** An actor in the form that readers of events use. */
export const ACTOR_PATTERN =
  '^(?:(?:account|superadmin|key):[1-9][0-9]{0,15}|connection:con_[A-Za-z0-9_-]{22}|portal:por_[A-Za-z0-9_-]{22}|operator|service)$';

/** An anonymous request. */
export function anonymous(client: Client): Origin {
  return { actor: null, ...requestOf(client) };
}

/** The owner of an account, authenticated by this request. */
export function byOwner(
  { id, name, role }: Pick<AccountRow, 'id' | 'name' | 'role'>,
  client: Client,
): Origin {
  return { actor: { type: role === SUPERADMIN ? 'superadmin' : 'account', id, name }, ...requestOf(client) };
}

/** The holder of a session: its owner, or the superadmin who acts for the owner. */
export function byCaller({ row }: { row: SessionWithAccount }, client: Client): Origin {
  const { account__id: id, account__name: name, account__role: role } = row;
  const impersonator = impersonatorOf(row);
  return impersonator === null
    ? byOwner({ id, name, role }, client)
    : { ...byOwner({ ...impersonator, role: SUPERADMIN }, client), acting_for: { id, name } };
}

/** An application of a superadmin. */
export function byApplication(
  account: Pick<AccountRow, 'id' | 'name' | 'role'>,
  { client_id, name }: { client_id: string; name: string },
  client: Client,
): Origin {
  return { ...byOwner(account, client), through: { client_id, name } };
}

/** The program that holds an API key. */
export function byKey({ id, name }: Pick<ApiKeyRow, 'id' | 'name'>, client: Client): Origin {
  return { actor: { type: 'key', id, name }, ...requestOf(client) };
}

/** The identity provider of an organization, which provisions accounts. */
export function byConnection({ uid, name }: Pick<ConnectionRow, 'uid' | 'name'>, client: Client): Origin {
  return { actor: { type: 'connection', id: uid, name }, ...requestOf(client) };
}

/** The administrator of a customer, who has a portal link. */
export function byPortal({ uid }: Pick<PortalRow, 'uid'>, client: Client): Origin {
  return { actor: { type: 'portal', id: uid, name: null }, ...requestOf(client) };
}

/** An operator at the command line. */
export const BY_OPERATOR: Origin = {
  actor: { type: 'operator', id: null, name: 'command line' },
  client: null,
  request_id: null,
};

/** The service itself. */
export const BY_SERVICE: Origin = {
  actor: { type: 'service', id: null, name: null },
  client: null,
  request_id: null,
};

/** The application that the service is mounted in. */
export const BY_HOST: Origin = {
  actor: { type: 'service', id: null, name: 'host application' },
  client: null,
  request_id: null,
};

function requestOf({ ipAddress, userAgent, requestId }: Client) {
  return {
    client: { ip_address: canonicalAddress(ipAddress), user_agent: userAgent },
    request_id: requestId,
  };
}
