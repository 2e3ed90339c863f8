import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../../lib/clock.ts';
import type { SessionStore } from '../../store/sessions.ts';
import type { Tokens } from './tokens.ts';

/** An answer that goes on as long as the session of its reader. */
export interface Guarded {
  sessionId: number;
  /** The access token that opened it. */
  token: string;
  end: () => void;
}

/** Below the second within which a stream must end with its session. */
const CHECK_MS = 800;
/** A database that does not answer cannot say who may stay. */
const ANSWER_MS = 1_000;
const NOBODY: ReadonlySet<number> = new Set();

/**
 * Ends the streams of ended sessions, of accounts that are no longer active superadmins, and of tokens that have
 * expired or whose key was replaced, with one query for all of them. If the query fails, all streams end; readers who
 * may follow come back.
 * @returns a function that stops the guard
 */
export function guardStreams(deps: {
  open: () => Iterable<Guarded>;
  store: Pick<SessionStore, 'ofSuperadmins'>;
  /** The bits of the second factors of which superadmins must have one; null if they need none. */
  factorsAsked: () => number | null;
  tokens: Pick<Tokens, 'verify'>;
  clock: Clock;
  report: (error: unknown) => void;
}): () => void {
  const { open, store, factorsAsked, tokens, clock, report } = deps;
  let checking = false;

  function isGood(token: string): Promise<boolean> {
    return tokens.verify(token, 'access').then(
      () => true,
      () => false,
    );
  }

  async function check(): Promise<void> {
    const followers = [...open()];
    if (checking || followers.length === 0) return;
    checking = true;
    try {
      const ids = [...new Set(followers.map(({ sessionId }) => sessionId))];
      const live = await Promise.race([
        store.ofSuperadmins(ids, clock.now(), factorsAsked()).catch(() => NOBODY),
        setTimeout(ANSWER_MS, NOBODY, { ref: false }),
      ]);
      for (const follower of followers) {
        if (live.has(follower.sessionId) && (await isGood(follower.token))) continue;
        // One that fails to end must not keep the others open.
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
