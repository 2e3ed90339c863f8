import assert from 'node:assert/strict';
import { requestFrom } from '../../support/raw-http.ts';

export interface Series {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** A page of metrics, parsed. */
export interface ReadMetrics {
  text: string;
  families: { name: string; type: string }[];
  series(name: string): Series[];
  /** The value of the only series with these labels; undefined if there is none. */
  value(name: string, labels?: Record<string, string>): number | undefined;
}

/** Reads the metrics as Prometheus does. */
export async function readMetrics(port: number): Promise<ReadMetrics> {
  const { status, body } = await requestFrom({ port, method: 'GET', path: '/metrics', headers: {} });
  assert.equal(status, 200, body);
  return parseMetrics(body);
}

export function parseMetrics(text: string): ReadMetrics {
  const all = [...text.matchAll(/^([a-z_0-9]+)(?:\{(.*)\})? (\S+)$/gm)].map(
    ([, name = '', labels = '', value]): Series => ({
      name,
      labels: Object.fromEntries(
        [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', given = '']) => [label, given]),
      ),
      value: Number(value),
    }),
  );
  return {
    text,
    families: [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => ({
      name,
      type,
    })),
    series: (name) => all.filter((one) => one.name === name),
    value(name, wanted = {}) {
      const found = all.filter(
        (one) =>
          one.name === name && Object.entries(wanted).every(([label, value]) => one.labels[label] === value),
      );
      assert.ok(found.length < 2, `${name} ${JSON.stringify(wanted)}: ${found.length} series`);
      return found[0]?.value;
    },
  };
}
