/**
 * The sizes of the parts in which many values go into statements. Both databases accept the largest. The sizes are few,
 * because each one is a statement of its own, which every connection keeps prepared.
 */
const STEPS = [500, 100, 20, 5, 1] as const;

/** @param limit the most values of a part; default: any number */
export function* inSteps<T>(values: readonly T[], limit = Infinity): Generator<readonly T[]> {
  for (let at = 0; at < values.length;) {
    const most = Math.min(values.length - at, limit);
    const step = STEPS.find((size) => size <= most) ?? 1;
    yield values.slice(at, at + step);
    at += step;
  }
}
