import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../../../lib/clock.ts';
import type { ApiKeyStore } from '../../../store/tables/api-keys.ts';
import type { SessionStore } from '../../../store/tables/sessions.ts';
import type { Tokens } from './tokens.ts';
import type { Guarded } from '../../audit/log/guarded-response.ts';

/** Less than the second within which a stream must end with its session. */
const CHECK_MS = 800;
/** If the database does not answer within this time, streams end. */
const ANSWER_MS = 1_000;
const NOBODY: ReadonlySet<number> = new Set();

/**
 * Ends the streams of ended sessions, of accounts that are no longer active superadmins, of tokens that have expired
 * or whose signing key was replaced, and of revoked or expired API keys, with one query for all sessions and one for
 * all keys. If a query fails, its streams end; readers who still have the right reconnect.
 * @returns a function that stops the guard
 */
export function guardStreams(deps: {
  open: () => Iterable<Guarded>;
  sessions: Pick<SessionStore, 'ofSuperadmins'>;
  apiKeys: Pick<ApiKeyStore, 'live'>;
  /** The second factors, as bits, that satisfy the policy for superadmins; null if they need none. */
  factorsAsked: () => number | null;
  tokens: Pick<Tokens, 'verify'>;
  clock: Clock;
  report: (error: unknown) => void;
}): () => void {
  const { open, sessions, apiKeys, factorsAsked, tokens, clock, report } = deps;
  let checking = false;

  function isGood(token: string): Promise<boolean> {
    return tokens.verify(token, 'access').then(
      () => true,
      () => false,
    );
  }

  function answered(ids: Promise<ReadonlySet<number>>): Promise<ReadonlySet<number>> {
    return Promise.race([ids.catch(() => NOBODY), setTimeout(ANSWER_MS, NOBODY, { ref: false })]);
  }

  async function check(): Promise<void> {
    const followers = [...open()].flatMap(({ right, end }) => (right === null ? [] : [{ right, end }]));
    if (checking || followers.length === 0) return;
    checking = true;
    try {
      const rights = followers.map(({ right }) => right);
      const ofSessions = rights.flatMap((right) => ('sessionId' in right ? [right.sessionId] : []));
      const ofKeys = rights.flatMap((right) => ('keyId' in right ? [right.keyId] : []));
      const now = clock.now();
      const [live, keys] = await Promise.all([
        ofSessions.length === 0
          ? NOBODY
          : answered(sessions.ofSuperadmins([...new Set(ofSessions)], now, factorsAsked())),
        ofKeys.length === 0 ? NOBODY : answered(apiKeys.live([...new Set(ofKeys)], now)),
      ]);
      for (const follower of followers) {
        const { right } = follower;
        const stays =
          'keyId' in right ? keys.has(right.keyId) : live.has(right.sessionId) && (await isGood(right.token));
        if (stays) continue;
        // A stream that fails to end must not keep the others open.
        try {
          follower.end();
        } catch (error) {
          report(error);
        }
      }
    } finally {
      checking = false;
    }
  }

  const timer = setInterval(() => void check().catch(report), CHECK_MS).unref();
  return () => clearInterval(timer);
}
