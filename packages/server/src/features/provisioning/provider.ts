import type { OrganizationsSettings } from '../../config/sections/organizations.ts';
import { KeywardError } from '../../errors.ts';
import { isCheckedSecret, secretHash } from '../../lib/checked-secret.ts';
import type { Client } from '../../lib/client.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Store, Transaction } from '../../store/database.ts';
import type { ConnectionRow, OrganizationRow, ScimTokenRow } from '../../store/engine/schema.ts';
import { byConnection } from '../audit/events/origin.ts';
import type { Attribution } from '../audit/events/event.ts';
import { narrowedBy } from '../connections/trust.ts';
import { voucherOf } from '../organizations/reach.ts';
import type { Settings } from '../settings/settings.ts';
import { ScimError } from './scim-error.ts';
import { SCIM_PREFIX } from './tokens.ts';

/** The identity provider of a connection, which has presented a token of it. */
export interface Provider {
  /** Trusted only for what the voucher of the token may give now. */
  connection: ConnectionRow;
  organization: OrganizationRow;
  token: ScimTokenRow;
}

/** A provider with the request that it sends. */
export interface Asking extends Provider {
  client: Client;
}

/** The precision of `last_used_at`, so that most requests need no write. */
const USE_PRECISION_MS = 60_000;

/**
 * Identifies the provider that sends a request.
 * @param connection the id in the address
 * @throws ScimError `unauthorized` for any token but one of this connection; `forbidden` while the connection is turned
 * off or the organization is suspended
 */
export type Authenticate = (connection: string, token: string | undefined) => Promise<Provider>;

export function createAuthenticate({
  store,
  settings,
  clock,
}: {
  store: Store;
  settings: Settings;
  clock: Clock;
}): Authenticate {
  return async (uid, given) => {
    // PostgreSQL would fail on a NUL.
    if (given === undefined || !isCheckedSecret(SCIM_PREFIX, given) || uid.includes('\0'))
      throw unauthorized();
    const token = await store.scimTokens.findByHash(secretHash(given));
    const connection = token === null ? null : await store.connections.find(uid);
    if (token === null || connection?.id !== token.connection_id) throw unauthorized();
    const organization = assertOpen(connection, await store.organizations.find(connection.organization_id));
    const now = clock.now();
    if (now - (token.last_used_at ?? 0) >= USE_PRECISION_MS) await store.scimTokens.touch(token.id, now);
    const rules = settings.current.organizations;
    return {
      connection: await narrowedBy(store, connection, [voucherOf(token)], rules),
      organization,
      token,
    };
  };
}

/**
 * Locks the organization of a provider, whose rights may have ended since its request began.
 * @returns the provider as it is now
 * @throws ScimError as {@link Authenticate}
 */
export async function lockProvider(
  tables: Transaction,
  { token, connection }: Provider,
  rules: OrganizationsSettings,
): Promise<Provider> {
  const row = await tables.organizations.lock(connection.organization_id);
  const now = await tables.connections.find(connection.uid);
  const live = (await tables.scimTokens.of(connection.id)).find(({ id }) => id === token.id);
  if (now === null || live === undefined) throw unauthorized();
  const organization = assertOpen(now, row);
  return { connection: await narrowedBy(tables, now, [voucherOf(live)], rules), organization, token: live };
}

function assertOpen({ status }: ConnectionRow, organization: OrganizationRow | null): OrganizationRow {
  if (organization === null || organization.status === 'deleted') throw unauthorized();
  if (status === 'disabled') throw new ScimError('forbidden', 'The connection is turned off.');
  if (organization.status === 'suspended') throw new ScimError('forbidden', 'The organization is suspended.');
  return organization;
}

function unauthorized(): ScimError {
  return new ScimError('unauthorized', 'The token is unknown, revoked, or belongs to another connection.');
}

export function toldBy({ connection, client }: Asking, clock: Clock): Attribution {
  return { by: byConnection(connection, client), at: clock.now() };
}

const ATTEMPTS = 8;

/** Retries a change if the data that it is based on has changed: providers send several changes at once. */
export async function again<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = ATTEMPTS; ; left -= 1)
    try {
      return await attempt();
    } catch (error) {
      if (left <= 1 || !(error instanceof KeywardError) || !MEANWHILE.has(error.kind)) throw error;
    }
}

/** The account was changed or opened at the same time. */
const MEANWHILE: ReadonlySet<string> = new Set(['ServiceUnavailableError', 'EmailAlreadyExistsError']);
