import type { ExpressionBuilder, Kysely } from 'kysely';
import type { GrantRow, NewGrant, Schema } from '../engine/schema.ts';
import { inBatch, type Swept } from '../lists/sweep.ts';
import { type GrantChoice, oauthConsents } from './oauth-consents.ts';
import { onlyVouched as vouched } from './session-rules.ts';

export type OAuthGrantStore = ReturnType<typeof oauthGrantStore>;

/** The values that the exchange of a code must match. */
export type CodeUse = Pick<GrantRow, 'application_id'> & {
  code_hash: string;
  redirect_uri: string;
  /** S256 of the verifier; null without one. */
  code_challenge: string | null;
  /** Thumbprint of the key of the proof; null without one. */
  dpop_jkt: string | null;
};

/** Grants of one account that differ only in their times: the first beginning, and the last use. */
export type GrantsAlike = Pick<
  GrantRow,
  'application_id' | 'session_id' | 'offline' | 'scopes' | 'resources' | 'created_at' | 'last_used_at'
>;

/** Limits one statement; the next one removes the rest. */
const MOST_AT_ONCE = 100;

/** Whether the session in which a grant was given is live. */
const sessionLives = (is: ExpressionBuilder<Schema, 'oauth_grants'>, now: number) =>
  is.exists(
    is
      .selectFrom('sessions')
      .select('sessions.id')
      .whereRef('sessions.id', '=', 'oauth_grants.session_id')
      .where('sessions.expires_at', '>', now),
  );

/** Whether only a connection speaks for the person who gave a grant. */
const inVouched = (is: ExpressionBuilder<Schema, 'oauth_grants'>, accountId: number) =>
  is(
    'session_id',
    'in',
    is.selectFrom('sessions').select('sessions.id').where('account_id', '=', accountId).where(vouched),
  );

