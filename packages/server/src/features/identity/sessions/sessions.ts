import { KeywardError } from '../../../errors.ts';
import type { Client } from '../../../lib/client.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Store, Tables } from '../../../store/database.ts';
import type { SessionRow } from '../../../store/engine/schema.ts';
import { usedSince } from '../../../store/tables/session-rules.ts';
import type { SessionWithAccount } from '../../../store/tables/session-accounts.ts';
import { presentSession } from '../../audit/serializers/session.ts';
import type { Events } from '../../audit/events/events.ts';
import { mustEnrol } from '../../audit/serializers/factor-kinds.ts';
import type { Settings } from '../../settings/settings.ts';
import type { SignUpPolicy } from '../sign-up-policy/sign-up-policy.ts';
import type { Origin, SessionEnd } from '../../audit/events/event-types.ts';
import { type Impersonator, impersonatorOf } from '../../audit/events/impersonator.ts';
import { isActiveSuperadmin, SUPERADMIN } from '../../audit/actors/superadmin-role.ts';
import { BY_SERVICE, byCaller } from '../../audit/events/origin.ts';
import { sessionEnds } from '../../audit/events/session-ends.ts';
import { newEvent } from '../../audit/events/event.ts';
import type { ActiveOrganizations } from './active-organization.ts';
import type { TokenIssuer } from './issue-tokens.ts';
import { createRefreshing, type Refreshing } from './refreshing.ts';
import { isTokenOf } from './session-of-token.ts';
import type { Tokens } from './tokens.ts';
import type { TokenClaims, TokenType } from '../../audit/actors/caller.ts';
import type { Caller } from '../../audit/actors/caller.ts';

export interface Sessions extends Refreshing {
  /**
   * @param expected.type the token's type: `access`, except at a logout, which also takes a refresh token
   * @param expected.restricted whether to accept a session whose account must first prove its mailbox or enrol a second
   * factor
   * @throws KeywardError `InvalidTokenError`, `TokenExpiredError`, `SessionDestroyedError`, `AccountInactiveError`,
   * `EmailProofRequiredError`, or `SecondFactorEnrolmentRequiredError`
   */
  authenticate(token: string, expected?: { type?: TokenType; restricted?: boolean }): Promise<Caller>;
  /** Whether the account of a session must prove its mailbox or enrol a second factor first. */
  isRestricted(session: SessionWithAccount): boolean;
  /**
   * The session with an id, if it is live and its account may act; null otherwise, and while the account must first
   * prove its mailbox or enrol a second factor.
   * @param within the caller's open transaction
   */
  live(id: number, within?: Pick<Tables, 'sessions'>): Promise<SessionWithAccount | null>;
  /** Ends a session, unless that has happened already. */
  end(session: SessionRow, reason: SessionEnd, by: Origin): Promise<void>;
  /** Ends all sessions of the caller's account. */
  endAll(caller: Caller, client: Client): Promise<void>;
  /** Ends the other sessions of the caller's account. @returns how many were live */
  endOthers(caller: Caller, client: Client): Promise<number>;
  /** Ends impersonations whose superadmin has lost the rights or the session. Called every second. */
  endImpersonations(): Promise<void>;
  /** Writes when sessions were last used. Called every 30 seconds and at the end. */
  flushUses(): Promise<void>;
}

export interface SessionOptions {
  store: Store;
  tokens: Tokens;
  issue: TokenIssuer;
  activeOrganizations: () => Promise<ActiveOrganizations>;
  settings: Settings;
  policy: SignUpPolicy;
  events: Events;
  clock: Clock;
  rotation: boolean;
}

/** The precision of `last_used_at`, unless sessions end by it. It saves most requests a write. */
const USE_PRECISION_MS = 60_000;
/** Twice the interval at which uses are written. Less than the shortest `idle_minutes`. */
const LATE_USE_MS = 60_000;

