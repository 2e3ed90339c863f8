import { globSync } from 'node:fs';
import { join } from 'node:path';
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
 * `npm test`: the tests of all packages in one run. They share one PostgreSQL and one build, and while a browser or a clock
 * keeps some waiting, others continue.
 */

const ROOT = join(import.meta.dirname, '..');

/** Those that take longest begin first, because the last to end decide how long the run takes. */
const FIRST = [
  'web/test/console',
  'web/test/pages',
  'server/test/http',
  'server/test/http/abuse',
  'server/test/http/credentials',
  'server/test/start',
  'server/test/cli',
  'server/test/http/codes',
  'web/test',
  'server/test/features',
  'server/test/mount',
  'server/test/http/factors',
  'server/test/failures',
].map((folder) => join(ROOT, 'packages', folder, 'all.ts'));

const SUPPORT = join(ROOT, 'packages/server/test/support');

const found = globSync(['packages/*/test/**/all.ts', 'packages/client/test/processes/*.test.ts'], {
  cwd: ROOT,
}).map((path) => join(ROOT, path));

// At an interrupt, the runner ends the processes of the tests, and takes back what the set-up made.
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());

run({
  files: [...FIRST, ...found.toSorted().filter((path) => !FIRST.includes(path))],
  // More than a small machine has processors, because many of them wait; a fourth would slow the others down.
  concurrency: 3,
  timeout: 300_000,
  signal: interrupted.signal,
  execArgv: ['--import', pathToFileURL(join(SUPPORT, 'follow-tests.ts')).href],
  globalSetupPath: join(SUPPORT, 'global-setup.ts'),
})
  .on('test:fail', () => {
    process.exitCode = 1;
  })
  .compose(spec)
  .pipe(process.stdout);
