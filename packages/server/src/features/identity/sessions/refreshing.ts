import { KeywardError } from '../../../errors.ts';
import type { Client } from '../../../lib/client.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Store } from '../../../store/database.ts';
import type { SessionRow } from '../../../store/engine/schema.ts';
import type { SessionWithAccount } from '../../../store/tables/session-accounts.ts';
import type { Caller, TokenClaims } from '../../audit/actors/caller.ts';
import { isAtDailyCap } from '../../audit/events/daily-cap.ts';
import { newEvent } from '../../audit/events/event.ts';
import type { Events } from '../../audit/events/events.ts';
import { anonymous } from '../../audit/events/origin.ts';
import { sessionEnds } from '../../audit/events/session-ends.ts';
import { presentAccountOf, presentEventAccountOf } from '../../audit/serializers/account.ts';
import { presentSession } from '../../audit/serializers/session.ts';
import type { JwtSettings, Settings } from '../../settings/settings.ts';
import type { ActiveOrganizations } from './active-organization.ts';
import type { IssuedTokens, TokenIssuer } from './issue-tokens.ts';
import { isTokenOf, placeOf } from './session-of-token.ts';
import type { Tokens } from './tokens.ts';

/** How sessions get new tokens. */
export interface Refreshing {
  /**
   * Exchanges a refresh token. With rotation, its first use replaces it. For {@link REFRESH_GRACE_MS} after that, the
   * replaced token leads to the newest token of its chain. After that, its use ends the session, because somebody else
   * may have a copy (RFC 9700 §4.14.2).
   * @param organization id or slug of the organization to make active; null: none; undefined: no change
   * @throws KeywardError `InvalidTokenError`, `AccountInactiveError`; `EmailProofRequiredError`,
   * `OrganizationNotFoundError`, `OrganizationSuspendedError`, `OrganizationPolicyError` or `ConnectionRequiredError`,
   * which spend nothing
   */
  refresh(
    refreshToken: string,
    client: Client,
    organization?: string | null,
  ): Promise<Required<IssuedTokens>>;
  /**
   * Makes an organization the active one of the caller's session.
   * @param organization id or slug; null: none
   * @param refreshToken of the session, in dual-token mode, where it is replaced
   * @returns new tokens of the session
   * @throws KeywardError `TokenMissingError`, and the errors of {@link refresh}
   */
  activate(
    caller: Caller,
    organization: string | null,
    how: { refreshToken: string | undefined; client: Client },
  ): Promise<IssuedTokens>;
  /**
   * Requires the refresh token of the caller's session, where sessions have one: an access token alone is also sent to
   * other services, and must not become anything that lives longer.
   * @throws KeywardError `TokenMissingError`, `InvalidTokenError`
   */
  assertHolds(caller: Caller, refreshToken: string | undefined): Promise<void>;
}

/** Tabs that refresh at the same time all get the same successor. */
const REFRESH_GRACE_MS = 30_000;
const DAY_MS = 86_400_000;

const missingRefreshToken = () =>
  new KeywardError('TokenMissingError', {
    message: 'An access token alone is not enough here: send the refresh_token of its session, too.',
  });

