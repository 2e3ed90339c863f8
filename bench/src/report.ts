import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { tempFolder } from '../../packages/server/test/support/at-exit.ts';
import type { Unit, Value } from './measurement.ts';

/** One value over all rounds. */
export interface Row extends Omit<Value, 'value'> {
  median: number;
  min: number;
  max: number;
  /** Whether the median meets the target; null without a target. */
  ok: boolean | null;
}

/** Summarises the rounds. All of them contain the same values in the same order. */
export function summarise(rounds: readonly (readonly Value[])[]): Row[] {
  const [first = []] = rounds;
  return first.map(({ value: _value, ...row }, index) => {
    const values = rounds.map((round) => round[index]?.value ?? Number.NaN).sort((a, b) => a - b);
    const median = middle(values);
    return {
      ...row,
      median,
      min: values[0] ?? Number.NaN,
      max: values.at(-1) ?? Number.NaN,
      ok: row.target === undefined ? null : meets(median, row.target),
    };
  });
}

function middle(ascending: readonly number[]): number {
  const half = ascending.length / 2;
  const [low = Number.NaN, high = Number.NaN] = [ascending[Math.ceil(half) - 1], ascending[Math.floor(half)]];
  return (low + high) / 2;
}

function meets(value: number, limit: NonNullable<Value['target']>): boolean {
  return 'atLeast' in limit ? value >= limit.atLeast : value < limit.below;
}

/** The machine and the day, on which every number depends. */
export function facts() {
  const [cpu] = cpus();
  return {
    date: new Date().toISOString(),
    node: process.version,
    system: `${type()} ${release()}`,
    cpu: cpu?.model.trim() ?? 'unknown',
    cores: cpus().length,
    /** Of the minute before the run: a value far above 0 affected the measurements. */
    loadAverage: Number((loadavg()[0] ?? 0).toFixed(1)),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    fsyncMs: Number(fsyncMs().toFixed(2)),
  };
}

/** The cost of a commit's sync: SQLite and PostgreSQL sync each commit to the disk. */
function fsyncMs(): number {
  const folder = tempFolder();
  const file = openSync(join(folder.path, 'probe'), 'w');
  const page = Buffer.alloc(4096);
  const times = Array.from({ length: 21 }, () => {
    writeSync(file, page);
    const start = performance.now();
    fsyncSync(file);
    return performance.now() - start;
  });
  closeSync(file);
  folder.remove();
  return middle(times.sort((a, b) => a - b));
}

const COLUMNS = ['', 'median', 'spread', 'target', ''];

/** The printed table. */
export function table(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.label,
    `${number(row.median, row.unit)} ${row.unit}`.trim(),
    `${number(row.min, row.unit)} – ${number(row.max, row.unit)}`,
    target(row),
    row.ok === null ? '' : row.ok ? 'ok' : 'short',
  ]);
  const lines = [COLUMNS, ...cells];
  const widths = COLUMNS.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('   ')
        .trimEnd(),
    )
    .join('\n');
}

function target({ target: limit, unit }: Row): string {
  if (limit === undefined) return '';
  const [sign, value] = 'atLeast' in limit ? ['≥', limit.atLeast] : ['<', limit.below];
  return `${sign} ${value} ${unit}`.trim();
}

function number(value: number, unit: Unit): string {
  if (Number.isNaN(value)) return 'n/a';
  if (unit === '') return value.toFixed(2);
  return value >= 100 || unit === 'MiB' ? Math.round(value).toLocaleString('en') : value.toFixed(1);
}
