import { type Kysely, sql } from 'kysely';
import { skipLocked } from '../engine/locks.ts';
import { inChunks } from '../engine/in-chunks.ts';
import type { MailRow, Schema } from '../engine/schema.ts';

export type MailQueueStore = ReturnType<typeof mailQueueStore>;

/** The outcome of a claimed mail: it is sent or given up, or it is due again, perhaps without an attempt. */
export type SettledMail = Pick<MailRow, 'id' | 'lease'> & { dueAt: number | null; wasTried: boolean };

export type NewMail = Pick<MailRow, 'id' | 'sealed_mail' | 'expires_at' | 'is_bulk'> &
  Partial<Pick<MailRow, 'domain_hash' | 'host_hash'>>;

/** The number of due mails among which a claim chooses, the longest-waiting ones. */
const LOOKED_AT = 5_000;

/** Encrypted mails that wait in the database. @param kept called after each commit that added mails */
export function mailQueueStore(db: Kysely<Schema>, kept: () => void) {
  return {
    /** Adds mails that are due now. */
    async keep(mails: readonly NewMail[], now: number): Promise<void> {
      for (const some of inChunks(mails))
        await db
          .insertInto('mail_queue')
          .values(some.map((mail) => ({ ...mail, due_at: now, attempts: 0, lease: null })))
          .execute();
      if (mails.length > 0) kept();
    },

    /**
     * Claims due mails of one priority. Domains take turns, in each of them its host names, and there the longest-waiting
     * mail is first. Each mail goes to exactly one of several instances. A claim that is not settled ends at `until`, in
     * case its holder was killed.
     * @param of.most the mails of one domain
     * @param of.without the domains of which none are claimed
     */
    claim({
      isBulk,
      lease,
      now,
      until,
      limit,
      most,
      without,
    }: {
      isBulk: boolean;
      lease: string;
      now: number;
      until: number;
      limit: number;
      most: number;
      without: readonly string[];
    }): Promise<MailRow[]> {
      const due = db
        .selectFrom('mail_queue')
        .select(['id', 'due_at', 'domain_hash', 'host_hash'])
        .where('is_bulk', '=', Number(isBulk))
        .where('due_at', '<=', now)
        .$if(without.length > 0, (query) => query.where('domain_hash', 'not in', without))
        .orderBy('due_at')
        .limit(LOOKED_AT);
      const ofHosts = db
        .selectFrom(due.as('due'))
        .select(['id', 'due_at', 'domain_hash'])
        .select(
          sql<number>`row_number() over (partition by domain_hash, host_hash order by due_at)`.as('turn'),
        );
      const ofDomains = db
        .selectFrom(ofHosts.as('of_hosts'))
        .select(['id', 'due_at'])
        .select(sql<number>`row_number() over (partition by domain_hash order by turn, due_at)`.as('turn'));
      const next = db
        .selectFrom(ofDomains.as('of_domains'))
        .select('id')
        .where('turn', '<=', most)
        .orderBy('turn')
        .orderBy('due_at')
        .limit(limit);
      // Another instance may have claimed some meanwhile.
      const free = db
        .selectFrom('mail_queue')
        .select('id')
        .where('id', 'in', next)
        .where('due_at', '<=', now);
      return db
        .updateTable('mail_queue')
        .set((column) => ({ lease, due_at: until, attempts: column('attempts', '+', 1) }))
        .where('id', 'in', skipLocked(db, free))
        .returningAll()
        .execute();
    },

    /** Ends a claim. A claim that has expired is not changed, because another instance may hold the mail. */
    async settle({ id, lease, dueAt, wasTried }: SettledMail): Promise<void> {
      if (dueAt === null)
        await db.deleteFrom('mail_queue').where('id', '=', id).where('lease', '=', lease).execute();
      else
        await db
          .updateTable('mail_queue')
          .set((column) => ({
            lease: null,
            due_at: dueAt,
            ...(!wasTried && { attempts: column('attempts', '-', 1) }),
          }))
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

    /** Extends claims of a holder. The others end, so that a mail whose claim could not be settled is tried again. */
    async extend(lease: string, ids: readonly string[], until: number): Promise<void> {
      await db
        .updateTable('mail_queue')
        .set({ due_at: until })
        .where('id', 'in', ids)
        .where('lease', '=', lease)
        .execute();
    },
  };
}
