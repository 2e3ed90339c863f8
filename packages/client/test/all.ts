import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/*
 * Runs the tests of this folder in one process, as `importTests` of the server's tests does: each process loads the
 * whole service. Those in `processes` wait for browsers and programs, so they run beside.
 */
const require = createRequire(import.meta.url);
for (const file of globSync('*.test.ts', { cwd: import.meta.dirname }).toSorted())
  require(join(import.meta.dirname, file));
