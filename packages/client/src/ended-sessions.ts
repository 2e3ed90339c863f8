import type { KeywardEvent, TokenClaims } from './api.ts';
import type { BearerClaims } from './bearer-claims.ts';

/** The events that end tokens before they expire. */
export type EndingEvent = KeywardEvent<
  | 'session.ended'
  | 'sessions.ended_by_superadmin'
  | 'account.status_changed'
  | 'account.deleted'
  | 'account.email_changed'
  | 'account.role_changed'
  | 'settings.changed'
  | 'grant.revoked'
  | 'application.updated'
  | 'application.deleted'
>;

/**
 * `unknown`: ask the service, because the list does not reach back to this token, or the account may have to prove its
 * mailbox or enrol a factor first.
 */
export type Verdict = 'good' | 'unknown' | 'SessionDestroyedError' | 'AccountInactiveError';

/** The sessions that ended, for as long as a token of theirs could still be valid. */
export interface EndedSessions {
  apply(event: EndingEvent): void;
  /** @param claims of a token with a valid signature that has not expired */
  judge(claims: TokenClaims): Verdict;
  /** Whether the session, the grant or the application of an access token has ended. */
  hasEnded(claims: Pick<BearerClaims, 'jti' | 'sid' | 'client_id' | 'iat'>): boolean;
  /** Records that every event from this time on is known, and that earlier events are not needed. */
  reachesBackTo(at: number): void;
  /**
   * Remembers that the service has confirmed an unknown session.
   * @param asked the value of {@link changes} before the request
   */
  vouch(sessionId: number, asked: number): void;
  /** How often the list has changed. */
  changes(): number;
  /** Removes the entries that are older than every token. */
  forget(): void;
  /** The number of entries. */
  size(): number;
}

/** How far clocks of the service's instances, and of this machine, may be apart. */
export const SKEW_MS = 60_000;
/** Ends of sessions that share an event are this close together. */
const SHARED_MS = 60_000;
/** The settings that may require more of people who are signed in. */
const RESTRICTING: ReadonlySet<string> = new Set(['signup', 'factors']);
/** The maximum number of remembered live sessions; beyond it, the service is asked again. */
const MAX_VOUCHED = 10_000;

/**
 * @param longestMs the longest lifetime of an access token, if it is known; a token that lives longer raises it
 * @param policy the policy of the settings for second factors
 */
export function createEndedSessions(
  now: () => number,
  longestMs: number,
  policy = 'optional',
): EndedSessions {
  /** When each session ended, by id and in this order. */
  const sessions = new Map<number, number>();
  const accounts = new Map<number, { at: number; verdict: Verdict }>();
  /** When grants (by name) and applications (by client_id) ended. */
  const grants = new Map<string, number>();
  const vouched = new Set<number>();
  let longest = longestMs;
  let reachesTo = Infinity;
  let allBefore = -Infinity;
  /** When the rules for people who are signed in changed. */
  let rulesAt = -Infinity;
  /** Until when sessions may end of whose ends only the first is told. */
  let sharedUntil = -Infinity;
  let changes = 0;
  /** Whether people who have signed in with one factor may have to add another one first. */
  let enrols = policy !== 'optional';

  const outlived = (at: number) => at + longest + SKEW_MS < now();

  function forget(): void {
    for (const [id, at] of sessions) {
      if (!outlived(at)) break;
      sessions.delete(id);
    }
    for (const [id, { at }] of accounts) if (outlived(at)) accounts.delete(id);
    for (const [id, at] of grants) if (outlived(at)) grants.delete(id);
  }

  function askAbout(account: number, at: number): void {
    const verdict = accounts.get(account)?.verdict ?? 'unknown';
    if (verdict === 'unknown') accounts.set(account, { at, verdict });
  }

  /** For a token that lives longer than expected, the end of its session may already be removed. */
  function expect(life: number): void {
    if (life <= longest) return;
    reachesTo = Math.max(reachesTo, now() - longest);
    longest = life;
  }

  return {
    forget,
    changes: () => changes,
    size: () => sessions.size + accounts.size,
    reachesBackTo(at) {
      reachesTo = at;
      vouched.clear();
    },

    apply({ type, timestamp, data }) {
      const at = Date.parse(timestamp);
      changes += 1;
      if (type === 'session.ended') {
        const { id, account_id: account } = data.session;
        if (!outlived(at)) for (const one of data.sessions ?? [id]) sessions.set(one, at);
        if (!data.count) return;
        // Further ends within this minute may share the event, which does not name them.
        vouched.clear();
        sharedUntil = Math.max(sharedUntil, at + SHARED_MS);
        askAbout(account, at + SHARED_MS);
      } else if (type === 'sessions.ended_by_superadmin') {
        vouched.clear();
        // A time without a zone would be read as one of this machine's.
        allBefore = Math.max(allBefore, Date.parse(`${data.all_before.replace(/Z$/, '')}Z`));
      } else if (type === 'account.deleted' || type === 'account.status_changed') {
        const { id, status } = data.account;
        vouched.clear();
        accounts.delete(id);
        if (type === 'account.deleted') accounts.set(id, { at, verdict: 'SessionDestroyedError' });
        else if (status !== 'active') accounts.set(id, { at, verdict: 'AccountInactiveError' });
      } else if (type === 'account.email_changed') {
        vouched.clear();
        askAbout(data.account.id, at);
      } else if (type === 'settings.changed') {
        if (!RESTRICTING.has(data.section)) return;
        const { policy: next } = data.changed;
        vouched.clear();
        if (next) enrols = next !== 'optional';
        rulesAt = Math.max(rulesAt, at);
      } else if (type === 'grant.revoked') grants.set(data.grant.id, at);
      else if (type === 'application.deleted' || (type === 'application.updated' && isOff(data.changed)))
        grants.set(data.application.client_id, at);
    },

    judge({ aid, sid, iat, exp, amr = [] }) {
      const issued = iat * 1000;
      expect((exp - iat) * 1000);
      const account = accounts.get(aid);
      if (account && account.verdict !== 'unknown') return account.verdict;
      // The claim is in seconds.
      if (sessions.has(sid) || issued + 1000 + SKEW_MS <= allBefore) return 'SessionDestroyedError';
      if (vouched.has(sid)) return 'good';
      const unsure = Math.max(rulesAt, allBefore, reachesTo);
      return account || issued <= unsure + SKEW_MS || (enrols && !amr.includes('mfa')) ? 'unknown' : 'good';
    },

    hasEnded({ jti, sid, client_id: application, iat }) {
      const off = grants.get(application) ?? 0;
      const issued = iat * 1000;
      // In doubt refused: nobody is asked, and a refresh gives a newer token.
      return (
        grants.has(jti.replace(/\..*/, '')) ||
        issued <= off ||
        (sid !== undefined && (sessions.has(Number(sid)) || issued <= allBefore + SKEW_MS))
      );
    },

    vouch(sessionId, asked) {
      // While all sessions are being ended, a new one may exist for a moment.
      if (asked !== changes || now() <= Math.max(allBefore, sharedUntil) + SKEW_MS) return;
      if (vouched.size >= MAX_VOUCHED) vouched.clear();
      vouched.add(sessionId);
    },
  };
}

function isOff(changed: unknown): boolean {
  return Object(changed).enabled === false;
}
