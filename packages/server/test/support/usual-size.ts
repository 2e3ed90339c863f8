/** Whether suites take all their cases. `npm run test:long` sets TEST_FULL for those that usually take a part. */
export const FULL = process.env['TEST_FULL'] === '1';

/** A size for each run, and the one for the long run. */
export function usually<T>(small: T, whole: T): T {
  return FULL ? whole : small;
}

/**
 * Usually one of the list for each place, in turn, so that neighbours get different ones; all in a full run. With the
 * sum of two indices as the place, each row and each column of a table meets every one.
 */
export function inTurn<T>(list: readonly T[], place: number): readonly T[] {
  return usually(list.slice(place % list.length).slice(0, 1), list);
}
