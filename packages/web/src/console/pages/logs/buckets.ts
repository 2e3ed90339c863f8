/** The records of one time interval, by level. */
export interface Bucket {
  /** Milliseconds since the epoch. */
  from: number;
  counts: Readonly<Record<string, number>>;
  total: number;
}

export interface Histogram {
  buckets: readonly Bucket[];
  stepMs: number;
  /** Records in the fullest bucket; at least one. */
  highest: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The minimum range, unless the person chose a shorter one. */
const LEAST = MINUTE;
/** Bucket lengths that are natural for people. */
const STEPS = [
  100,
  200,
  500,
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 7, 14, 30, 90, 365].map((count) => count * DAY),
];

/**
 * Counts records by time and level.
 * @param records of any order; those without a time are left out
 * @param range the time range; default: from the first record to the last
 * @param most the maximum number of buckets
 */
export function histogramOf(
  records: Iterable<{ at: number; level: string }>,
  range: { from: number | undefined; to: number | undefined },
  most: number,
): Histogram | null {
  const timed = [...records].filter(({ at }) => !Number.isNaN(at));
  let { from = Infinity, to = -Infinity } = range;
  if (range.from === undefined) for (const { at } of timed) from = Math.min(from, at);
  if (range.to === undefined) for (const { at } of timed) to = Math.max(to, at + 1);
  if (!(from < to)) return null;
  // Otherwise a single record would be one bar as wide as the page.
  if (range.from === undefined) from = Math.min(from, to - LEAST);
  const stepMs = STEPS.find((step) => (to - from) / step <= most - 1) ?? Math.ceil((to - from) / (most - 1));
  const start = Math.floor(from / stepMs) * stepMs;
  const buckets = Array.from({ length: Math.ceil((to - start) / stepMs) }, (_, index) => ({
    from: start + index * stepMs,
    counts: {} as Record<string, number>,
    total: 0,
  }));
  for (const { at, level } of timed) {
    const bucket = buckets[Math.floor((at - start) / stepMs)];
    if (bucket === undefined) continue;
    bucket.counts[level] = (bucket.counts[level] ?? 0) + 1;
    bucket.total += 1;
  }
  return { buckets, stepMs, highest: Math.max(1, ...buckets.map(({ total }) => total)) };
}
