import type { Kysely } from 'kysely';
import type { ChallengeRow, Schema } from '../engine/schema.ts';
import { inBatch, type Swept } from '../lists/sweep.ts';

export type ChallengeStore = ReturnType<typeof challengeStore>;

/** Acts that a factor must complete. */
export function challengeStore(db: Kysely<Schema>) {
  return {
    async insert(challenge: ChallengeRow): Promise<void> {
      await db.insertInto('challenges').values(challenge).execute();
    },

    /** A live challenge; null if there is none. */
    async find(tokenHash: string, now: number): Promise<ChallengeRow | null> {
      const row = await db
        .selectFrom('challenges')
        .selectAll()
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return row ?? null;
    },

    /**
     * Counts an attempt before its answer is checked, so that simultaneous attempts cannot exceed `limit`.
     * @returns whether there was room
     */
    async takeAttempt(tokenHash: string, limit: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('challenges')
        .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
        .where('token_hash', '=', tokenHash)
        .where('attempts', '<', limit)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    async bind(tokenHash: string, to: Pick<ChallengeRow, 'browser_hash' | 'code_challenge'>): Promise<void> {
      await db.updateTable('challenges').set(to).where('token_hash', '=', tokenHash).execute();
    },

    /** Stores the bytes that an authenticator has to sign. */
    async ask(tokenHash: string, webauthnChallenge: string): Promise<void> {
      await db
        .updateTable('challenges')
        .set({ webauthn_challenge: webauthnChallenge })
        .where('token_hash', '=', tokenHash)
        .execute();
    },

    /** Removes a challenge. Of any number of simultaneous callers, only one gets true. */
    async spend(tokenHash: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('challenges')
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },

    async deleteOfAccount(accountId: number): Promise<void> {
      await db.deleteFrom('challenges').where('account_id', '=', accountId).execute();
    },

    /**
     * Keeps only the newest challenges of an account, up to this number: those that the same connection has begun, or
     * those that no connection has begun. The provider of an organization must not end what others have begun.
     */
    async deleteOldest(
      accountId: number,
      { purpose, method, via }: Pick<ChallengeRow, 'purpose' | 'method' | 'via'>,
      kept: number,
    ): Promise<void> {
      await db
        .deleteFrom('challenges')
        .where('token_hash', 'in', (query) =>
          query
            .selectFrom('challenges')
            .select('token_hash')
            .where('account_id', '=', accountId)
            .where('purpose', '=', purpose)
            .where((where) =>
              method === 'connection'
                ? where.and({ method, via })
                : where.or([where('method', 'is', null), where('method', '!=', 'connection')]),
            )
            .orderBy('expires_at', 'desc')
            .limit(kept + 1)
            .offset(kept),
        )
        .execute();
    },

    async deleteOfSession(sessionId: number, purpose: ChallengeRow['purpose']): Promise<void> {
      await db
        .deleteFrom('challenges')
        .where('session_id', '=', sessionId)
        .where('purpose', '=', purpose)
        .execute();
    },

    /** Removes one batch of expired challenges. */
    sweep(now: number): Promise<Swept> {
      return inBatch((most) =>
        db
          .deleteFrom('challenges')
          .where('token_hash', 'in', (query) =>
            query.selectFrom('challenges').select('token_hash').where('expires_at', '<=', now).limit(most),
          )
          .executeTakeFirst(),
      );
    },
  };
}
