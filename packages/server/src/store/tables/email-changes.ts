import type { Kysely } from 'kysely';
import type { EmailChangeRow, NewEmailChange, Schema } from '../engine/schema.ts';
import { inBatch, type Swept } from '../lists/sweep.ts';

/** The values of `undoable`. */
export const UNDO = { never: 0, open: 1, done: 2 } as const;

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

  /** The mailboxes that became the email without a confirmation, after a proven one. */
  function movedTo(accountId: number) {
    const moves = db
      .selectFrom('email_changes')
      .where('account_id', '=', accountId)
      .where('undoable', '=', UNDO.never);
    const first = moves.where('old_email_verified', '=', 1).select(({ fn }) => fn.min('id').as('id'));
    return moves.select('new_email_key').where('id', '>=', first);
  }

  /** Lets the links of the first proofs of later mailboxes tell that an earlier one has the account again. */
  async function giveBack(accountId: number, emailKey: string, since: number): Promise<void> {
    await db
      .updateTable('email_changes')
      .set({ undoable: UNDO.done })
      .where('account_id', '=', accountId)
      .where('old_email_key', '!=', emailKey)
      .where('undo_since', '=', 0)
      .where('id', '>', since)
      .execute();
  }

  /** What other mailboxes than this one can undo, and what nobody can. */
  function others(accountId: number, emailKey: string | null) {
    return db
      .deleteFrom('email_changes')
      .where('account_id', '=', accountId)
      .where((where) =>
        where.or([where('undoable', '!=', UNDO.open), where('old_email_key', '!=', emailKey ?? '')]),
      );
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
        .where('undoable', '!=', UNDO.never)
        .executeTakeFirst();
      return row ?? null;
    },

    /**
     * The newest live change that an earlier mailbox of an account can undo, if that mailbox was proven before the
     * present one: a change without a confirmation may have led from there to somebody else's mailbox.
     */
    async ofEarlierMailbox(accountId: number, emailKey: string, now: number): Promise<EmailChangeRow | null> {
      const row = await db
        .selectFrom('email_changes')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('undoable', '=', UNDO.open)
        .where('old_email_key', '!=', emailKey)
        .where('old_email_verified', '=', 1)
        .where('old_email_key', 'not in', movedTo(accountId))
        .where('expires_at', '>', now)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row ?? null;
    },

    /**
     * Removes a change and the later ones of its account, which depend on it.
     * @param earlierToo whether to remove the earlier ones too
     * @returns whether it existed; of several simultaneous callers, only one gets true
     */
    async deleteFrom(
      { id, account_id, old_email_key }: Pick<EmailChangeRow, 'id' | 'account_id' | 'old_email_key'>,
      { earlierToo }: { earlierToo: boolean },
    ): Promise<boolean> {
      await giveBack(account_id, old_email_key, id);
      const rows = await db
        .deleteFrom('email_changes')
        .where('account_id', '=', account_id)
        .where('id', '>=', earlierToo ? 0 : id)
        .where('undoable', '!=', UNDO.done)
        .returning('id')
        .execute();
      return rows.some((row) => row.id === id);
    },

    /** @param but.butOf the email key of a mailbox whose undo links are kept; null for none */
    async deleteOfAccount(accountId: number, { butOf }: { butOf: string | null }): Promise<void> {
      await others(accountId, butOf).execute();
    },

    /** Ends the links of other mailboxes if this one was first proven without a session. */
    async endIfProvenAlone(accountId: number, emailKey: string): Promise<void> {
      const proof = db
        .selectFrom('email_changes')
        .select('old_email_key')
        .where('account_id', '=', accountId)
        .where('old_email_key', '=', emailKey)
        .where('undo_since', '=', 0);
      await others(accountId, emailKey)
        .where((where) => where.exists(proof))
        .execute();
    },

    /**
     * Ends the links of mailboxes that were never proven, or to which the email was moved from a proven one without
     * a confirmation.
     * @param but.butOf the email key of a mailbox whose links are kept; null for none
     */
    async endDoubtfulLinks(accountId: number, { butOf }: { butOf: string | null }): Promise<void> {
      await db
        .deleteFrom('email_changes')
        .where('account_id', '=', accountId)
        .where('undoable', '=', UNDO.open)
        .where('old_email_key', '!=', butOf ?? '')
        .where((where) =>
          where.or([where('old_email_verified', '=', 0), where('old_email_key', 'in', movedTo(accountId))]),
        )
        .execute();
    },

    /**
     * Removes the later mailboxes of an account, with everything that they could undo.
     * @param from.fromProven whether the mailbox that the account leaves was proven: one that was not takes nothing
     * from it
     * @returns whether the account had this email
     */
    async goBack(
      accountId: number,
      emailKey: string,
      { now, fromProven }: { now: number; fromProven: boolean },
    ): Promise<boolean> {
      const first = await db
        .selectFrom('email_changes')
        .select('id')
        .where('account_id', '=', accountId)
        .where('old_email_key', '=', emailKey)
        .where('old_email_verified', '>=', fromProven ? 1 : 0)
        .where('undoable', '!=', UNDO.done)
        .where('expires_at', '>', now)
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
      if (first === undefined) return false;
      await giveBack(accountId, emailKey, first.id);
      await db
        .deleteFrom('email_changes')
        .where('account_id', '=', accountId)
        .where('old_email_key', '!=', emailKey)
        .where('id', '>', first.id)
        .where('undoable', '!=', UNDO.done)
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
        .where('undoable', '=', UNDO.open)
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
