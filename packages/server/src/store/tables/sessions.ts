import { type Kysely, sql } from 'kysely';
import {
  idList,
  isAmong,
  joinsStatements,
  lockInOrder,
  lockRows,
  transactAtOnce,
  unindexed,
  withEvent,
} from '../engine/dialect.ts';
import { eventInsert } from './event-insert.ts';
import { PROFILE_FIELD_NAMES } from '../../lib/profile-fields.ts';
import type { EventsListener } from './events.ts';
import { batched } from '../engine/batched-lookups.ts';
import { prepared, type Values } from '../engine/prepared.ts';
import { restUntil, SESSION_COLUMNS } from './session-columns.ts';
import { sessionList } from './session-list.ts';
import { sessionRotation } from './session-rotation.ts';
import { type SessionRules, usedSince } from './session-rules.ts';
import { newestId, removeBatch, removeUnused, type Swept } from '../lists/sweep.ts';
import { transact } from '../engine/transact.ts';
import { writeInChunks } from '../engine/write-in-chunks.ts';
import type { AccountRow, NewEvent, Schema, SessionRow } from '../engine/schema.ts';

/** A session with its account, as one row: the account's `id`, `created_at` … are prefixed. */
export type SessionWithAccount = SessionRow & Prefixed<Omit<AccountRow, Unread>>;

type Unread =
  | 'password_hash'
  | 'password_unproven_at'
  | 'password_after_proof'
  | 'email_unproven_at'
  | 'awaits_proof'
  | 'device_epoch';

type Prefixed<Row> = { [Column in keyof Row & string as `account__${Column}`]: Row[Column] };

export type SessionStore = ReturnType<typeof sessionStore>;

/** All columns except the id. */
const GIVEN = [
  'account_id',
  'ip_address',
  'user_agent',
  'created_at',
  'last_used_at',
  'expires_at',
  'refresh_generation',
  'refreshed_at',
  'amr',
  'factor_at',
  'unproven',
  'impersonator',
  'method',
  'connection_organization_id',
  'factor_vouched',
] as const satisfies readonly (keyof SessionRow)[];

/** The events of a login. */
export interface BeginningEvents {
  /** The event of the new session; the insert adds its id. */
  started: NewEvent;
  /** The events of the sessions that end because there are too many. */
  ended: (sessions: readonly SessionRow[]) => NewEvent[];
}

/** The state of an account whose change ends its sessions. */
type Guard = Pick<AccountRow, 'password_hash' | 'second_factors' | 'device_epoch'>;

type Insert = Begun & Guard;

/** A new session. */
export type Begun = Pick<SessionRow, (typeof GIVEN)[number]>;

/** The columns of an event. Prefixed, because some have the same names as columns of a session. */
type EventValues = {
  [Column in Exclude<keyof NewEvent, 'session_id'> as `event__${Column}`]: NewEvent[Column];
};

function eventValues(event: NewEvent): EventValues {
  // The names are prefixed one by one, which the types cannot follow.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(
    Object.entries(event).map(([column, value]) => [`event__${column}`, value]),
  ) as EventValues;
}