export function createSessions({
  store: database,
  tokens,
  issue,
  activeOrganizations,
  settings,
  policy,
  events,
  clock,
  rotation,
}: SessionOptions): Sessions {
  const { sessions: store, accounts, sessionRules: rules } = database;
  const uses = new Map<number, number>();

  /**
   * The session of a token.
   * @param ended the error for a session that is gone
   * @throws KeywardError `ended`, or `AccountInactiveError`, which is also the error for a session that a suspension
   * has ended, so that people learn why
   */
  async function sessionOf(
    claims: TokenClaims,
    ended: 'SessionDestroyedError' | 'InvalidTokenError',
  ): Promise<SessionWithAccount> {
    const { sid, aid } = claims;
    const now = clock.now();
    const row = await store.findWithAccount(sid);
    const begun = row !== null && isTokenOf(row, claims) && row.expires_at > now;
    const live = begun && !isUnused(row, now);
    if (begun && !live) await store.removeUnused(sid, now);
    const status = live ? row.account__status : (await accounts.find('id', aid))?.status;
    if (status !== undefined && status !== 'active') throw new KeywardError('AccountInactiveError');
    if (!live) throw new KeywardError(ended);
    if (await endedWithSuperadmin(row, now)) throw new KeywardError(ended);
    return row;
  }

  /** Ends an impersonation whose superadmin has lost the rights or the session. @returns whether it was ended */
  async function endedWithSuperadmin(row: SessionWithAccount, now: number): Promise<boolean> {
    const impersonator = impersonatorOf(row);
    if (impersonator === null || (await mayImpersonate(impersonator, row, now))) return false;
    await endOne(row, 'revoked', BY_SERVICE);
    return true;
  }

  async function mayImpersonate(
    { id, session_id }: Impersonator,
    { account__role }: SessionWithAccount,
    now: number,
  ): Promise<boolean> {
    const own = await store.findWithAccount(session_id);
    return (
      account__role !== SUPERADMIN &&
      own !== null &&
      own.account_id === id &&
      own.expires_at > now &&
      isActiveSuperadmin({
        role: own.account__role,
        status: own.account__status,
        deletion_at: own.account__deletion_at,
      })
    );
  }

  async function endOne(session: SessionRow, reason: SessionEnd, by: Origin): Promise<void> {
    const told = { by, at: clock.now() };
    if (session.impersonator === null) {
      const data = { session: presentSession(session), reason };
      await store.endWithEvent(session.id, newEvent('session.ended', data, told));
    } else
      await database.transaction(async ({ sessions, events: auditLog }) => {
        const ended = await sessions.deleteOfAccount(session.account_id, { only: [session.id] });
        await auditLog.add(sessionEnds(ended, reason, told));
      });
  }

  const assertProven = ({ account__role: role, account__email_verified }: SessionWithAccount): void =>
    policy.assertProven({ role, email_verified: account__email_verified });

  /** Checked at every request, because single-token mode has no refresh. */
  function assertUnrestricted(row: SessionWithAccount): void {
    assertProven(row);
    if (mustEnrol(row.account__role, row.account__second_factors, settings.current.factors))
      throw new KeywardError('SecondFactorEnrolmentRequiredError');
  }

  function isRestricted(row: SessionWithAccount): boolean {
    try {
      assertUnrestricted(row);
      return false;
    } catch (error) {
      if (error instanceof KeywardError) return true;
      throw error;
    }
  }

  /** Whether a session has been idle for longer than the settings allow. */
  function isUnused({ id, last_used_at }: SessionRow, now: number): boolean {
    const since = usedSince(now, rules);
    return since !== null && Math.max(last_used_at, uses.get(id) ?? 0) < since;
  }

  /** Records the use of a session. Almost always it is written later, together with others. */
  async function note({ id, last_used_at }: SessionRow, now: number): Promise<void> {
    const { idleMs } = rules;
    const unused = now - last_used_at;
    if (unused >= (idleMs === null ? USE_PRECISION_MS : 1)) uses.set(id, now);
    // Other instances would consider the session expired before they learn of this use.
    if (idleMs !== null && unused > idleMs - LATE_USE_MS) await store.touch(new Map([[id, now]]));
  }

  const refreshing = createRefreshing({
    store: database,
    tokens,
    issue,
    activeOrganizations,
    settings,
    events,
    clock,
    rotation,
    sessionOf: (claims) => sessionOf(claims, 'InvalidTokenError'),
    assertProven,
    assertUnrestricted,
    note,
  });

  return {
    ...refreshing,

    isRestricted,

    async authenticate(token, { type = 'access', restricted = false } = {}) {
      const claims = await tokens.verify(token, type);
      const row = await sessionOf(claims, 'SessionDestroyedError');
      if (!restricted) assertUnrestricted(row);
      await note(row, clock.now());
      return { token, row, claims };
    },

    async live(id, { sessions } = database) {
      const now = clock.now();
      const row = await sessions.findWithAccount(id);
      if (row === null || row.expires_at <= now || isUnused(row, now) || row.account__status !== 'active')
        return null;
      // Only the owner can allow applications.
      if (row.impersonator !== null) return null;
      return isRestricted(row) ? null : row;
    },

    end: endOne,

    async endAll(caller, client) {
      const attribution = { by: byCaller(caller, client), at: clock.now() };
      await database.transaction(async ({ sessions, events: auditLog }) => {
        const ended = await sessions.deleteOfAccount(caller.row.account_id);
        await auditLog.add(sessionEnds(ended, 'logout_all', attribution));
      });
    },

    async endOthers(caller, client) {
      const attribution = { by: byCaller(caller, client), at: clock.now() };
      return database.transaction(async ({ sessions, events: auditLog }) => {
        const { id: except, account_id: accountId } = caller.row;
        const ends = sessionEnds(
          await sessions.deleteOfAccount(accountId, { except }),
          'revoked',
          attribution,
        );
        await auditLog.add(ends);
        return ends.length;
      });
    },

    async endImpersonations() {
      const now = clock.now();
      for (const row of await store.impersonations(now)) await endedWithSuperadmin(row, now);
    },

    async flushUses() {
      if (uses.size === 0) return;
      const batch = new Map(uses);
      uses.clear();
      await store.touch(batch);
    },
  };
}
