import { KeywardError } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Client } from '../../lib/client.ts';
import type { Store, Transaction } from '../../store/database.ts';
import type { AccountRow } from '../../store/engine/schema.ts';
import { acting, type Actor, assertMayTouch } from '../audit/actors/actor.ts';
import type { Caller } from '../audit/actors/caller.ts';
import { byCaller } from '../audit/events/origin.ts';
import type { GrantEnd, Origin } from '../audit/events/event-types.ts';
import { type ListedApplication, readListed } from './application.ts';
import { type Grants, revokedEvent } from './grants.ts';
import type { Logos } from './logos.ts';
import { wordsIn } from './words.ts';

/** An application that has access to an account. */
export interface ConnectedApplication {
  application: ListedApplication;
  /** The address of its picture at the service's own origin; null if it has none. */
  logoUrl: string | null;
  scopes: string[];
  resources: string[];
  /** Milliseconds since the epoch. */
  since: number;
  /** Null if it has no tokens now. */
  lastUsedAt: number | null;
  offline: boolean;
}

/** The connected applications of an account, which owners and superadmins can see and disconnect. */
export interface Connected {
  list(accountId: number): Promise<ConnectedApplication[]>;
  /** Ends the access of an application to the account. @throws KeywardError `ApplicationNotFoundError` */
  revoke(caller: Caller, clientId: string, client: Client): Promise<void>;
  /**
   * The same by a superadmin.
   * @throws KeywardError `UserNotFoundError`, `ApplicationNotFoundError`, and as `acting`
   */
  revokeFor(actor: Actor, accountId: number, clientId: string): Promise<void>;
}

export function createConnected(deps: {
  store: Store;
  grants: Grants;
  logos: Pick<Logos, 'addressOf'>;
  clock: Clock;
}): Connected {
  const { store, grants, logos, clock } = deps;

  async function end(
    tables: Transaction,
    account: AccountRow,
    clientId: string,
    reason: GrantEnd,
    by: Origin,
  ): Promise<void> {
    const row = await tables.applications.find(clientId);
    if (row === null) throw new KeywardError('ApplicationNotFoundError');
    const withdrawn = await tables.grants.withdraw({ account_id: account.id, application_id: row.id });
    const ended = await tables.grants.end({ account_id: account.id, application_id: row.id });
    // One that was approved gets its access at its next request.
    const devices = await tables.oauthDevices.deleteOfAccount(account.id, row.id);
    if (withdrawn + ended.length + devices === 0) throw new KeywardError('ApplicationNotFoundError');
    const attribution = { by, at: clock.now() };
    await tables.events.add(ended.map((grant) => revokedEvent(account, row, grant, reason, attribution)));
  }

  return {
    async list(accountId) {
      const now = clock.now();
      const [begun, consents, isAlive] = await Promise.all([
        store.grants.ofAccount(accountId, now),
        store.grants.consentsOf(accountId),
        grants.aliveOf(accountId),
      ]);
      const rows = await store.applications.listed([
        ...new Set([...begun, ...consents].map((one) => one.application_id)),
      ]);
      const applications = new Map([...rows].map(([id, row]) => [id, readListed(row)]));
      const live = begun.filter((grant) => {
        const application = applications.get(grant.application_id);
        return application !== undefined && isAlive(application, grant);
      });
      const grantsOf = Map.groupBy(live, ({ application_id: id }) => id);
      const consentsTo = Map.groupBy(consents, ({ application_id: id }) => id);
      return [...new Set([...grantsOf.keys(), ...consentsTo.keys()])].flatMap((id) => {
        const application = applications.get(id);
        if (application === undefined) return [];
        const own = grantsOf.get(id) ?? [];
        const agreed = consentsTo.get(id) ?? [];
        const words = [...own, ...agreed].flatMap(({ scopes }) => wordsIn(scopes));
        return [
          {
            application,
            logoUrl: logos.addressOf(application),
            scopes: [...new Set(words)],
            resources: [
              ...new Set([
                ...own.flatMap(({ resources }) => wordsIn(resources)),
                ...agreed.map(({ resource }) => resource).filter((one) => one !== ''),
              ]),
            ],
            since: Math.min(...own.map((one) => one.created_at), ...agreed.map((one) => one.granted_at)),
            lastUsedAt: own.length === 0 ? null : Math.max(...own.map((one) => one.last_used_at)),
            offline: own.some((one) => grants.isOffline(application, one)),
          },
        ];
      });
    },

    revoke: (caller, clientId, client) =>
      store.transaction(async (tables) => {
        const account = await tables.accounts.lock(caller.row.account_id);
        if (account === null) throw new KeywardError('SessionDestroyedError');
        await end(tables, account, clientId, 'owner', byCaller(caller, client));
      }),

    revokeFor: (actor, accountId, clientId) =>
      acting(store, actor, async (tables) => {
        const account = await tables.accounts.lock(accountId);
        if (account === null) throw new KeywardError('UserNotFoundError');
        assertMayTouch(actor, account);
        await end(tables, account, clientId, 'revoked', actor.by);
      }),
  };
}
