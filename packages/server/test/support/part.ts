import { createRequire } from 'node:module';
import { delimiter } from 'node:path';
import { after } from 'node:test';
import { configureGlobal } from 'fast-check';

/*
 * For `--import`. `npm test` passes each process its own file, and the lists of all. The process runs the list that
 * begins with its own file. A process for each file would load and warm up the whole service each time, which takes
 * longer than most files do. All files are loaded in one turn of the event loop, so they await nothing outside of
 * their tests: the runner ends a process when all tests that it knows are over, and would silently skip files that are
 * loaded later. `require` throws for a file with a top-level await.
 */

const require = createRequire(import.meta.url);

/** Otherwise a failed test could keep its process, and so the run, alive for ever. */
const END_MS = 10_000;

/** Properties are tried with the same values in each run, and with others in each long run. */
configureGlobal({ seed: Number(process.env['TEST_SEED'] ?? 13) });

const [, own = '', ...parts] = process.argv;

after(() => {
  setTimeout(() => {
    console.error('Something still runs after the tests:', process.getActiveResourcesInfo());
    process.exit(1);
  }, END_MS).unref();
});
const lists = parts.map((part) => part.split(delimiter));
for (const file of lists.find(([first]) => first === own) ?? []) require(file);
