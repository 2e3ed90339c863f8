import { setImmediate } from 'node:timers/promises';
import { KeywardError } from '../../../errors.ts';
import { type Client, NO_CLIENT } from '../../../lib/client.ts';
import { type Clock, timestamp } from '../../../lib/clock.ts';
import type { Store, Transaction } from '../../../store/database.ts';
import type { AccountRow } from '../../../store/engine/schema.ts';
import { SWEEP_BATCH } from '../../../store/lists/sweep.ts';
import { presentEventAccount, presentEventAccountOf } from '../../audit/serializers/account.ts';
import type { EventName, Events } from '../../audit/events/events.ts';
import { counter, type Limit } from '../../limits/counter-key.ts';
import type { Consume } from '../../limits/quota.ts';
import type { Notices } from '../../delivery/mail/notices.ts';
import type { Caller } from '../../audit/actors/caller.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Origin } from '../../audit/events/event-types.ts';
import { BY_SERVICE, byCaller } from '../../audit/events/origin.ts';
import { newEvent } from '../../audit/events/event.ts';
import { changedMeanwhile } from '../accounts/changed-meanwhile.ts';
import { type AccountAct, type ActedOn, actOnAccount } from '../accounts/credential-lifecycle.ts';
import { countedAs } from '../sessions/recent-authentication.ts';
import type { Reauthenticate, Reauthentication } from './reauthenticate.ts';
import { assertSuperadminLeft } from '../../audit/actors/superadmin-role.ts';

/** The rights of owners over their data: deletion and export. */
export interface OwnerRights {
  /**
   * Deletes the caller's account. If the settings have a grace period, the sessions end at once, and the rest is
   * deleted after that period, unless the owner signs in again.
   * @returns when it will be deleted, in milliseconds since the epoch; null if it is already deleted
   * @throws KeywardError `LastSuperadminError`, `LastOwnerError`, `SessionDestroyedError`, `ServiceUnavailableError`, and
   * the errors of
   * {@link Reauthenticate}
   */
  deleteAccount(caller: Caller, proof: Reauthentication): Promise<number | null>;
  /** Records that the caller exports their data. @throws KeywardError `RateLimitedError` */
  beginExport(caller: Caller, client: Client): Promise<void>;
  /**
   * Deletes the accounts whose grace period has ended, until `signal` aborts. The last superadmin and the last owner of an
   * organization with other members stay, and get a mail. @returns the number of deleted accounts
   */
  sweep(signal?: AbortSignal): Promise<number>;
}

const DAY_MS = 86_400_000;

/** An export reads every event of an account. */
const EXPORTS: Limit = { limit: 10, windowMs: 3_600_000 };

