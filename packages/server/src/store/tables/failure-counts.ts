/** A subject whose failures are counted: at most `limit` in a window of `windowMs` milliseconds. */
export interface FailureKey {
  key: string;
  limit: number;
  windowMs: number;
  /**
   * How many failures or acts this one counts as; 1 without it. It passes while the counter has one place left, so the
   * limit can be exceeded by a part of one.
   */
  weight?: number;
}

/** A key, and the shared counter it uses if it has none of its own. */
export type CountedKey = FailureKey & { counter?: string };

/** One guess for a key, and the state of its counter with it. */
export interface Place extends FailureKey {
  /** The counter: the key itself, or the one it shares with others. */
  counter: string;
  /** Failures in the window, and guesses still running. If it is above `limit`, the guess was refused. */
  count: number;
  /** The number of guesses that still run, including this one. */
  running: number;
  /**
   * The end of the window in which the place counts, which also identifies the window: counts of other windows are not
   * affected.
   */
  windowEndsAt: number;
}

/** The state of a counter. */
export type Count = Pick<Place, 'count' | 'running' | 'windowEndsAt'>;

export type Counts = Pick<Map<string, Count>, 'get'> & { set: (counter: string, count: Count) => void };

/**
 * Takes one place for each key, or none if one of them has no place left. A window begins with its first failure.
 * @returns a place for each of `keys`, in their order; none was taken if one of them is over its limit
 */
export function takeIn(counts: Counts, keys: readonly CountedKey[], now: number): Place[] {
  const places = keys.map(({ counter, ...key }): Place => {
    const name = counter ?? key.key;
    const known = counts.get(name);
    const isLive = known !== undefined && known.windowEndsAt > now && known.count > 0;
    const { count, running, windowEndsAt } = isLive
      ? known
      : { count: 0, running: 0, windowEndsAt: now + key.windowMs };
    return { ...key, counter: name, count: count + weightOf(key), running: running + 1, windowEndsAt };
  });
  if (!places.some(isOver))
    for (const { counter, count, running, windowEndsAt } of places)
      counts.set(counter, { count, running, windowEndsAt });
  return places;
}

/** Whether the counter of a place had none left. */
export function isOver(place: Place): boolean {
  return place.count - weightOf(place) >= place.limit;
}

export function weightOf({ weight = 1 }: Pick<FailureKey, 'weight'>): number {
  return weight;
}