/** Authorizations of applications by accounts, and consents. */
export function oauthGrantStore(db: Kysely<Schema>) {
  return {
    insert(grant: NewGrant): Promise<GrantRow> {
      return db.insertInto('oauth_grants').values(grant).returningAll().executeTakeFirstOrThrow();
    },

    /**
     * Exchanges a code: one statement checks and spends it. Of several simultaneous callers, only one gets the grant.
     * @param bind whether the tokens are bound to the key of the proof from now on
     * @param ends how long the grant lives
     */
    async begin(
      { code_hash, application_id, redirect_uri, code_challenge, dpop_jkt }: CodeUse,
      now: number,
      bind: boolean,
      ends: Pick<GrantRow, 'expires_at' | 'ends_at'>,
    ): Promise<GrantRow | null> {
      const row = await db
        .updateTable('oauth_grants')
        .set({ begun_at: now, last_used_at: now, ...ends, ...(bind && { dpop_jkt }) })
        .where('code_hash', '=', code_hash)
        .where('application_id', '=', application_id)
        .where('redirect_uri', '=', redirect_uri)
        .where('code_challenge', 'is not distinct from', code_challenge)
        .where((is) => is.or([is('dpop_jkt', 'is', null), is('dpop_jkt', '=', dpop_jkt ?? '')]))
        .where('begun_at', 'is', null)
        .where('expires_at', '>', now)
        .where((is) => sessionLives(is, now))
        .returningAll()
        .executeTakeFirst();
      return row ?? null;
    },

    /** The grant of a code that was already exchanged; null if there is none. */
    async begunBy(codeHash: string, applicationId: number): Promise<GrantRow | null> {
      const row = await db
        .selectFrom('oauth_grants')
        .selectAll()
        .where('code_hash', '=', codeHash)
        .where('application_id', '=', applicationId)
        .where('begun_at', 'is not', null)
        .executeTakeFirst();
      return row ?? null;
    },

    /** Whether a grant has not been ended. */
    async exists(uid: string): Promise<boolean> {
      const row = await db.selectFrom('oauth_grants').select('id').where('uid', '=', uid).executeTakeFirst();
      return row !== undefined;
    },

    /** A live grant whose code was exchanged; null if there is none. */
    async find(uid: string, now: number): Promise<GrantRow | null> {
      const row = await db
        .selectFrom('oauth_grants')
        .selectAll()
        .where('uid', '=', uid)
        .where('begun_at', 'is not', null)
        .where('ends_at', '>', now)
        .executeTakeFirst();
      return row ?? null;
    },

    /** Moves a grant to its next refresh token. @returns null if another request was faster, or the grant is gone */
    async rotate(
      { id, refresh_generation: generation }: Pick<GrantRow, 'id' | 'refresh_generation'>,
      renewed: Pick<GrantRow, 'rotations' | 'expires_at' | 'ends_at'>,
      now: number,
    ): Promise<GrantRow | null> {
      const row = await db
        .updateTable('oauth_grants')
        .set({ ...renewed, refresh_generation: generation + 1, last_used_at: now })
        .where('id', '=', id)
        .where('refresh_generation', '=', generation)
        .returningAll()
        .executeTakeFirst();
      return row ?? null;
    },

    /** The live grants of an account whose codes were exchanged, newest first; equal ones as one. */
    ofAccount(accountId: number, now: number): Promise<GrantsAlike[]> {
      return db
        .selectFrom('oauth_grants')
        .select(['application_id', 'session_id', 'offline', 'scopes', 'resources'])
        .select(({ fn }) => [
          fn.min('created_at').as('created_at'),
          fn.max('last_used_at').as('last_used_at'),
        ])
        .where('account_id', '=', accountId)
        .where('begun_at', 'is not', null)
        .where('expires_at', '>', now)
        .groupBy(['application_id', 'session_id', 'offline', 'scopes', 'resources'])
        .orderBy(({ fn }) => fn.max('id'), 'desc')
        .execute();
    },

    /** The names of the applications that keep access to an account while nobody is signed in. */
    async offlineNames(accountId: number, now: number): Promise<string[]> {
      const rows = await db
        .selectFrom('oauth_grants')
        .innerJoin('applications', 'applications.id', 'oauth_grants.application_id')
        .select('applications.name')
        .distinct()
        .where('oauth_grants.account_id', '=', accountId)
        .where('oauth_grants.offline', '=', 1)
        .where('oauth_grants.begun_at', 'is not', null)
        .where('oauth_grants.expires_at', '>', now)
        .orderBy('applications.name')
        .execute();
      return rows.map(({ name }) => name);
    },

    /** Ends grants. @returns those whose codes had been exchanged, as they were */
    async end(choice: GrantChoice & ({ id: number } | { account_id: number } | { application_id: number })) {
      let query = db.deleteFrom('oauth_grants');
      for (const column of ['id', 'account_id', 'application_id'] as const) {
        const value = choice[column];
        if (value !== undefined) query = query.where(column, '=', value);
      }
      const rows = await query.returningAll().execute();
      return rows.filter(({ begun_at }) => begun_at !== null);
    },

    /** Ends the grants of an application whose accounts have not consented to it. */
    async endWithoutConsent(applicationId: number): Promise<void> {
      await db
        .deleteFrom('oauth_grants')
        .where('application_id', '=', applicationId)
        .where((is) =>
          is.not(
            is.exists(
              is
                .selectFrom('oauth_consents')
                .select('oauth_consents.account_id')
                .whereRef('oauth_consents.account_id', '=', 'oauth_grants.account_id')
                .where('oauth_consents.application_id', '=', applicationId),
            ),
          ),
        )
        .execute();
    },

    /** Removes the grants of an account whose code was not exchanged yet. */
    async dropCodes(accountId: number): Promise<void> {
      await db
        .deleteFrom('oauth_grants')
        .where('account_id', '=', accountId)
        .where('begun_at', 'is', null)
        .execute();
    },

    /**
     * Removes the grants of an application that an account no longer needs: those that ended with their session, and
     * all but the newest of the unused codes.
     * @param codes how many to keep
     */
    async dropUnused(accountId: number, applicationId: number, codes: number, now: number): Promise<void> {
      await db
        .deleteFrom('oauth_grants')
        .where('account_id', '=', accountId)
        .where('application_id', '=', applicationId)
        .where((is) =>
          is.or([
            is.and([is('begun_at', 'is not', null), is('offline', '=', 0), is.not(sessionLives(is, now))]),
            is(
              'id',
              'in',
              is
                .selectFrom('oauth_grants as code')
                .select('code.id')
                .where('code.account_id', '=', accountId)
                .where('code.application_id', '=', applicationId)
                .where('code.begun_at', 'is', null)
                .orderBy('code.id', 'desc')
                .limit(MOST_AT_ONCE)
                .offset(codes),
            ),
          ]),
        )
        .execute();
    },

    /**
     * Ends the grants beyond a maximum: first those from sessions for which only a connection speaks, then those unused
     * for the longest time.
     * @param of.applicationId counts only those of one application
     * @param how.onlyVouched whether only grants from such sessions end
     */
    endSurplus(
      { accountId, applicationId }: { accountId: number; applicationId?: number },
      { kept, onlyVouched }: { kept: number; onlyVouched: boolean },
    ): Promise<GrantRow[]> {
      return db
        .deleteFrom('oauth_grants')
        .$if(onlyVouched, (all) => all.where((is) => inVouched(is, accountId)))
        .where('id', 'in', (query) =>
          query
            .selectFrom('oauth_grants')
            .select('id')
            .where('account_id', '=', accountId)
            .$if(applicationId !== undefined, (all) => all.where('application_id', '=', applicationId ?? 0))
            .where('begun_at', 'is not', null)
            .orderBy((is) => is.case().when(inVouched(is, accountId)).then(1).else(0).end())
            .orderBy('last_used_at', 'desc')
            .orderBy('id', 'desc')
            .limit(MOST_AT_ONCE)
            .offset(kept),
        )
        .returningAll()
        .execute();
    },

    ...oauthConsents(db),

    /** Removes one batch of expired grants. */
    sweep(now: number): Promise<Swept> {
      return inBatch((most) =>
        db
          .deleteFrom('oauth_grants')
          .where('id', 'in', (query) =>
            query.selectFrom('oauth_grants').select('id').where('expires_at', '<=', now).limit(most),
          )
          .executeTakeFirst(),
      );
    },
  };
}
