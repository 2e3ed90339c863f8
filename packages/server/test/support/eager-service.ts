import { loadConfig } from '../../src/config/load.ts';
import { main } from '../../src/main.ts';
import { isWorker } from '../../src/workers/mark.ts';
import { begin, work } from '../../src/workers/work.ts';

/* The command `keyward serve` with workers as needed, which begins another one after a tenth of a second of work. */

await (isWorker()
  ? work(await begin())
  : main(loadConfig({ env: process.env, cwd: process.cwd() }), { checkMs: 50, busy: 0.1, checks: 2 }));