/** @param onStored receives the committed events @param reader runs long reads */
export function sessionStore(db: Kysely<Schema>, onStored: EventsListener, rules: SessionRules, reader = db) {
  const withAccount = () =>
    db
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
      // Each column by its name, which reads faster than `*`.
      .select([
        ...SESSION_COLUMNS,
        'accounts.id as account__id',
        'accounts.uid as account__uid',
        'accounts.name as account__name',
        'accounts.handle as account__handle',
        'accounts.handle_key as account__handle_key',
        'accounts.email as account__email',
        'accounts.email_key as account__email_key',
        'accounts.email_verified as account__email_verified',
        ...PROFILE_FIELD_NAMES.map((name) => `accounts.${name} as account__${name}` as const),
        'accounts.role as account__role',
        'accounts.status as account__status',
        'accounts.second_factors as account__second_factors',
        'accounts.metadata as account__metadata',
        'accounts.app_metadata as account__app_metadata',
        'accounts.external_id as account__external_id',
        'accounts.deletion_at as account__deletion_at',
        'accounts.created_at as account__created_at',
        'accounts.updated_at as account__updated_at',
      ]);
  const byIdWithAccount = prepared(db, (value: Values<{ id: number }>) =>
    withAccount().where('sessions.id', '=', value('id')),
  );
  const byIdsWithAccount = prepared(db, (value: Values<{ ids: string }>) =>
    withAccount().where(isAmong(db, 'sessions.id', value('ids'))),
  );
  const oneOfMany = batched(async (ids: readonly number[]) => {
    const [id] = ids;
    const { rows } =
      ids.length === 1 && id !== undefined
        ? await byIdWithAccount({ id })
        : await byIdsWithAccount({ ids: idList(db, ids) });
    return new Map(rows.map((row) => [row.id, row]));
  });

  const insertion = (value: Values<Insert>) =>
    db
      .insertInto('sessions')
      .columns(GIVEN)
      .expression(
        lockRows(
          db,
          db
            .selectFrom('accounts')
            .select((select) => GIVEN.map((name) => select.val(value(name)).as(name)))
            .where('id', '=', value('account_id'))
            .where('password_hash', 'is not distinct from', value('password_hash'))
            .where('second_factors', '=', value('second_factors'))
            .where('device_epoch', '=', value('device_epoch'))
            .where('deletion_at', 'is', null)
            .where('status', '=', 'active'),
        ),
      )
      .returning(SESSION_COLUMNS);
  const insertUnder = prepared(db, insertion);
  const insertEvent = eventInsert(db);
  const insertWithEvent = prepared(db, (value: Values<EventValues & Insert>) =>
    withEvent(
      db,
      insertion((name) => value(name)),
      (column) => value(`event__${column}`),
    ),
  );
  const removal = (value: Values<{ id: number }>) =>
    db.deleteFrom('sessions').where('id', '=', value('id')).returning(SESSION_COLUMNS);
  const remove = prepared(db, removal);
  const removeWithEvent = prepared(db, (value: Values<EventValues & { id: number }>) =>
    withEvent(
      db,
      removal((name) => value(name)),
      (column) => value(`event__${column}`),
    ),
  );
  const use = prepared(db, (value: Values<{ id: number; usedAt: number }>) =>
    db
      .updateTable('sessions')
      .set({ last_used_at: value('usedAt'), longest_rest: restUntil(value('usedAt')) })
      .where('id', '=', value('id'))
      .where('last_used_at', '<', value('usedAt')),
  );
  // SQLite plans a statement again at each run if its limit is a parameter.
  const oldest = prepared(db, (value: Values<{ account_id: number; keep: number }>) =>
    db
      .selectFrom('sessions')
      .select('id')
      .where('account_id', '=', value('account_id'))
      .where('id', '<=', (query) =>
        query
          .selectFrom('sessions')
          .select('id')
          .where('account_id', '=', value('account_id'))
          .orderBy('id', 'desc')
          .limit(sql.lit(1))
          .offset(value('keep')),
      ),
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

  async function endOldest(
    accountId: number,
    only: readonly number[],
    eventsOf: BeginningEvents['ended'],
  ): Promise<void> {
    const events = await transact(db, async (trx) => {
      const ends = eventsOf(await deleteOfAccount(accountId, { only }, trx));
      for (const event of ends) await insertEvent(event, trx);
      return ends;
    });
    onStored(events);
  }

  return {
    /** One page of the sessions, in the order of their beginning. */
    list: sessionList(reader, rules),

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

    async findWithAccount(id: number): Promise<SessionWithAccount | null> {
      if (!db.isTransaction) return (await oneOfMany(id)) ?? null;
      const { rows } = await byIdWithAccount({ id });
      return rows[0] ?? null;
    },

    /** The sessions in which a superadmin acts for the owner of an account. */
    impersonations(now: number): Promise<SessionWithAccount[]> {
      return withAccount()
        .where('sessions.impersonator', 'is not', null)
        .where(unindexed(db, 'sessions.expires_at'), '>', now)
        .execute();
    },

    /**
     * Adds a session and ends the account's oldest ones beyond `keep`, with their events.
     *
     * The insert locks the account. Otherwise a simultaneous password change or suspension, which ends the sessions,
     * could miss the new one. A separate statement ends the oldest sessions: with simultaneous logins, the last one
     * sees all new sessions.
     * @returns null if the account is gone, not active or about to be deleted, or if its password, factors or known
     * devices have changed since
     */
    async insert(
      session: Begun,
      { password_hash, second_factors, device_epoch }: Guard,
      keep: number,
      { started: event, ended }: BeginningEvents,
    ): Promise<SessionRow | null> {
      const given = { ...session, password_hash, second_factors, device_epoch };
      const row = joinsStatements(db)
        ? (await insertWithEvent({ ...given, ...eventValues(event) })).rows[0]
        : await transactAtOnce(db, (run) => {
            const [begun] = run(insertUnder.bound(given));
            if (begun !== undefined) run(insertEvent.bound({ ...event, session_id: begun.id }));
            return begun;
          });
      if (row === undefined) return null;
      onStored([{ ...event, session_id: row.id }]);
      const { rows: surplus } = await oldest({ account_id: session.account_id, keep });
      if (surplus.length > 0)
        await endOldest(
          session.account_id,
          surplus.map(({ id }) => id),
          ended,
        );
      return row;
    },

    /** A live session, locked until the open transaction ends; null if it is gone. */
    async lockLive(id: number, now: number): Promise<SessionRow | null> {
      const session = db
        .selectFrom('sessions')
        .select(SESSION_COLUMNS)
        .where('id', '=', id)
        .where('expires_at', '>', now);
      return (await lockRows(db, session).executeTakeFirst()) ?? null;
    },

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
      const row = joinsStatements(db)
        ? (await removeWithEvent({ id, ...eventValues(event) })).rows[0]
        : await transactAtOnce(db, (run) => {
            const [ended] = run(remove.bound({ id }));
            if (ended !== undefined) run(insertEvent.bound(event));
            return ended;
          });
      if (row === undefined) return false;
      onStored([event]);
      return true;
    },

    deleteOfAccount,

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

    ...sessionRotation(db),

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
