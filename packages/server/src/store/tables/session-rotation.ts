import { type Kysely, sql } from 'kysely';
import { joinsStatements, transactAtOnce } from '../engine/dialect.ts';
import { prepared, type Values } from '../engine/prepared.ts';
import type { Schema, SessionRow } from '../engine/schema.ts';
import { restUntil, SESSION_COLUMNS } from './session-columns.ts';

/** How many old rotations one step removes: more than it adds, but few enough that each step stays fast. */
const FORGOTTEN_AT_ONCE = 8;

/** A step to the next refresh token. */
interface Rotation extends Record<string, unknown> {
  id: number;
  /** The newest refresh token so far. */
  generation: number;
  now: number;
  /** Rotations before this time are removed. */
  forget_before: number;
  /** The new end of the session; null: unchanged. */
  expires_at: number | null;
}

/** The refresh tokens of sessions. */
export function sessionRotation(db: Kysely<Schema>) {
  const rotating = (value: Values<Rotation>) =>
    db
      .updateTable('sessions')
      .set({
        refresh_generation: sql`refresh_generation + 1`,
        refreshed_at: value('now'),
        last_used_at: value('now'),
        longest_rest: restUntil(value('now')),
        expires_at: sql`coalesce(${value('expires_at')}, expires_at)`,
      })
      .where('id', '=', value('id'))
      .where('refresh_generation', '=', value('generation'))
      .returning(SESSION_COLUMNS);
  const forgetting = (value: Values<Rotation>) =>
    db
      .deleteFrom('refresh_rotations')
      .where('session_id', '=', value('id'))
      .where('generation', 'in', (query) =>
        query
          .selectFrom('refresh_rotations')
          .select('generation')
          .where('session_id', '=', value('id'))
          .orderBy('generation')
          .limit(sql.lit(FORGOTTEN_AT_ONCE)),
      )
      .where('rotated_at', '<', value('forget_before'));
  const rotation = prepared(db, rotating);
  const forgetRotations = prepared(db, forgetting);
  const noteRotation = prepared(db, (value: Values<Rotation>) =>
    db
      .insertInto('refresh_rotations')
      .values({ session_id: value('id'), generation: value('generation'), rotated_at: value('now') }),
  );
  const rotateJoined = prepared(db, (value: Values<Rotation>) =>
    db
      .with('rotated', () => rotating(value))
      .with('forgotten', (query) =>
        forgetting(value).where((given) => given.exists(query.selectFrom('rotated').select('id'))),
      )
      .with('noted', (query) =>
        query
          .insertInto('refresh_rotations')
          .columns(['session_id', 'generation', 'rotated_at'])
          .expression(
            query
              .selectFrom('rotated')
              .select(['id', sql<number>`refresh_generation - 1`.as('generation'), 'refreshed_at']),
          ),
      )
      .selectFrom('rotated')
      .selectAll(),
  );

  return {
    /**
     * Moves a session to its next refresh token, only if `generation` is still the newest, and removes its oldest
     * rotations, if they are from before `forgetBefore`.
     * @param expiresAt the new end of the session; undefined: unchanged
     * @returns the changed session; null if another request was faster or the session is gone
     */
    async rotate(
      id: number,
      generation: number,
      now: number,
      forgetBefore: number,
      expiresAt?: number,
    ): Promise<SessionRow | null> {
      const given = { id, generation, now, forget_before: forgetBefore, expires_at: expiresAt ?? null };
      const rotated = joinsStatements(db)
        ? (await rotateJoined(given)).rows[0]
        : await transactAtOnce(db, (run) => {
            const [row] = run(rotation.bound(given));
            if (row === undefined) return undefined;
            run(forgetRotations.bound(given));
            run(noteRotation.bound(given));
            return row;
          });
      return rotated ?? null;
    },

    /** The time at which a refresh token was replaced; null if the rotation was removed. */
    async rotatedAt(id: number, generation: number): Promise<number | null> {
      const row = await db
        .selectFrom('refresh_rotations')
        .select('rotated_at')
        .where('session_id', '=', id)
        .where('generation', '=', generation)
        .executeTakeFirst();
      return row?.rotated_at ?? null;
    },
  };
}
