import type { Clock } from '../../lib/clock.ts';
import type { SessionStore } from '../../store/sessions.ts';
import type { Broker } from './broker.ts';

/** Below the second within which a stream must end with its session. */
const CHECK_MS = 800;

/**
 * Ends the streams of sessions that have ended, and of accounts that are no active superadmins any more: one query for
 * all of them. When that cannot be known, they end too; who may, comes back.
 * @returns a function that stops it
 */
export function guardStreams(deps: {
  broker: Broker;
  store: Pick<SessionStore, 'ofSuperadmins'>;
  clock: Clock;
}): () => void {
  const { broker, store, clock } = deps;
  let checking = false;

  async function check(): Promise<void> {
    const followers = [...broker.followers];
    if (checking || followers.length === 0) return;
    checking = true;
    const ids = [...new Set(followers.map(({ sessionId }) => sessionId))];
    const live = await store.ofSuperadmins(ids, clock.now()).catch(() => new Set<number>());
    for (const follower of followers) {
      if (live.has(follower.sessionId)) continue;
      broker.leave(follower);
      follower.end();
    }
    checking = false;
  }

  const timer = setInterval(() => void check(), CHECK_MS).unref();
  return () => clearInterval(timer);
}
