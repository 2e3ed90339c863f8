import type { Kysely } from 'kysely';
import { skipLocked } from '../engine/locks.ts';
import { inChunks } from '../engine/in-chunks.ts';
import type { MailRow, Schema } from '../engine/schema.ts';

export type MailQueueStore = ReturnType<typeof mailQueueStore>;

/** The lines of mails, in the order in which they are claimed: see `is_bulk`. */
export const MAIL_LINES = { first: 0, bulk: 1, stalled: 2 } as const;
export type MailLine = (typeof MAIL_LINES)[keyof typeof MAIL_LINES];

/** The outcome of a claimed mail: it is sent or given up, or it is due again. */
export type SettledMail = Pick<MailRow, 'id' | 'lease'> & {
  dueAt: number | null;
  /** Its line from now on; absent: the same. */
  line?: MailLine | undefined;
};

/** Encrypted mails that wait in the database. @param kept called after each commit that added mails */
export function mailQueueStore(db: Kysely<Schema>, kept: () => void) {
  return {
    /** Adds mails that are due now. */
    async keep(
      mails: readonly Pick<MailRow, 'id' | 'sealed_mail' | 'expires_at' | 'is_bulk'>[],
      now: number,
    ): Promise<void> {
      for (const some of inChunks(mails))
        await db
          .insertInto('mail_queue')
          .values(some.map((mail) => ({ ...mail, due_at: now, attempts: 0, lease: null })))
          .execute();
      if (mails.length > 0) kept();
    },

    /**
     * Claims due mails of one line, the longest-waiting first. Each mail goes to exactly one of several instances. A claim
     * that is not settled ends at `until`, in case its holder was killed.
     */
    claim({
      line,
      lease,
      now,
      until,
      limit,
    }: {
      line: MailLine;
      lease: string;
      now: number;
      until: number;
      limit: number;
    }): Promise<MailRow[]> {
      const due = db
        .selectFrom('mail_queue')
        .select('id')
        .where('is_bulk', '=', line)
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(limit);
      return db
        .updateTable('mail_queue')
        .set((column) => ({ lease, due_at: until, attempts: column('attempts', '+', 1) }))
        .where('id', 'in', skipLocked(db, due))
        .returningAll()
        .execute();
    },

    /** Ends a claim. A claim that has expired is not changed, because another instance may hold the mail. */
    async settle({ id, lease, dueAt, line }: SettledMail): Promise<void> {
      if (dueAt === null)
        await db.deleteFrom('mail_queue').where('id', '=', id).where('lease', '=', lease).execute();
      else
        await db
          .updateTable('mail_queue')
          .set({ lease: null, due_at: dueAt, ...(line !== undefined && { is_bulk: line }) })
          .where('id', '=', id)
          .where('lease', '=', lease)
          .execute();
    },

    /** How many mails wait for another attempt. */
    async countRetried(): Promise<number> {
      const { mails } = await db
        .selectFrom('mail_queue')
        .select(({ fn }) => fn.countAll<number>().as('mails'))
        .where('attempts', '>', 0)
        .where('lease', 'is', null)
        .executeTakeFirstOrThrow();
      return mails;
    },

    /** Extends the claims of a holder. */
    async extend(lease: string, until: number): Promise<void> {
      await db.updateTable('mail_queue').set({ due_at: until }).where('lease', '=', lease).execute();
    },
  };
}