export function createRefreshing(deps: {
  store: Store;
  tokens: Tokens;
  issue: TokenIssuer;
  activeOrganizations: () => Promise<ActiveOrganizations>;
  settings: Settings;
  events: Events;
  clock: Clock;
  rotation: boolean;
  /** The session of a refresh token. @throws KeywardError `InvalidTokenError`, `AccountInactiveError` */
  sessionOf: (claims: TokenClaims) => Promise<SessionWithAccount>;
  /** @throws KeywardError `EmailProofRequiredError` */
  assertProven: (row: SessionWithAccount) => void;
  /** Also requires a second factor, if the account must have one. */
  assertUnrestricted: (row: SessionWithAccount) => void;
  /** Records the use of a session. */
  note: (row: SessionRow, now: number) => Promise<void>;
}): Refreshing {
  const { store: database, tokens, issue, activeOrganizations, settings, events, clock, rotation } = deps;
  const { sessionOf, assertProven, assertUnrestricted, note } = deps;
  const { sessions: store } = database;

  /** The expiry of a session after a refresh; undefined if it does not change. A refresh never shortens it. */
  function nextEnd(session: SessionRow, jwt: JwtSettings, now: number): number | undefined {
    if (!jwt.sliding) return undefined;
    const latest = session.created_at + jwt.max_session_days * DAY_MS;
    return Math.max(session.expires_at, Math.min(now + jwt.session_duration_days * DAY_MS, latest));
  }

  /** Ends a session whose refresh token may have been copied. */
  async function endReused(row: SessionWithAccount, client: Client): Promise<void> {
    const attribution = { by: anonymous(client), at: clock.now() };
    await database.transaction(async ({ sessions, events: auditLog }) => {
      const ended = await sessions.deleteOfAccount(row.account_id, { only: [row.id] });
      if (ended.length === 0) return;
      const data = { account: presentEventAccountOf(row), session: presentSession(row) };
      const enough = await isAtDailyCap(auditLog, row.account_id, 'session.refresh_reused', attribution.at);
      await auditLog.add([
        ...(enough ? [] : [newEvent('session.refresh_reused', data, attribution)]),
        ...sessionEnds(ended, 'refresh_reused', attribution),
      ]);
    });
  }

  /** Makes an organization the active one of a session; undefined: no change. @returns the session afterwards */
  async function turnTo<Row extends SessionRow>(
    row: Row,
    organization: string | null | undefined,
    client: Client,
  ): Promise<Row> {
    const isOff = !settings.current.organizations.enabled;
    if (organization === undefined) {
      if (row.membership_id !== null && !isOff)
        await (await activeOrganizations()).assertMayStay(row, client);
      return row;
    }
    if (isOff && organization !== null) throw new KeywardError('OrganizationNotFoundError');
    const membershipId =
      organization === null ? null : await (await activeOrganizations()).enter(row, organization, client);
    await store.activate(row.id, membershipId);
    return { ...row, membership_id: membershipId };
  }

  async function verifyRefresh(token: string): Promise<TokenClaims> {
    try {
      return await tokens.verify(token, 'refresh');
    } catch (error) {
      // A refresh token gets one kind of error for every defect.
      if (error instanceof KeywardError && error.kind !== 'ServiceUnavailableError')
        throw new KeywardError('InvalidTokenError', { cause: error });
      throw error;
    }
  }

  const refresh: Refreshing['refresh'] = async (refreshToken, client, organization) => {
    const { jwt } = settings.current;
    if (!jwt.dual_token_mode) throw new KeywardError('InvalidTokenError');
    const claims = await verifyRefresh(refreshToken);
    const now = clock.now();
    const row = await sessionOf(claims);
    const { generation } = placeOf(claims);
    assertProven(row);
    // Otherwise resource servers would learn of an organization that the service itself keeps closed.
    if (organization !== undefined && organization !== null) assertUnrestricted(row);
    const facts = { client, accountId: row.account_id, sessionId: row.id };
    const end = nextEnd(row, jwt, now);
    if (!rotation) {
      const turned = await turnTo(row, organization, client);
      const extended = end === undefined ? turned : await store.extend(row.id, now, end);
      if (extended === null) throw new KeywardError('InvalidTokenError');
      await note(row, now);
      events.emit('session.refreshed', facts);
      const account = presentAccountOf(row);
      return end === undefined
        ? { accessToken: await issue.access(turned, account, jwt), refreshToken }
        : issue.both(extended, account, jwt);
    }

    let rotated: SessionRow | null = null;
    if (generation === row.refresh_generation) {
      await turnTo(row, organization, client);
      rotated = await store.rotate(row.id, generation, now, now - REFRESH_GRACE_MS, end);
    }
    if (rotated !== null) {
      events.emit('session.refreshed', facts);
      return issue.both(rotated, presentAccountOf(row), jwt);
    }

    const rotatedAt = await store.rotatedAt(row.id, generation);
    const newest = await store.findWithAccount(row.id);
    if (newest === null) throw new KeywardError('InvalidTokenError');
    if (rotatedAt !== null && now - rotatedAt <= REFRESH_GRACE_MS)
      return issue.both(await turnTo(newest, organization, client), presentAccountOf(newest), jwt);
    await endReused(row, client);
    events.emit('session.refresh_reused', facts);
    throw new KeywardError('InvalidTokenError', { cause: 'reuse of a rotated refresh token' });
  };

  return {
    async assertHolds({ row }, refreshToken) {
      if (!settings.current.jwt.dual_token_mode) return;
      if (refreshToken === undefined) throw missingRefreshToken();
      const claims = await verifyRefresh(refreshToken);
      const isCurrent =
        claims.sid === row.id &&
        isTokenOf(row, claims) &&
        (!rotation || placeOf(claims).generation === row.refresh_generation);
      if (!isCurrent) throw new KeywardError('InvalidTokenError');
    },

    refresh,

    async activate(caller, organization, { refreshToken, client }) {
      const { jwt } = settings.current;
      const { row } = caller;
      if (!jwt.dual_token_mode)
        return {
          accessToken: await issue.access(
            await turnTo(row, organization, client),
            presentAccountOf(row),
            jwt,
          ),
        };
      if (refreshToken === undefined) throw missingRefreshToken();
      const claims = await verifyRefresh(refreshToken);
      if (claims.sid !== row.id) throw new KeywardError('InvalidTokenError');
      return refresh(refreshToken, client, organization);
    },
  };
}
