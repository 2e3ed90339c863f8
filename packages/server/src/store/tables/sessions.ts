import { type Kysely, sql } from 'kysely';
import { unindexed } from '../engine/dialect.ts';
import { keepRows, lockRows } from '../engine/locks.ts';
import { prepared, type Values } from '../engine/prepared.ts';
import type { Schema, SessionRow } from '../engine/schema.ts';
import { writeInChunks } from '../engine/write-in-chunks.ts';
import type { EventRules } from './event-rules.ts';
import type { EventsListener } from './events.ts';
import { sessionAccounts } from './session-accounts.ts';
import { restUntil, SESSION_COLUMNS } from './session-columns.ts';
import { sessionEnd } from './session-end.ts';
import { sessionList } from './session-list.ts';
import { sessionRotation } from './session-rotation.ts';
import { type SessionRules, usedSince } from './session-rules.ts';
import { sessionStart } from './session-start.ts';

export type SessionStore = ReturnType<typeof sessionStore>;

/** @param onStored receives the committed events @param reader runs long reads */
export function sessionStore(
  db: Kysely<Schema>,
  onStored: EventsListener,
  rules: SessionRules,
  eventRules: EventRules,
  reader = db,
) {
  const use = prepared(db, (value: Values<{ id: number; usedAt: number }>) =>
    db
      .updateTable('sessions')
      .set({ last_used_at: value('usedAt'), longest_rest: restUntil(value('usedAt')) })
      .where('id', '=', value('id'))
      .where('last_used_at', '<', value('usedAt')),
  );
  const ends = sessionEnd(db, onStored, rules, eventRules);

  return {
    /** One page of the sessions, in the order of their beginning. */
    list: sessionList(reader, rules),

    ...sessionAccounts(db),

    ...sessionStart(db, onStored, eventRules, ends.deleteOfAccount),

    ...sessionRotation(db),

    ...ends,

    /** The account's live sessions, newest first. */
    liveOfAccount(accountId: number, now: number): Promise<SessionRow[]> {
      return db
        .selectFrom('sessions')
        .select(SESSION_COLUMNS)
        .where('account_id', '=', accountId)
        .where(unindexed(db, 'expires_at'), '>', now)
        .where('last_used_at', '>=', usedSince(now, rules) ?? 0)
        .orderBy('id', 'desc')
        .execute();
    },

    /**
     * A live session, locked until the open transaction ends; null if it is gone.
     * @param now also null if it has expired; by default it may have
     */
    async lockLive(id: number, now = 0): Promise<SessionRow | null> {
      const session = db
        .selectFrom('sessions')
        .select(SESSION_COLUMNS)
        .where('id', '=', id)
        .where('expires_at', '>', now);
      return (await lockRows(db, session).executeTakeFirst()) ?? null;
    },

    /**
     * Keeps a session until the open transaction ends: its end waits.
     * @returns false if it is gone, or if another transaction is ending it
     */
    async keep(id: number): Promise<boolean> {
      const session = db.selectFrom('sessions').select('id').where('id', '=', id);
      return (await keepRows(db, session).executeTakeFirst()) !== undefined;
    },

    /** Makes the organization of a membership of its account the active one; null: none. */
    async activate(id: number, membershipId: number | null): Promise<void> {
      await db.updateTable('sessions').set({ membership_id: membershipId }).where('id', '=', id).execute();
    },

    /** Moves the end of a session whose refresh token stays the same. @returns null if the session is gone */
    async extend(id: number, now: number, expiresAt: number): Promise<SessionRow | null> {
      const row = await db
        .updateTable('sessions')
        .set({
          refreshed_at: now,
          last_used_at: now,
          expires_at: expiresAt,
          longest_rest: restUntil(sql.val(now)),
        })
        .where('id', '=', id)
        .returning(SESSION_COLUMNS)
        .executeTakeFirst();
      return row ?? null;
    },

    /**
     * Records that the owner of a session has reauthenticated.
     * @param proven.amr values of RFC 8176, which are added to those of the session
     * @param proven.factor whether a second factor, or a passkey, was part of it
     */
    async reauthenticated(
      id: number,
      { amr, factor, now }: { amr: readonly string[]; factor: boolean; now: number },
    ): Promise<void> {
      const row = await db.selectFrom('sessions').select('amr').where('id', '=', id).executeTakeFirst();
      if (row === undefined) return;
      const all = new Set([...row.amr.split(' ').filter((one) => one !== ''), ...amr]);
      await db
        .updateTable('sessions')
        .set({
          amr: [...all].join(' '),
          reauthenticated_at: now,
          last_used_at: now,
          longest_rest: 0,
          ...(factor && { factor_at: now, factor_vouched: 0 }),
        })
        .where('id', '=', id)
        .execute();
    },

    /** Records that the person in a session has shown a mailed code. @returns null if the session is gone */
    async showMailbox(id: number, now: number): Promise<SessionRow | null> {
      const shown = db.updateTable('sessions').set({ mailbox_at: now }).where('id', '=', id);
      return (await shown.returning(SESSION_COLUMNS).executeTakeFirst()) ?? null;
    },

    /** Writes when sessions were last used; `uses` maps session ids to times. */
    async touch(uses: ReadonlyMap<number, number>): Promise<void> {
      await writeInChunks(
        db,
        [...uses].map(([id, usedAt]) => ({ id, usedAt })),
        use,
      );
    },

    /**
     * The live sessions of active superadmins among these.
     * @param factors only superadmins with one of these second factors; null: all
     */
    async ofSuperadmins(
      ids: readonly number[],
      now: number,
      factors: number | null,
    ): Promise<ReadonlySet<number>> {
      let live = db
        .selectFrom('sessions')
        .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
        .select('sessions.id')
        .where('sessions.id', 'in', ids)
        .where('sessions.expires_at', '>', now)
        .where('sessions.last_used_at', '>=', usedSince(now, rules) ?? 0)
        .where('accounts.role', '=', 'superadmin')
        .where('accounts.status', '=', 'active');
      if (factors !== null) live = live.where(sql<boolean>`(accounts.second_factors & ${factors}) <> 0`);
      const rows = await live.execute();
      return new Set(rows.map(({ id }) => id));
    },
  };
}
