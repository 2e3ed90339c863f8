import type { Kysely } from 'kysely';
import type { EmailChangeRow, NewEmailChange, Schema } from '../engine/schema.ts';
import { inBatch, type Swept } from '../lists/sweep.ts';

export type EmailChangeStore = ReturnType<typeof emailChangeStore>;

/** Changes of emails that their owners have asked for. */
export function emailChangeStore(db: Kysely<Schema>) {
  async function pending(
    column: 'account_id' | 'new_email_key',
    key: number | string,
    now: number,
  ): Promise<EmailChangeRow | null> {
    const row = await db
      .selectFrom('email_changes')
      .selectAll()
      .where(column, '=', key)
      .where('pending_until', '>', now)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row ?? null;
  }

  async function close(accountId: number): Promise<void> {
    await db
      .updateTable('email_changes')
      .set({ pending_until: null })
      .where('account_id', '=', accountId)
      .where('pending_until', 'is not', null)
      .execute();
  }

  return {
    /** Adds a change, which replaces the pending one. Earlier undo links stay valid. */
    async insert(change: NewEmailChange): Promise<void> {
      await close(change.account_id);
      await db.insertInto('email_changes').values(change).execute();
    },

    /** Adds a change that needs no confirmation. */
    async keep(change: NewEmailChange): Promise<void> {
      await db.insertInto('email_changes').values(change).execute();
    },

    /** The pending change of an account. */
    pendingOf: (accountId: number, now: number) => pending('account_id', accountId, now),

    /** The newest pending change to an email. */
    pendingFor: (emailKey: string, now: number) => pending('new_email_key', emailKey, now),

    /** Ends the wait for the proof of an account's new email. */
    close,

    async confirm(id: number, until: number): Promise<void> {
      await db
        .updateTable('email_changes')
        .set({ pending_until: null, expires_at: until })
        .where('id', '=', id)
        .execute();
    },

    async find(nonce: string): Promise<EmailChangeRow | null> {
      const row = await db
        .selectFrom('email_changes')
        .selectAll()
        .where('undo_nonce', '=', nonce)
        .where('undoable', '=', 1)
        .executeTakeFirst();
      return row ?? null;
    },

    /**
     * Removes a change and the later ones of its account, which depend on it.
     * @param earlierToo whether to remove the earlier ones too
     * @returns whether it existed; of several simultaneous callers, only one gets true
     */
    async deleteFrom(
      { id, account_id }: Pick<EmailChangeRow, 'id' | 'account_id'>,
      { earlierToo }: { earlierToo: boolean },
    ): Promise<boolean> {
      const rows = await db
        .deleteFrom('email_changes')
        .where('account_id', '=', account_id)
        .where('id', '>=', earlierToo ? 0 : id)
        .returning('id')
        .execute();
      return rows.some((row) => row.id === id);
    },

    /** @param but.butOf the email key of a mailbox whose undo links are kept; null for none */
    async deleteOfAccount(accountId: number, { butOf }: { butOf: string | null }): Promise<void> {
      await db
        .deleteFrom('email_changes')
        .where('account_id', '=', accountId)
        .where((where) => where.or([where('undoable', '=', 0), where('old_email_key', '!=', butOf ?? '')]))
        .execute();
    },

    /** Ends the undo links of mails, but keeps the record of earlier mailboxes. */
    async endLinks(accountId: number): Promise<void> {
      await db
        .deleteFrom('email_changes')
        .where('account_id', '=', accountId)
        .where('undoable', '=', 1)
        .execute();
    },

    /**
     * Ends the links of other mailboxes that were never proven, or to which the email was moved without a
     * confirmation.
     */
    async endDoubtfulLinks(accountId: number, emailKey: string): Promise<void> {
      const movedTo = db
        .selectFrom('email_changes')
        .select('new_email_key')
        .where('account_id', '=', accountId)
        .where('undoable', '=', 0);
      await db
        .deleteFrom('email_changes')
        .where('account_id', '=', accountId)
        .where('undoable', '=', 1)
        .where('old_email_key', '!=', emailKey)
        .where((where) =>
          where.or([where('old_email_verified', '=', 0), where('old_email_key', 'in', movedTo)]),
        )
        .execute();
    },

    /**
     * Removes the later mailboxes of an account, with everything that they could undo.
     * @returns whether the account had this email
     */
    async goBack(accountId: number, emailKey: string, now: number): Promise<boolean> {
      const first = await db
        .selectFrom('email_changes')
        .select('id')
        .where('account_id', '=', accountId)
        .where('old_email_key', '=', emailKey)
        .where('expires_at', '>', now)
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
      if (first === undefined) return false;
      await db
        .deleteFrom('email_changes')
        .where('account_id', '=', accountId)
        .where('old_email_key', '!=', emailKey)
        .where('id', '>', first.id)
        .execute();
      return true;
    },

    /** Whether an account other than `except` can restore this email, which it had proven. */
    async reserves(emailKey: string, now: number, except: number): Promise<boolean> {
      const row = await db
        .selectFrom('email_changes')
        .select('id')
        .where('old_email_key', '=', emailKey)
        .where('old_email_verified', '=', 1)
        .where('undoable', '=', 1)
        .where('account_id', '!=', except)
        .where('expires_at', '>', now)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Removes one batch of the changes that can no longer be undone. */
    sweep(now: number): Promise<Swept> {
      return inBatch((most) =>
        db
          .deleteFrom('email_changes')
          .where('id', 'in', (query) =>
            query.selectFrom('email_changes').select('id').where('expires_at', '<=', now).limit(most),
          )
          .executeTakeFirst(),
      );
    },
  };
}
