import type { Clock } from '../../lib/clock.ts';
import { isOver, type Place } from '../../store/tables/failure-counts.ts';
import type { FailureStore } from '../../store/tables/failures.ts';
import type { LimitedKey } from './counter-key.ts';
import { rateLimited } from './failure-limiter.ts';

/**
 * Adds the weight of each key to its counter, for acts that are limited in number whether they succeed or not.
 * @param isTooMuch a limit that depends on the counts of the other keys
 * @throws KeywardError `RateLimitedError` when a key is at its limit; then nothing is counted
 */
export type Consume = (
  keys: readonly LimitedKey[],
  isTooMuch?: (place: Place, places: readonly Place[]) => boolean,
) => Promise<void>;

export function createQuota(store: Pick<FailureStore, 'take' | 'end'>, clock: Clock): Consume {
  return async (keys, isTooMuch = () => false) => {
    const now = clock.now();
    const places = await store.take(keys, now);
    const full = places.filter(isOver);
    if (full.length > 0) throw rateLimited(full, now);
    const tooMuch = places.filter((place) => isTooMuch(place, places));
    await store.end(places, tooMuch.length === 0);
    if (tooMuch.length > 0) throw rateLimited(tooMuch, now);
  };
}
