import { existsSync, globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after } from 'node:test';

const require = createRequire(import.meta.url);

/** What a failed test leaves running would keep its process, and the run, for ever. */
const END_MS = 10_000;

/**
 * Loads the tests of a folder, so that one process runs them all: each process loads and warms up the whole service,
 * which takes as long as most files do.
 *
 * All are loaded in one turn of the event loop, hence no `await` outside their tests: the runner ends a process when all
 * the tests that it knows are over, and would leave out those of files that come later without a word.
 * @throws Error when a file, or what it imports, awaits at its top level
 */
export function importTests(folder: string): void {
  after(() => {
    setTimeout(() => {
      console.error(`Something still runs after the tests of ${folder}:`, process.getActiveResourcesInfo());
      process.exit(1);
    }, END_MS).unref();
  });
  for (const file of testFiles(folder)) require(file);
}

/** The test files of a folder, and of the folders in it that have no `all.ts` of their own. */
export function testFiles(folder: string): string[] {
  const parts = globSync('*/', { cwd: folder }).filter((name) => !existsSync(join(folder, name, 'all.ts')));
  return [
    ...globSync('*.test.ts', { cwd: folder })
      .toSorted()
      .map((file) => join(folder, file)),
    ...parts.toSorted().flatMap((name) => testFiles(join(folder, name))),
  ];
}
