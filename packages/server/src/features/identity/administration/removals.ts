import { KeywardError } from '../../../errors.ts';
import { type Clock, timestamp } from '../../../lib/clock.ts';
import type { Store, Tables } from '../../../store/database.ts';
import { inBatches } from '../../../store/lists/sweep.ts';
import { SUPERADMIN } from '../../audit/actors/superadmin-role.ts';
import { acting, type Actor, assertMayTouch, assertRecent, factsOf } from '../../audit/actors/actor.ts';
import type { Recent } from '../../audit/actors/recent.ts';
import { newEvent } from '../../audit/events/event.ts';
import type { EventName, Events } from '../../audit/events/events.ts';
import { sessionEnds } from '../../audit/events/session-ends.ts';
import { linkEvent } from '../accounts/account-events.ts';
import { existing } from './existing.ts';

/** Sessions, codes and provider links that superadmins and keys end. */
export interface Removals {
  /** @throws KeywardError `SessionNotFoundError` */
  endSession(actor: Actor, id: number): Promise<void>;
  /** @returns the number of ended sessions @throws KeywardError `UserNotFoundError` */
  endSessionsOf(actor: Actor, accountId: number): Promise<number>;
  /** Removes the expired sessions, or ends all that exist now. @returns how many */
  removeSessions(actor: Actor, which: 'expired' | 'all'): Promise<number>;
  removeCodes(actor: Actor, which: 'expired' | 'all'): Promise<number>;
  /** @throws KeywardError `OTPNotFoundError` */
  removeCode(actor: Actor, which: number | CodeOf): Promise<void>;
  /**
   * Removes a link even if it is the only way to sign in, because a stranger may have planted it.
   * @throws KeywardError `OAuthLinkNotFoundError`
   */
  removeLink(actor: Actor, which: number | LinkOf): Promise<void>;
}

/** The code that a mailbox has for a purpose. */
export interface CodeOf {
  emailKey: string;
  purpose: string;
}

/** The link that an account has to a provider. */
export interface LinkOf {
  accountId: number;
  /** Its issuer. */
  provider: string;
}

export function createRemovals({
  store,
  events,
  recent,
  clock,
}: {
  store: Store;
  events: Events;
  recent: Pick<Recent, 'assert'>;
  clock: Clock;
}): Removals {
  function tell(name: EventName, actor: Actor, metadata: Record<string, unknown>): void {
    events.emit(name, { ...factsOf(actor), metadata });
  }

  const attribution = ({ by }: Actor) => ({ by, at: clock.now() });

  return {
    async endSession(actor, id) {
      const session = await acting(store, actor, async ({ accounts, sessions, events: auditLog }) => {
        const ended = await sessions.end(id, clock.now());
        if (ended === null) return null;
        await assertMayTouchOwner({ accounts }, actor, ended.account_id);
        await auditLog.add(sessionEnds([ended], 'revoked', attribution(actor)));
        return ended;
      });
      if (session === null) throw new KeywardError('SessionNotFoundError');
      tell('admin.sessions_ended', actor, { session_id: id, account_id: session.account_id, count: 1 });
    },

    async endSessionsOf(actor, accountId) {
      const { length: count } = await acting(store, actor, async (tables) => {
        const { sessions, events: auditLog } = tables;
        assertMayTouch(actor, await existing(tables, accountId));
        const ended = await sessions.deleteOfAccount(accountId);
        await auditLog.add(sessionEnds(ended, 'revoked', attribution(actor)));
        return ended;
      });
      tell('admin.sessions_ended', actor, { account_id: accountId, count });
      return count;
    },

    async removeSessions(actor, which) {
      const newest = await store.sessions.newestId();
      const now = clock.now();
      const cleared = { all_before: timestamp(now), reason: 'cleared' } as const;
      if (which === 'all')
        // Written before the sessions end, with that of the superadmin: if the process dies meanwhile, receivers end
        // more sessions than the service did, never fewer.
        await acting(store, actor, ({ events: auditLog }) =>
          auditLog.add([newEvent('sessions.ended_by_superadmin', cleared, attribution(actor))]),
        );
      const count = await inBatches(() =>
        which === 'all'
          ? store.transaction(({ sessions }) => sessions.endUpTo(newest))
          : acting(store, actor, ({ sessions }) => sessions.sweep(now)),
      );
      tell('admin.sessions_ended', actor, { which, count });
      return count;
    },

    async removeCodes(actor, which) {
      const newest = await store.codes.newestId();
      const now = clock.now();
      const count = await inBatches((isFirst) =>
        acting(store, actor, async ({ codes, events: auditLog }) => {
          if (isFirst) {
            const found = await (which === 'all' ? codes.countUpTo(newest) : codes.countExpired(now));
            await auditLog.add([newEvent('codes.removed', { count: found, which }, attribution(actor))]);
          }
          return which === 'all' ? codes.deleteUpTo(newest) : codes.sweep(now);
        }),
      );
      tell('admin.codes_removed', actor, { which, count });
      return count;
    },

    async removeCode(actor, which) {
      const code = await acting(store, actor, async ({ accounts, codes, events: auditLog }) => {
        const ids =
          typeof which === 'number'
            ? [which]
            : (await codes.lock(which.emailKey, which.purpose)).map(({ id }) => id);
        const removed = ids.length === 0 ? [] : await codes.delete(ids);
        const [first] = removed;
        if (first === undefined) return null;
        const owner = await accounts.find('email_key', first.email_key);
        if (owner !== null) assertMayTouch(actor, owner);
        const count = removed.length;
        await auditLog.add([newEvent('codes.removed', { count, which: 'one' }, attribution(actor))]);
        return { id: first.id, purpose: first.purpose, count };
      });
      if (code === null) throw new KeywardError('OTPNotFoundError', { message: 'There is no such code.' });
      tell('admin.codes_removed', actor, { code_id: code.id, purpose: code.purpose, count: code.count });
    },

    async removeLink(actor, which) {
      const link = await acting(store, actor, async (tables) => {
        const { accounts, providerLinks, events: auditLog } = tables;
        const id =
          typeof which === 'number'
            ? which
            : (await providerLinks.ofAccount(which.accountId)).find((one) => one.provider === which.provider)
                ?.id;
        const removed = id === undefined ? null : await providerLinks.delete(id);
        const account = removed === null ? null : await accounts.find('id', removed.account_id);
        if (removed === null || account === null) return removed;
        assertMayTouch(actor, account);
        if (account.role === SUPERADMIN) await assertRecent(actor, recent, tables);
        await auditLog.add([linkEvent('provider.unlinked', account, removed, attribution(actor))]);
        return removed;
      });
      if (link === null)
        throw new KeywardError('OAuthLinkNotFoundError', { message: 'There is no such provider link.' });
      const { id: link_id, account_id, provider } = link;
      tell('admin.link_removed', actor, { link_id, account_id, provider });
    },
  };
}

async function assertMayTouchOwner(
  { accounts }: Pick<Tables, 'accounts'>,
  actor: Actor,
  accountId: number,
): Promise<void> {
  const owner = await accounts.find('id', accountId);
  if (owner !== null) assertMayTouch(actor, owner);
}
