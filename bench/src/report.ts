import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { tempFolder } from '../../packages/server/test/support/at-exit.ts';
import type { Unit, Value } from './support/measurement.ts';

/** One value over all rounds. */
export interface Row extends Omit<Value, 'value'> {
  median: number;
  min: number;
  max: number;
  /** Whether the median meets the target; null without a target. */
  ok: boolean | null;
  /** Median ratio to the first value with the same label in each round; null where they are not compared. */
  ratio: number | null;
}

/** Summarises the rounds. All of them contain the same values in the same order. */
export function summarise(rounds: readonly (readonly Value[])[]): Row[] {
  const [first = []] = rounds;
  return first.map(({ value: _value, ...row }, index) => {
    const base = row.compared ? first.findIndex(({ label }) => label === row.label) : index;
    const valuesAt = (at: number) => rounds.map((round) => round[at]?.value ?? Number.NaN);
    const values = valuesAt(index);
    const bases = valuesAt(base);
    const median = medianOf(values);
    return {
      ...row,
      median,
      min: Math.min(...values),
      max: Math.max(...values),
      ok: row.target === undefined ? null : meets(median, row.target),
      ratio:
        base === index ? null : medianOf(values.map((value, round) => value / (bases[round] ?? Number.NaN))),
    };
  });
}

function medianOf(values: readonly number[]): number {
  return middle([...values].sort((a, b) => a - b));
}

function middle(ascending: readonly number[]): number {
  const half = ascending.length / 2;
  const [low = Number.NaN, high = Number.NaN] = [ascending[Math.ceil(half) - 1], ascending[Math.floor(half)]];
  return (low + high) / 2;
}

function meets(value: number, limit: NonNullable<Value['target']>): boolean {
  return 'atLeast' in limit ? value >= limit.atLeast : value < limit.below;
}

/** The machine and the day, on which every number depends. @param command repeats the run */
export function facts(command: string) {
  const [cpu] = cpus();
  return {
    command,
    date: new Date().toISOString(),
    node: process.version,
    system: `${type()} ${release().split('.', 2).join('.')}`,
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

const COLUMNS = ['', 'median', 'spread', 'target', '', 'ratio'];

/** What readers must know before the numbers. */
export function head(machine: ReturnType<typeof facts>, rounds: number, seconds: number): string {
  const { date, node, system, cpu, cores, loadAverage, memoryGiB } = machine;
  return (
    `${date}, Node.js ${node}, ${system}\n${cores} × ${cpu}, ${memoryGiB} GiB, fsync ${machine.fsyncMs} ms, load average ${loadAverage}\n` +
    `${rounds} rounds in turns, ${seconds} s a load`
  );
}

/** The same as a sentence, with the command that repeats it. */
export function markdownHead(machine: ReturnType<typeof facts>, rounds: number, seconds: number): string {
  const { command, date, node, system, cpu, cores, loadAverage, memoryGiB } = machine;
  return (
    `Measured on ${date.slice(0, 10)} by \`${command}\` on ${cores} × ${cpu}, ${memoryGiB} GiB, ${system}, Node.js ${node}. ` +
    `An \`fsync\` took ${machine.fsyncMs} ms, the load average was ${loadAverage} before. ${rounds === 1 ? 'One round' : `Median of ${rounds} rounds in turns`}, ${seconds} s a load.`
  );
}

/** Single values as one table, and values of products side by side as another. */
export function markdown(rows: readonly Row[]): string {
  const single = rows.filter((row) => row.of === undefined);
  const beside = rows.filter((row) => row.of !== undefined);
  const names = [...new Set(beside.map((row) => row.of ?? ''))];
  const labels = [...new Set(beside.map((row) => row.label))];
  const cell = (label: string, name: string) => {
    const row = beside.find((candidate) => candidate.label === label && candidate.of === name);
    return row === undefined ? '–' : `${quantity(row.median, row.unit)}${inBrackets(row.ratio)}`;
  };
  return [
    markdownTable(
      ['', 'Median', 'Lowest – highest', 'Target'],
      single.map((row) => [
        row.label.replace(/^ +/, '… '),
        quantity(row.median, row.unit),
        spread(row),
        target(row),
      ]),
    ),
    markdownTable(
      ['', ...names],
      labels.map((label) => [label, ...names.map((name) => cell(label, name))]),
    ),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function markdownTable(header: readonly string[], lines: readonly (readonly string[])[]): string {
  if (lines.length === 0) return '';
  const rule = header.map((_, column) => (column === 0 ? '---' : '---:'));
  return [header, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const inBrackets = (ratio: number | null) => (ratio === null ? '' : ` (${number(ratio, '')})`);

/** The printed table. */
export function table(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.of === undefined ? row.label : `${row.label}: ${row.of}`,
    quantity(row.median, row.unit),
    spread(row),
    target(row),
    row.ok === null ? '' : row.ok ? 'ok' : 'short',
    row.ratio === null ? '' : number(row.ratio, ''),
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

const spread = (row: Row) => `${number(row.min, row.unit)} – ${number(row.max, row.unit)}`;

const quantity = (value: number, unit: Unit) => `${number(value, unit)} ${unit}`.trim();

function number(value: number, unit: Unit): string {
  if (Number.isNaN(value)) return 'n/a';
  if (unit === '') return value.toFixed(2);
  if (unit === 'ms' && value < 1) return value.toFixed(2);
  return value >= 100 || unit === 'MiB' ? Math.round(value).toLocaleString('en') : value.toFixed(1);
}
