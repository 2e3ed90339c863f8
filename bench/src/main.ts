import { tmpdir } from 'node:os';
import { inspect, parseArgs } from 'node:util';
import { buildPackage } from '../../packages/server/test/support/built-package.ts';
import { ensureBuilt } from '../../packages/web/scripts/ensure-built.ts';
import type { Measurement, Note, Value } from './support/measurement.ts';
import { MEASUREMENTS, NAMED_ONLY } from './measurements.ts';
import { facts, head, markdown, markdownHead, summarise, table } from './report.ts';

const USAGE = `Usage: npm run bench -- [options]

  --rounds <n>     number of rounds, 1 to 50 (5); a warm-up round before them is discarded
  --seconds <n>    duration of each load, 0.2 to 60 (3)
  --only <names>   only these, separated by commas: ${Object.keys(MEASUREMENTS).join(', ')};
                   ${NAMED_ONLY.join(', ')} run only when they are named
  --accounts <n>   accounts of the larger database of growth, 20,000 to 50,000,000 (100,000)
  --data <folder>  keeps the databases of growth there, for the next run; several GB for millions
  --json           print the result as JSON
  --markdown       print the result as tables in Markdown
  --help
`;

interface Options {
  rounds: number;
  seconds: number;
  measurements: Measurement[];
  accounts: number;
  data: string | null;
  json: boolean;
  markdown: boolean;
}

class UsageError extends Error {}

function readOptions(): Options | null {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '3' },
      only: { type: 'string' },
      accounts: { type: 'string', default: '100000' },
      data: { type: 'string' },
      json: { type: 'boolean', default: false },
      markdown: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  return {
    rounds: Math.round(numberBetween('rounds', values.rounds, 1, 50)),
    seconds: numberBetween('seconds', values.seconds, 0.2, 60),
    measurements: chosen(values.only),
    accounts: Math.round(numberBetween('accounts', values.accounts, 20_000, 50_000_000)),
    data: values.data ?? null,
    json: values.json,
    markdown: values.markdown,
  };
}

function numberBetween(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (value >= min && value <= max) return value;
  throw new UsageError(`--${name} takes a number from ${min} to ${max}`);
}

function chosen(only: string | undefined): Measurement[] {
  const all = Object.entries<Measurement>(MEASUREMENTS);
  if (only === undefined)
    return all.filter(([name]) => !NAMED_ONLY.includes(name)).map(([, measurement]) => measurement);
  const names = only.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !Object.hasOwn(MEASUREMENTS, name));
  if (unknown !== undefined) throw new UsageError(`There is no measurement "${unknown}"`);
  return all.filter(([name]) => names.includes(name)).map(([, measurement]) => measurement);
}

/** Progress goes to standard error, so that standard output contains only the result. */
function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Measures in turns, A, B, A, B …, so that other load on the machine affects all of them equally. */
async function measure(
  { rounds, seconds, measurements, accounts, data }: Options,
  note: Note,
): Promise<Value[][]> {
  await using stack = new AsyncDisposableStack();
  const prepared: { title: string; run: (seconds: number) => Promise<Value[]> }[] = [];
  for (const { title, prepare } of measurements) {
    tell(`prepare: ${title}`);
    prepared.push({ title, run: await prepare(stack, note, { accounts, data, tell }) });
  }
  const results: Value[][] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const values: Value[] = [];
    for (const { title, run } of prepared) {
      tell(`${round === 0 ? 'warm-up' : `round ${round} of ${rounds}`}: ${title}`);
      values.push(...(await run(seconds)));
    }
    if (round > 0) results.push(values);
  }
  return results;
}

/** The same conditions as for users: the published build, and commits that are synced to a disk. */
async function prepareMachine(): Promise<ReturnType<typeof facts>> {
  const folder = process.env['TMPDIR'];
  const command = ['npm run bench --', ...process.argv.slice(2)].join(' ');
  // Without a folder, tests use memory.
  process.env['TMPDIR'] ??= tmpdir();
  process.env['TEST_POSTGRES_FSYNC'] = 'on';
  const machine = facts(folder === undefined ? command : `TMPDIR=${folder} ${command}`);
  await ensureBuilt(tell);
  await buildPackage();
  return machine;
}

async function main(): Promise<void> {
  const options = readOptions();
  if (options === null) {
    process.stdout.write(USAGE);
    return;
  }
  const machine = await prepareMachine();
  const notes: string[] = [];
  const rows = summarise(await measure(options, (sentence) => notes.push(sentence)));
  const { rounds, seconds } = options;
  if (options.json) {
    process.stdout.write(`${JSON.stringify({ ...machine, rounds, seconds, rows, notes }, null, 2)}\n`);
    return;
  }
  const list = notes.map((sentence) => `- ${sentence}`).join('\n');
  const text = (parts: string[]) => parts.filter(Boolean).join('\n\n');
  const asMarkdown = text([markdownHead(machine, rounds, seconds), markdown(rows), list]);
  process.stdout.write(
    options.markdown ? `${asMarkdown}\n` : `\n${text([head(machine, rounds, seconds), table(rows), list])}\n`,
  );
}

try {
  await main();
} catch (error) {
  // Unknown options are TypeErrors with a code.
  const isUsage = error instanceof UsageError || (error instanceof TypeError && 'code' in error);
  process.stderr.write(isUsage ? `${error.message}\n\n${USAGE}` : `${inspect(error)}\n`);
  process.exitCode = 1;
}
