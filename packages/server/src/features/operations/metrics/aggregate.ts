import type { Family, Sample } from './families.ts';
import { prometheus } from './prometheus.ts';

/** The measurements of a process so far. */
export type Snapshot = readonly Family[];

/** Adds the snapshots of several processes up, and writes them in Prometheus' text format. */
export async function aggregate(snapshots: readonly Snapshot[]): Promise<string> {
  return prometheus.AggregatorRegistry.aggregate([...snapshots]).metrics();
}

/** The increasing series of two processes, added up. */
export function grownIn(one: Snapshot, other: Snapshot): Snapshot {
  const families = new Map<string, { family: Family; samples: Map<string, Sample> }>();
  for (const family of [...one, ...other]) {
    if (family.type === 'gauge') continue;
    const { samples } = families.get(family.name) ?? { samples: new Map<string, Sample>() };
    for (const sample of family.values) {
      const series = JSON.stringify([sample.metricName, sample.labels]);
      samples.set(series, { ...sample, value: sample.value + (samples.get(series)?.value ?? 0) });
    }
    families.set(family.name, { family, samples });
  }
  return [...families.values()].map(({ family, samples }) => ({ ...family, values: [...samples.values()] }));
}
