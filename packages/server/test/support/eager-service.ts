import { loadConfig } from '../../src/config/load.ts';
import { main } from '../../src/main.ts';
import { isWorker } from '../../src/workers/mark.ts';
import { work } from '../../src/workers/work.ts';

/* The command `keyward serve` with workers as needed, which begins another one after a tenth of a second of work. */

const config = loadConfig({ env: process.env, cwd: process.cwd(), dotenv: false });
await (isWorker() ? work(config) : main(config, { checkMs: 50, busy: 0.1, checks: 2 }));
