import type { Clock } from '../../lib/clock.ts';
import type { FailureStore } from '../../store/tables/failures.ts';
import { type LimitedKey, rateLimited } from './failure-limiter.ts';

/**
 * Counts one for each key, for acts that are limited in number whether they succeed or not.
 * @throws KeywardError `RateLimitedError` when a key is at its limit; then nothing is counted
 */
export type Consume = (keys: readonly LimitedKey[]) => Promise<void>;

export function createQuota(store: Pick<FailureStore, 'take' | 'end'>, clock: Clock): Consume {
  return async (keys) => {
    const now = clock.now();
    const places = await store.take(keys, now);
    const full = places.filter(({ count, limit }) => count > limit);
    if (full.length > 0) throw rateLimited(full, now);
    await store.end(places, true);
  };
}
