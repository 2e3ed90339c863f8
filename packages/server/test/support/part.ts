import { createRequire } from 'node:module';
import { after } from 'node:test';
import { configureGlobal } from 'fast-check';

/*
 * For `--import`: beside its own file, a process of `npm test` runs every nth one after it in the list that its
 * arguments are, after n. A process for each file would load and warm up the whole service each time, which takes longer
 * than most files do.
 *
 * All are loaded in one turn of the event loop, hence no `await` outside their tests: the runner ends a process when all
 * the tests that it knows are over, and would leave out those of files that come later without a word. `require` throws
 * at a file that awaits.
 */

const require = createRequire(import.meta.url);

/** Otherwise a failed test could keep its process, and the run, alive for ever. */
const END_MS = 10_000;

/** Properties are tried with the same values in each run, and with others in each long run. */
configureGlobal({ seed: Number(process.env['TEST_SEED'] ?? 13) });

const [, own = '', parts, ...files] = process.argv;

after(() => {
  setTimeout(() => {
    console.error('Something still runs after the tests:', process.getActiveResourcesInfo());
    process.exit(1);
  }, END_MS).unref();
});
const part = files.indexOf(own);
for (const [index, file] of files.entries()) if (index % Number(parts) === part) require(file);
