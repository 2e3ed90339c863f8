import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';
import { unindexed } from '../engine/dialect.ts';
import { allOf, type Condition, met } from '../lists/list-conditions.ts';
import { countAlong, type Entries, pageAlong } from '../lists/pages.ts';
import { type Page, type PageRequest, totals } from '../lists/lists.ts';
import type { InvitationRow, NewInvitation, Schema } from '../engine/schema.ts';
import { inBatch, type Swept } from '../lists/sweep.ts';

/** The orders of invitations, with the column of each. */
export const INVITATION_ORDERS = {
  created_at: 'created_at',
  expires_at: 'expires_at',
  email: 'email_key',
} as const;

export const INVITATION_STATES = ['pending', 'accepted', 'expired'] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

export interface InvitationListRequest extends PageRequest {
  order: keyof typeof INVITATION_ORDERS;
  state: InvitationState | undefined;
  /** A part of an email or a name, ignoring the case of ASCII letters. */
  search: string | null;
  condition?: Condition | undefined;
}

export type InvitationStore = ReturnType<typeof invitationStore>;

/** @param reader runs long reads */
export function invitationStore(db: Kysely<Schema>, reader = db) {
  const totalOf = totals();
  const open = () => db.selectFrom('invitations').where('accepted_at', 'is', null);

  return {
    insert(invitation: NewInvitation): Promise<InvitationRow> {
      return db.insertInto('invitations').values(invitation).returningAll().executeTakeFirstOrThrow();
    },

    async find(column: 'id' | 'token_hash', key: number | string): Promise<InvitationRow | null> {
      const row = await db.selectFrom('invitations').selectAll().where(column, '=', key).executeTakeFirst();
      return row ?? null;
    },

    /** One page. */
    async list({
      order,
      state,
      search,
      condition,
      ...request
    }: InvitationListRequest): Promise<Page<InvitationRow>> {
      const { now } = request;
      const conditions: RawBuilder<SqlBool>[] = [];
      if (state === 'accepted') conditions.push(sql`accepted_at is not null`);
      if (state === 'pending' || state === 'expired') {
        const end = sql`${unindexed(reader, 'expires_at')} ${sql.raw(state === 'pending' ? '>' : '<=')} ${now}`;
        conditions.push(sql`accepted_at is null and ${end}`);
      }
      if (search !== null) {
        const [email, name] = ['email_key', 'name'].map((column) =>
          met(reader, { column, contains: search }),
        );
        conditions.push(sql`(${email} or ${name})`);
      }
      if (condition !== undefined) conditions.push(met(reader, condition, 'unindexed'));
      const entries: Entries = {
        table: 'invitations',
        column: INVITATION_ORDERS[order],
        filter: conditions.length === 0 ? undefined : allOf(conditions),
      };
      const total = await totalOf([state, search, condition], now, () => countAlong(reader, entries));
      return pageAlong(reader, entries, { ...request, total }, (ids) =>
        reader.selectFrom('invitations').selectAll().where('id', 'in', ids).execute(),
      );
    },

    /**
     * Replaces the token of an invitation that was not accepted.
     * @returns the changed row; null if it is gone or accepted
     */
    async renew(
      id: number,
      token: Pick<InvitationRow, 'token_hash' | 'expires_at' | 'frontend' | 'created_by'>,
    ): Promise<InvitationRow | null> {
      const row = await db
        .updateTable('invitations')
        .set({ ...token, account_id: null })
        .where('id', '=', id)
        .where('accepted_at', 'is', null)
        .returningAll()
        .executeTakeFirst();
      return row ?? null;
    },

    /** Ends the open invitations for an email that an account has proven. */
    async settle(emailKey: string, accountId: number, now: number): Promise<void> {
      await db
        .updateTable('invitations')
        .set({ account_id: accountId, expires_at: now })
        .where('email_key', '=', emailKey)
        .where('accepted_at', 'is', null)
        .where('expires_at', '>', now)
        .execute();
    },

    /**
     * Accepts an invitation for an account that was just added or proven. {@link settle} has already ended it.
     * The account comes first, so that two transactions that add the same email wait for each other only there.
     * @returns whether it was valid; of several simultaneous callers, only one gets true
     */
    async accept(id: number, accountId: number, now: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('invitations')
        .set({ accepted_at: now })
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .where('accepted_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    /** @returns the invitation as it was; null if there is none */
    async delete(id: number): Promise<InvitationRow | null> {
      const row = await db.deleteFrom('invitations').where('id', '=', id).returningAll().executeTakeFirst();
      return row ?? null;
    },

    /** Removes the open invitations for an email. @returns them as they were */
    deleteOpen(emailKey: string): Promise<InvitationRow[]> {
      return db
        .deleteFrom('invitations')
        .where('id', 'in', open().select('id').where('email_key', '=', emailKey))
        .returningAll()
        .execute();
    },

    /**
     * Removes an account's invitations: the one that opened it, and those for its email.
     * @param emailKey null for an email that was never proven, because its invitations may belong to somebody
     * else
     */
    async deleteOfAccount(accountId: number, emailKey: string | null): Promise<void> {
      await db
        .deleteFrom('invitations')
        .where((is) =>
          is.or([
            is('account_id', '=', accountId),
            ...(emailKey === null ? [] : [is('email_key', '=', emailKey)]),
          ]),
        )
        .execute();
    },

    /** Removes one batch of the invitations that ended at `until` or before, accepted or not. */
    sweep(until: number): Promise<Swept> {
      return inBatch((most) =>
        db
          .deleteFrom('invitations')
          .where('id', 'in', (query) =>
            query.selectFrom('invitations').select('id').where('expires_at', '<=', until).limit(most),
          )
          .executeTakeFirst(),
      );
    },
  };
}
