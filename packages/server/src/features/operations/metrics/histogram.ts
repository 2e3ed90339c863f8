import type { Family, Labels, Sample } from './families.ts';

/** Durations, sorted into buckets. */
export interface Histogram {
  /** Costs some nanoseconds: the hot path of every request calls it. */
  observe(seconds: number): void;
  /** Its series, as Prometheus wants them: each bucket counts those below, too. */
  samples(name: string, labels?: Labels): Sample[];
}

/** Upper bounds in seconds: from a read of a row to a sender who is cut off. */
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

export function createHistogram(bounds: readonly number[] = BOUNDS): Histogram {
  /** One more than bounds: the last counts what is above all of them. */
  const counts = new Float64Array(bounds.length + 1);
  let sum = 0;
  return {
    observe(seconds) {
      let index = 0;
      while (index < bounds.length && seconds > (bounds[index] ?? 0)) index += 1;
      counts[index] = (counts[index] ?? 0) + 1;
      sum += seconds;
    },
    samples(name, labels = {}) {
      let below = 0;
      const buckets = Array.from(counts, (count, index) => {
        below += count;
        return {
          metricName: `${name}_bucket`,
          labels: { le: bounds[index] ?? '+Inf', ...labels },
          value: below,
        };
      });
      return [
        ...buckets,
        { metricName: `${name}_sum`, labels, value: sum },
        { metricName: `${name}_count`, labels, value: below },
      ];
    },
  };
}

/** @param name ends with `_seconds` */
export function histogramFamily(name: string, help: string, values: readonly Sample[]): Family {
  return { name, help, type: 'histogram', aggregator: 'sum', values };
}
