import type { Aggregator, Counter, Histogram } from 'prom-client';

export type Labels = Readonly<Partial<Record<string, string | number>>>;

export interface Sample {
  labels: Labels;
  value: number;
  /** The name of the series, if it differs from the family's, as in a histogram. */
  metricName?: string;
}

/** A metric with all of its series, in the form that prom-client aggregates. Plain JSON, so that processes can send it. */
export interface Family {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  aggregator: Aggregator;
  values: readonly Sample[];
}

/** One number, or one for each value of a label. */
export type Values = number | readonly (readonly [labels: Labels, value: number])[];

/** A value that only grows while the process runs. @param name ends with `_total` */
export function counter(name: string, help: string, values: Values): Family {
  return { name, help, type: 'counter', aggregator: 'sum', values: samples(values) };
}

/** The values of a metric of prom-client. */
export async function familyOf(type: 'counter' | 'histogram', metric: Counter | Histogram): Promise<Family> {
  const { name, help, aggregator, values } = await metric.get();
  return { name, help, type, aggregator, values };
}

/**
 * A value that can rise and fall.
 * @param aggregator combines the values of several processes: `first` if all of them report the same
 */
export function gauge(name: string, help: string, values: Values, aggregator: Aggregator = 'sum'): Family {
  return { name, help, type: 'gauge', aggregator, values: samples(values) };
}

function samples(values: Values): Sample[] {
  return typeof values === 'number'
    ? [{ labels: {}, value: values }]
    : values.map(([labels, value]) => ({ labels, value }));
}
