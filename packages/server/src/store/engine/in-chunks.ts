/**
 * The sizes of batches. A longer list is split into parts of these sizes. Both databases accept the largest. There are
 * only a few sizes, because each one is a separate statement, which every connection keeps prepared.
 */
const SIZES = [500, 100, 20, 5, 1] as const;

/** @param limit the maximum number of values in a part; default: any number */
export function* inChunks<T>(values: readonly T[], limit = Infinity): Generator<readonly T[]> {
  for (let at = 0; at < values.length;) {
    const most = Math.min(values.length - at, limit);
    const size = SIZES.find((one) => one <= most) ?? 1;
    yield values.slice(at, at + size);
    at += size;
  }
}
