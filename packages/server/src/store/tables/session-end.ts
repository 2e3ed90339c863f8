import type { Kysely } from 'kysely';
import { lockDomain, lockInOrder } from '../engine/locks.ts';
import type { Values } from '../engine/prepared.ts';
import type { NewEvent, Schema, SessionRow } from '../engine/schema.ts';
import type { EventRules } from './event-rules.ts';
import type { EventsListener } from './events.ts';
import { newestId, removeBatch, removeUnused, type Swept } from '../lists/sweep.ts';
import { SESSION_COLUMNS } from './session-columns.ts';
import { toldChange } from './session-event.ts';
import { onlyVouched, type SessionRules, usedSince } from './session-rules.ts';

export type DeleteOfAccount = ReturnType<typeof sessionEnd>['deleteOfAccount'];

/**
 * Sessions that connections began: those of an organization, perhaps of one connection, or of some accounts; or those of
 * people with emails of a domain, or of some of these, which connections of others than its owner began.
 */
type Vouched =
  | { organizationId: number; connection?: string; accountIds?: readonly number[] }
  | { domain: string; owner: number; accountIds?: readonly number[] };

/** The ends of sessions. @param onStored receives the committed events */
export function sessionEnd(
  db: Kysely<Schema>,
  onStored: EventsListener,
  rules: SessionRules,
  eventRules: EventRules,
) {
  const remove = toldChange(
    db,
    (value: Values<{ id: number }>) =>
      db.deleteFrom('sessions').where('id', '=', value('id')).returning(SESSION_COLUMNS),
    eventRules,
    onStored,
  );

  /**
   * Ends sessions of an account: all of them, or those with the given ids.
   * @param choice.except the id of a session to keep
   * @returns them as they were
   */
  function deleteOfAccount(
    accountId: number,
    { except = 0, only }: { except?: number; only?: readonly number[] } = {},
    on = db,
  ): Promise<SessionRow[]> {
    let ofAccount = on
      .selectFrom('sessions')
      .select('id')
      .where('account_id', '=', accountId)
      .where('id', '!=', except);
    if (only !== undefined) ofAccount = ofAccount.where('id', 'in', only);
    return on
      .deleteFrom('sessions')
      .where('id', 'in', lockInOrder(on, ofAccount))
      .returning(SESSION_COLUMNS)
      .execute();
  }

  return {
    /**
     * Ends a live session, of any account or of the given one.
     * @returns the session as it was; null if there is none
     */
    async end(id: number, now: number, accountId?: number): Promise<SessionRow | null> {
      let query = db
        .deleteFrom('sessions')
        .where('id', '=', id)
        .where('expires_at', '>', now)
        .where('last_used_at', '>=', usedSince(now, rules) ?? 0);
      if (accountId !== undefined) query = query.where('account_id', '=', accountId);
      return (await query.returning(SESSION_COLUMNS).executeTakeFirst()) ?? null;
    },

    /** Ends a session, with the event of its end. @returns whether there was one */
    async endWithEvent(id: number, event: NewEvent): Promise<boolean> {
      return (await remove({ id }, event)) !== undefined;
    },

    deleteOfAccount,

    /**
     * Ends the sessions for whose owners only a connection speaks, which {@link Vouched} describes. Those of a whole domain
     * after the change of its owner: a session that is about to begin ends too, or does not begin.
     * @returns them as they were
     */
    async deleteVouched(which: Vouched): Promise<SessionRow[]> {
      if ('domain' in which && which.accountIds === undefined) await lockDomain(db, which.domain, 'change');
      let begun = db
        .selectFrom('sessions')
        .select('id')
        .where('connection_organization_id', 'is not', null)
        .where(onlyVouched);
      if ('domain' in which)
        begun = begun
          .where('connection_organization_id', '!=', which.owner)
          .where('account_id', 'in', (query) =>
            query.selectFrom('accounts').select('id').where('email_key', 'like', `%@${which.domain}`),
          );
      else {
        const { organizationId, connection } = which;
        begun = begun.where('connection_organization_id', '=', organizationId);
        if (connection !== undefined) begun = begun.where('connection_uid', '=', connection);
      }
      if (which.accountIds !== undefined) begun = begun.where('account_id', 'in', which.accountIds);
      return db
        .deleteFrom('sessions')
        .where('id', 'in', lockInOrder(db, begun))
        .returning(SESSION_COLUMNS)
        .execute();
    },

    /** Removes one batch of the sessions that have expired or were unused for too long. */
    async sweep(now: number): Promise<Swept> {
      const expired = await removeBatch(db, 'sessions', 'expires_at', now);
      const since = usedSince(now, rules);
      if (expired.more || since === null) return expired;
      const unused = await removeUnused(db, since);
      return { removed: expired.removed + unused.removed, more: unused.more };
    },

    /** Removes a session that was unused for too long: a change of the setting must not revive it. */
    async removeUnused(id: number, now: number): Promise<void> {
      await db
        .deleteFrom('sessions')
        .where('id', '=', id)
        .where('last_used_at', '<', usedSince(now, rules) ?? 0)
        .execute();
    },

    newestId: (): Promise<number> => newestId(db, 'sessions'),

    /** Ends one batch of the sessions with ids up to `id`. */
    endUpTo: (id: number): Promise<Swept> => removeBatch(db, 'sessions', 'id', id),
  };
}
