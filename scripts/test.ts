import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';

declare module 'node:test' {
  interface RunOptions {
    /** As `--test-global-setup`. The types of Node.js lack it. */
    globalSetupPath?: string;
  }
}

/*
 * `npm test`: runs the tests of all packages, or of the given folders and files. They share one PostgreSQL and one
 * build, and while some wait for a browser or a clock, others continue. Files whose name ends in `.long.test.ts` run
 * only when they are named, and in `npm run test:long`.
 */

const ROOT = join(import.meta.dirname, '..');
const SUPPORT = join(ROOT, 'packages/server/test/support');

/** More than processors, because most tests wait: for a browser, a clock or another process. */
const CONCURRENCY = availableParallelism() + 2;

/** More parts than run at once, so that no process is left alone with the slowest files at the end. */
const MOST_PARTS = 2 * CONCURRENCY;

/** Each part whose files need one starts a browser of its own, so few have all of them. */
const IN_BROWSER = /packages\/(?:web|react)\//;

const named = process.argv.slice(2);
const files = (named.length > 0 ? named : ['packages'])
  .flatMap((path) =>
    path.endsWith('.test.ts')
      ? path
      : globSync(`${path}/**/*.test.ts`, { cwd: ROOT, exclude: ['**/node_modules', '**/*.long.test.ts'] }),
  )
  .toSorted()
  .map((path) => resolve(ROOT, path));
// Several suites then take turns on one database: see `databasesFor`.
if (named.length === 0) process.env['TEST_ONE_DATABASE'] = '1';
const parts = Array.from<string[], string[]>({ length: Math.min(MOST_PARTS, files.length) }, () => []);
const deal = (some: readonly string[], most: number) => {
  for (const [index, file] of some.entries()) parts[index % Math.min(most, parts.length)]?.push(file);
};
deal(
  files.filter((file) => !IN_BROWSER.test(file)),
  MOST_PARTS,
);
deal(
  files.filter((file) => IN_BROWSER.test(file)),
  CONCURRENCY,
);

const preloaded = (file: string) => ['--import', pathToFileURL(join(SUPPORT, file)).href];

// At an interrupt, the runner ends the processes of the tests, and cleans up after the set-up.
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());

run({
  files: parts.flatMap(([first]) => first ?? []),
  argv: parts.map((part) => part.join(delimiter)),
  concurrency: CONCURRENCY,
  signal: interrupted.signal,
  // The limit for one test.
  execArgv: ['--test-timeout=300000', ...['follow-tests.ts', 'part.ts'].flatMap(preloaded)],
  globalSetupPath: join(SUPPORT, 'global-setup.ts'),
})
  .on('test:fail', () => {
    process.exitCode = 1;
  })
  .compose(spec)
  .pipe(process.stdout);
