import { type Kysely, sql } from 'kysely';
import { lockRows } from '../engine/locks.ts';
import { prepared, type Values } from '../engine/prepared.ts';
import type { AccountRow, NewEvent, Schema, SessionRow } from '../engine/schema.ts';
import { transact } from '../engine/transact.ts';
import { eventInsert } from './event-insert.ts';
import type { EventRules } from './event-rules.ts';
import { writeEvents } from './event-write.ts';
import type { EventsListener } from './events.ts';
import { SESSION_COLUMNS } from './session-columns.ts';
import type { DeleteOfAccount } from './session-end.ts';
import { toldChange } from './session-event.ts';
import { onlyVouched } from './session-rules.ts';

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
  'connection_uid',
  'factor_vouched',
  'mailbox_at',
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

/** The start of sessions. @param onStored receives the committed events */
export function sessionStart(
  db: Kysely<Schema>,
  onStored: EventsListener,
  eventRules: EventRules,
  deleteOfAccount: DeleteOfAccount,
) {
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
  const begin = toldChange(db, insertion, eventRules, onStored);
  const insertEvent = eventInsert(db);
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

  /** A sign-in by a connection ends no sessions that the person began, which an administrator of it could want. */
  async function endOldest(
    { id, account_id: accountId }: SessionRow,
    keep: number,
    eventsOf: BeginningEvents['ended'],
  ): Promise<void> {
    const events = await transact(db, async (trx) => {
      const all = await trx
        .selectFrom('sessions')
        .select((is) => ['id', is.case().when(onlyVouched(is)).then(1).else(0).end().as('vouched')])
        .where('account_id', '=', accountId)
        .orderBy('id', 'desc')
        .execute();
      const own = all.filter(({ vouched }) => vouched === 0);
      const others = all.filter((session) => session.vouched === 1 && session.id !== id);
      const begun = own.length + others.length < all.length;
      const room = Math.max(0, keep - own.length - (begun ? 1 : 0));
      const only = [...(begun ? [] : own.slice(keep)), ...others.slice(room)].map((session) => session.id);
      // Those of a simultaneous sign-in have ended already.
      if (only.length === 0) return [];
      const ends = eventsOf(await deleteOfAccount(accountId, { only }, trx));
      return writeEvents(trx, ends, { insert: insertEvent, ...eventRules });
    });
    onStored(events);
  }

  return {
    /**
     * Adds a session and ends the account's oldest ones beyond `keep`, first those for which only a connection speaks.
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
      { started, ended }: BeginningEvents,
    ): Promise<SessionRow | null> {
      const row = await begin({ ...session, password_hash, second_factors, device_epoch }, started);
      if (row === undefined) return null;
      const { rows: surplus } = await oldest({ account_id: session.account_id, keep });
      if (surplus.length > 0) await endOldest(row, keep, ended);
      return row;
    },
  };
}