export function createOwnerRights(deps: {
  store: Store;
  reauthenticate: Reauthenticate;
  settings: Settings;
  notices: Notices;
  /** Resets the counters of an account and of its mailbox. */
  forgetCounters: (account: AccountRow) => Promise<void>;
  consume: Consume;
  events: Events;
  clock: Clock;
}): OwnerRights {
  const { store, reauthenticate, settings, notices, forgetCounters, consume, events, clock } = deps;

  function act(
    id: number,
    what: Omit<AccountAct, 'proven'>,
    more: (tables: Transaction, done: ActedOn) => Promise<void>,
  ) {
    return store.transaction(async (tables) => {
      await tables.accounts.lockSuperadmins();
      const found = await tables.accounts.find('id', id);
      if (found === null) throw new KeywardError('SessionDestroyedError');
      const done = await actOnAccount(tables, found, {
        ...what,
        proven: true,
        leavesOwnerless: !settings.current.organizations.enabled,
      });
      await assertSuperadminLeft(tables, done.before);
      await more(tables, done);
      return done;
    });
  }

  async function remove(
    id: number,
    by: Origin,
    client: Client,
    { isDue, mustLive }: { isDue: (account: AccountRow) => boolean; mustLive?: number },
  ) {
    const { before } = await act(
      id,
      {
        acts: () => ['deletion'],
        changes: (account) => {
          if (!isDue(account)) throw changedMeanwhile();
          return {};
        },
        mustLive,
        by,
        now: clock.now(),
      },
      (tables, done) => notices.accountDeleted(tables, done.before, client),
    );
    // Anybody can open an account with a stranger's email, and delete it.
    if (before.email_verified === 1) await forgetCounters(before);
  }

  /** Deletes an account if its grace period has ended. @returns whether it is deleted */
  async function removeDue(id: number, now: number): Promise<boolean> {
    const isDue = ({ deletion_at: at }: AccountRow) => at !== null && at <= now;
    try {
      await remove(id, BY_SERVICE, NO_CLIENT, { isDue });
    } catch (error) {
      // The owner has signed in, or another instance has deleted it.
      if (!(error instanceof KeywardError)) throw error;
      if (error.kind === 'LastOwnerError' || error.kind === 'LastSuperadminError') await keep(id, isDue);
      return false;
    }
    events.emit('account.deleted', { accountId: id });
    return true;
  }

  /** Cancels a deletion: nobody else can do what the owner must be able to do, so they must be able to sign in. */
  async function keep(id: number, isDue: (account: AccountRow) => boolean): Promise<void> {
    const now = clock.now();
    const kept = { deletion_at: null, updated_at: now };
    const isKept = await store.transaction(async (tables) => {
      const before = await tables.accounts.lock(id);
      if (before === null || !isDue(before)) return false;
      await tables.accounts.update(id, kept);
      const data = { account: presentEventAccount({ ...before, ...kept }) };
      await tables.events.add([newEvent('account.deletion_cancelled', data, { by: BY_SERVICE, at: now })]);
      await notices.deletionPrevented(tables, before, NO_CLIENT);
      return true;
    });
    if (isKept) events.emit('account.deletion_cancelled', { accountId: id });
  }

  function tell(name: EventName, { row }: Caller, client: Client): void {
    events.emit(name, { client, accountId: row.account_id, sessionId: row.id });
  }

  return {
    async deleteAccount(caller, proof) {
      const { client } = proof;
      await reauthenticate(caller, 'deletion', proof);
      const by = byCaller(caller, client);
      const now = clock.now();
      const id = caller.row.account_id;
      const days = settings.current.signup.deletion_grace_days;
      if (days === 0) {
        await remove(id, by, client, { isDue: () => true, mustLive: caller.row.id });
        tell('account.deleted', caller, client);
        return null;
      }
      const at = now + days * DAY_MS;
      await act(
        id,
        {
          acts: () => ['departure'],
          changes: () => ({ deletion_at: at, deletion_connection: null, updated_at: now }),
          mustLive: caller.row.id,
          by,
          now,
        },
        async (tables, { before, after }) => {
          const data = { account: presentEventAccount(after), deletion_at: timestamp(at) };
          await tables.events.add([newEvent('account.deletion_requested', data, { by, at: now })]);
          await notices.deletionRequested(tables, before, at, client);
        },
      );
      tell('account.deletion_requested', caller, client);
      return at;
    },

    async beginExport(caller, client) {
      await consume([counter({ kind: 'export', ...countedAs(caller.row) }, EXPORTS)]);
      const attribution = { by: byCaller(caller, client), at: clock.now() };
      await store.transaction((tables) =>
        tables.events.add([
          newEvent('account.exported', { account: presentEventAccountOf(caller.row) }, attribution),
        ]),
      );
      tell('account.exported', caller, client);
    },

    async sweep(signal) {
      const now = clock.now();
      let count = 0;
      for (let after = 0; ; await setImmediate()) {
        const ids = await store.accounts.dueForDeletion(now, after, SWEEP_BATCH);
        for (const id of ids) {
          if (signal?.aborted === true) return count;
          if (await removeDue(id, now)) count += 1;
        }
        after = ids.at(-1) ?? 0;
        if (ids.length < SWEEP_BATCH) return count;
      }
    },
  };
}
