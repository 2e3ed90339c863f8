import { KeywardError } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Client } from '../../lib/client.ts';
import type { Store, Transaction } from '../../store/database.ts';
import type { AccountRow } from '../../store/engine/schema.ts';
import { acting, type Actor, assertMayTouch } from '../audit/actors/actor.ts';
import type { Caller } from '../audit/actors/caller.ts';
import { byCaller } from '../audit/events/origin.ts';
import type { GrantEnd, Origin } from '../audit/events/event-types.ts';
import { type Application, readApplication } from './application.ts';
import { type Grants, revokedEvent } from './grants.ts';
import type { Logos } from './logos.ts';
import { wordsIn } from './words.ts';

/** An application that has access to an account. */
export interface ConnectedApplication {
  application: Application;
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
    if (withdrawn + ended.length === 0) throw new KeywardError('ApplicationNotFoundError');
    const attribution = { by, at: clock.now() };
    await tables.events.add(
      ended.map((grant) => revokedEvent(account, readApplication(row), grant, reason, attribution)),
    );
  }

  return {
    async list(accountId) {
      const now = clock.now();
      const [begun, consents] = await Promise.all([
        store.grants.ofAccount(accountId, now),
        store.grants.consentsOf(accountId),
      ]);
      const applications = await store.applications.ofIds([
        ...new Set([...begun, ...consents].map((one) => one.application_id)),
      ]);
      const alive = await Promise.all(
        begun.map(async (grant) => {
          const row = applications.get(grant.application_id);
          const live = row === undefined ? null : await grants.alive(readApplication(row), grant);
          return live === null ? [] : [grant];
        }),
      );
      const live = alive.flat();
      const ids = [...new Set([...live, ...consents].map((one) => one.application_id))];
      return ids.flatMap((id) => {
        const found = applications.get(id);
        if (found === undefined) return [];
        const own = live.filter(({ application_id }) => application_id === id);
        const agreed = consents.filter(({ application_id }) => application_id === id);
        const words = [...own, ...agreed].flatMap(({ scopes }) => wordsIn(scopes));
        const application = readApplication(found);
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
