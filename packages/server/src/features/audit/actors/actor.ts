import { KeywardError } from '../../../errors.ts';
import type { Client } from '../../../lib/client.ts';
import type { Store, Tables, Transaction } from '../../../store/database.ts';
import type { AccountRow, ApiKeyRow } from '../../../store/engine/schema.ts';
import { isActiveSuperadmin, SUPERADMIN } from './superadmin-role.ts';
import type { EventFacts } from '../events/events.ts';
import type { Recent } from './recent.ts';
import type { Caller } from './caller.ts';
import type { Origin } from '../events/event-types.ts';
import { BY_HOST, BY_OPERATOR, BY_SERVICE, byApplication, byCaller, byKey } from '../events/origin.ts';

/** The right of an application to act for a superadmin. */
export interface Delegation {
  account: AccountRow;
  application: { client_id: string; name: string };
  /** The `uid` of the grant. */
  grant: string;
}

/** Who administers: a superadmin, an application of a superadmin, an API key, or the host application. */
export interface Actor {
  readonly kind: 'superadmin' | 'application' | 'key' | 'host';
  /** The actor as events name it. */
  readonly by: Origin;
  readonly client: Client;
  /** Aborts when the client no longer waits for the answer. */
  readonly signal?: AbortSignal | undefined;
  /** A superadmin's session; null for the others. */
  readonly caller: Caller | null;
  /** Null for the others. */
  readonly key: ApiKeyRow | null;
  /** Present for an application; null for the others. */
  readonly delegation: Delegation | null;
}

export function superadminActor(caller: Caller, client: Client, signal?: AbortSignal): Actor {
  return {
    kind: 'superadmin',
    by: byCaller(caller, client),
    client,
    signal,
    caller,
    key: null,
    delegation: null,
  };
}

export function keyActor(key: ApiKeyRow, client: Client, signal?: AbortSignal): Actor {
  return { kind: 'key', by: byKey(key, client), client, signal, caller: null, key, delegation: null };
}

export function applicationActor(delegation: Delegation, client: Client, signal?: AbortSignal): Actor {
  const { account, application } = delegation;
  return {
    kind: 'application',
    by: byApplication(account, application, client),
    client,
    signal,
    caller: null,
    key: null,
    delegation,
  };
}

/** The host's calls come without a request. */
const HOST_CLIENT: Client = {
  ipAddress: 'unknown',
  userAgent: '',
  languages: '',
  requestId: '',
  method: '',
  path: '',
};

export const HOST_ACTOR: Actor = {
  kind: 'host',
  by: BY_HOST,
  client: HOST_CLIENT,
  caller: null,
  key: null,
  delegation: null,
};

/** An operator at the command line. */
export const OPERATOR_ACTOR: Actor = { ...HOST_ACTOR, by: BY_OPERATOR };

/** The service itself, in scheduled work. */
export const SERVICE_ACTOR: Actor = { ...HOST_ACTOR, by: BY_SERVICE };

/** The actor as the log names it. */
export function factsOf({ kind, client, caller, key, delegation }: Actor): EventFacts {
  return {
    ...(kind !== 'host' && { client }),
    ...(delegation !== null && { accountId: delegation.account.id }),
    ...(caller !== null && { accountId: caller.row.account_id, sessionId: caller.row.id }),
    ...(key !== null && { apiKey: { id: key.id, name: key.name } }),
  };
}

/** The account of the superadmin who acts, directly or through an application; null for a key and for the host. */
export function accountIdOf({ caller, delegation }: Actor): number | null {
  return caller?.row.account_id ?? delegation?.account.id ?? null;
}

/** Whether a key or an application acts, which have limited rights. */
export function isProgram({ kind }: Pick<Actor, 'kind'>): boolean {
  return kind === 'key' || kind === 'application';
}

/**
 * Runs an administrative act in a transaction during which the right to it cannot be revoked. It refuses a superadmin
 * who was demoted or whose session ended, or a key or a grant that was revoked, while the request ran.
 * @throws KeywardError `RoleMismatchError`, `InvalidTokenError`, `SessionDestroyedError`
 */
export function acting<T>(
  store: Pick<Store, 'transaction'>,
  actor: Actor,
  act: (tables: Transaction) => Promise<T>,
): Promise<T> {
  return store.transaction(async (tables) => {
    await tables.accounts.lockSuperadmins();
    await assertStillActs(tables, actor);
    if (actor.caller !== null) await assertLive(tables, actor.caller);
    return act(tables);
  });
}

/**
 * @param the actor's own account before the act, if the act changes it
 * @throws KeywardError `RoleMismatchError`, `InvalidTokenError`
 */
export async function assertStillActs(
  { accounts, apiKeys, grants }: Pick<Tables, 'accounts' | 'apiKeys' | 'grants'>,
  actor: Actor,
  was?: AccountRow,
): Promise<void> {
  const { key, delegation } = actor;
  if (key !== null && (await apiKeys.find(key.id)) === null) throw new KeywardError('InvalidTokenError');
  if (delegation !== null && !(await grants.exists(delegation.grant)))
    throw new KeywardError('InvalidTokenError');
  const id = accountIdOf(actor);
  if (id === null) return;
  const account = was?.id === id ? was : await accounts.find('id', id);
  if (account === null || !isActiveSuperadmin(account)) throw new KeywardError('RoleMismatchError');
}

/**
 * Locks the account and the session of a request, in this order, in an open transaction. An end of the session waits for
 * the act, and an undo of what the session did finds it; an act that has waited for somebody else's server does not happen
 * after the end.
 * @throws KeywardError `SessionDestroyedError`
 */
export async function assertLive(
  { accounts, sessions }: Pick<Tables, 'accounts' | 'sessions'>,
  { row }: Caller,
): Promise<void> {
  await accounts.lock(row.account_id);
  if ((await sessions.lockLive(row.id)) === null) throw new KeywardError('SessionDestroyedError');
}

/**
 * Keeps programs away from superadmins: a leaked key or token must not become a superadmin, nor lock them out.
 * @throws KeywardError `ScopeMissingError`
 */
export function assertMayTouch(actor: Actor, { role }: Pick<AccountRow, 'role'>): void {
  if (isProgram(actor) && role === SUPERADMIN)
    throw new KeywardError('ScopeMissingError', {
      message: 'API keys and applications may not change the accounts of superadmins.',
      details: { scope: null },
    });
}

/** Requires that a person has authenticated recently; see {@link Recent}. */
export async function assertRecent(
  { caller }: Actor,
  recent: Pick<Recent, 'assert'>,
  within?: Tables,
): Promise<void> {
  if (caller !== null) await recent.assert(caller, within);
}
