import { KeywardError } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Client } from '../../lib/client.ts';
import type { Store } from '../../store/database.ts';
import type { Caller } from '../audit/actors/caller.ts';
import { byCaller } from '../audit/events/origin.ts';
import { newEvent } from '../audit/events/event.ts';
import { type Application, readApplication } from './application.ts';
import { grantData, type Grants } from './grants.ts';
import type { Logos } from './logos.ts';
import { wordsIn } from './words.ts';

/** An application that has access to an account. */
export interface ConnectedApplication {
  application: Application;
  /** Of its picture, at the own origin; null if it has none. */
  logoUrl: string | null;
  scopes: string[];
  resources: string[];
  /** Milliseconds since the epoch. */
  since: number;
  /** Null if it has no tokens now. */
  lastUsedAt: number | null;
  offline: boolean;
}

/** The connected applications of an account, which owners and superadmins can see, and owners can disconnect. */
export interface Connected {
  list(accountId: number): Promise<ConnectedApplication[]>;
  /** Ends the access of an application to the account. @throws KeywardError `ApplicationNotFoundError` */
  revoke(caller: Caller, clientId: string, client: Client): Promise<void>;
}

export function createConnected(deps: {
  store: Store;
  grants: Grants;
  logos: Pick<Logos, 'addressOf'>;
  clock: Clock;
}): Connected {
  const { store, grants, logos, clock } = deps;

  return {
    async list(accountId) {
      const now = clock.now();
      const [begun, consents] = await Promise.all([
        store.grants.ofAccount(accountId, now),
        store.grants.consentsOf(accountId),
      ]);
      const alive = await Promise.all(
        begun.map(async (grant) => ((await grants.alive(grant)) === null ? [] : [grant])),
      );
      const live = alive.flat();
      const ids = [...new Set([...live, ...consents].map((one) => one.application_id))];
      const applications = await store.applications.ofIds(ids);
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
            offline: own.some((one) => one.offline === 1),
          },
        ];
      });
    },

    async revoke(caller, clientId, client) {
      const { account_id } = caller.row;
      const row = await store.applications.find(clientId);
      if (row === null) throw new KeywardError('ApplicationNotFoundError');
      const attribution = { by: byCaller(caller, client), at: clock.now() };
      const had = await store.transaction(async (tables) => {
        const account = await tables.accounts.lock(account_id);
        const withdrawn = await tables.grants.withdraw(account_id, row.id);
        const ended = await tables.grants.end({ account_id, application_id: row.id });
        if (account !== null)
          await tables.events.add(
            ended.map((grant) =>
              newEvent(
                'grant.revoked',
                { ...grantData(account, readApplication(row), grant), reason: 'owner' },
                attribution,
              ),
            ),
          );
        return withdrawn + ended.length;
      });
      if (had === 0) throw new KeywardError('ApplicationNotFoundError');
    },
  };
}
