/**
 * The sizes of the parts in which many values go into statements. Both databases accept the largest. The sizes are few,
 * because each one is a statement of its own, which every connection keeps prepared.
 */
const STEPS = [500, 100, 20, 5, 1] as const;

export function* inSteps<T>(values: readonly T[]): Generator<readonly T[]> {
  let at = 0;
  for (const step of STEPS) {
    for (; values.length - at >= step; at += step) yield values.slice(at, at + step);
  }
}
