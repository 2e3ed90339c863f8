import type { Kysely } from 'kysely';
import { skipLocked } from '../engine/locks.ts';
import type { Schema } from '../engine/schema.ts';
import { inBatch, type Swept } from '../lists/sweep.ts';

/** The place of an event in the order of time within its class. */
export interface EventAge {
  at: number;
  id: number;
}

/** The number of index entries to read at once: about a millisecond on SQLite, which runs in the main thread. */
const STEP = 5_000;

/** An account with many events of activity. */
export interface Crowd {
  accountId: number;
  rows: number;
}

/** The maximum number of such accounts to read. */
const MOST_CROWDS = 100;

/** Removes old events, a batch at a time. @param reader runs long reads */
export function eventSweep(db: Kysely<Schema>, reader = db) {
  /** The events of a class that are older than a given event, which need not exist. */
  const before = (audit: 0 | 1, { at, id }: EventAge) =>
    db
      .selectFrom('events')
      .where('audit', '=', audit)
      .where('at', '<=', at)
      .where((event) => event.or([event('at', '<', at), event('id', '<', id)]));

  return {
    /**
     * Removes one batch of the events of a class (1: audit) that are older than an age.
     * @param kept types whose events stay, if they are younger than a time
     */
    remove(audit: 0 | 1, age: EventAge, kept?: { types: readonly string[]; since: number }): Promise<Swept> {
      return inBatch((most) => {
        const old = before(audit, age).select('id').orderBy('at').limit(most);
        const batch =
          kept === undefined || kept.since > age.at
            ? old
            : old.where((event) =>
                event.or([event('at', '<', kept.since), event('type', 'not in', kept.types)]),
              );
        return db.deleteFrom('events').where('id', 'in', skipLocked(db, batch)).executeTakeFirst();
      });
    },

    /** The number of events of activity, and the accounts with more than a share of them, the largest first. */
    async crowds(share: number): Promise<{ total: number; crowds: Crowd[] }> {
      const activity = () => reader.selectFrom('events').where('audit', '=', 0);
      const { total } = await activity()
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const rows = await activity()
        .where('account_id', 'is not', null)
        .groupBy('account_id')
        .having(({ fn }) => fn.countAll(), '>', share)
        .select(({ fn }) => ['account_id', fn.countAll<number>().as('rows')])
        .orderBy('rows', 'desc')
        .limit(MOST_CROWDS)
        .execute();
      return {
        total,
        crowds: rows.flatMap(({ account_id: accountId, rows: count }) =>
          accountId === null ? [] : [{ accountId, rows: count }],
        ),
      };
    },

    /**
     * Removes one batch of the oldest events of activity about an account.
     * @param surplus how many at most
     * @param spared types whose events stay
     */
    trim(accountId: number, surplus: number, spared: readonly string[]): Promise<Swept> {
      return inBatch((most) => {
        const oldest = db
          .selectFrom('events')
          .select('id')
          .where('account_id', '=', accountId)
          .where('audit', '=', 0)
          .where('position', 'is not', null)
          .$if(spared.length > 0, (all) => all.where('type', 'not in', spared))
          .orderBy('position')
          .limit(Math.min(most, surplus));
        return db.deleteFrom('events').where('id', 'in', skipLocked(db, oldest)).executeTakeFirst();
      });
    },

    /**
     * Reads one step from the newest event of a class to the oldest.
     * @param from where the scan continues; null: the beginning
     * @param most the maximum number of events to read
     * @returns the last event passed, and how many there were; null if there are no more
     */
    async walk(
      audit: 0 | 1,
      from: EventAge | null,
      most: number,
    ): Promise<(EventAge & { passed: number }) | null> {
      const step = before(audit, from ?? { at: Number.MAX_SAFE_INTEGER, id: 0 })
        .select(['at', 'id'])
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(Math.min(STEP, most))
        .as('step');
      const last = await db
        .selectFrom(step)
        .select(['step.at', 'step.id', ({ fn }) => fn.countAll<number>().over().as('passed')])
        .orderBy('step.at')
        .orderBy('step.id')
        .limit(1)
        .executeTakeFirst();
      return last ?? null;
    },
  };
}
