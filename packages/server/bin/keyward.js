#!/usr/bin/env node
// Checked before anything else is imported: an older Node would fail with a syntax error instead.
import { existsSync } from 'node:fs';
import module from 'node:module';
import os from 'node:os';
import v8 from 'node:v8';

// A repository has the sources, which Node runs as they are; an installed package has what was built from them.
const source = new URL('../src/cli/program.ts', import.meta.url);

// Before anything that takes time: a stop while the service is starting has nothing to close yet, and the first process
// of a container would not notice a signal that nobody listens for. Whoever listens later knows better (`src/stop.ts`).
if (process.argv[2] === 'serve') {
  for (const signal of ['SIGTERM', 'SIGINT']) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(0);
    });
  }
}

const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 24) {
  const here = existsSync(source)
    ? ' In the repository, "npm ci" installs Node.js 24, which "npm start" and "npx keyward" use; elsewhere, install it yourself.'
    : '';
  process.stderr.write(`Keyward needs Node.js 24 or newer; this is ${process.version}.${here}\n`);
  process.exit(1);
}
// Password hashes run on the thread pool, one a core; files and name look-ups must not wait behind them. Read when the
// pool is first used, so it is set before anything else is imported.
process.env.UV_THREADPOOL_SIZE ??= String(os.availableParallelism() + 4);

if (process.argv[2] === 'serve') {
  // Most of a start runs once: to optimise it costs 13 MiB and time. `src/after-start.ts` allows it when there is work.
  // Set before anything is loaded, because V8 takes kept code only under the flags that it was made with.
  v8.setFlagsFromString('--no-maglev');
  v8.setFlagsFromString('--no-turbofan');
  // A request leaves nearly nothing alive: to wake threads for a young collection costs more than they do.
  v8.setFlagsFromString('--no-parallel-scavenge');
}

// Makes the second start faster.
module.enableCompileCache();

// What browsers load is built from its sources, too.
if (process.argv[2] === 'serve' && existsSync(source)) {
  const { ensureBuilt } = await import(new URL('../../web/scripts/ensure-built.ts', import.meta.url).href);
  await ensureBuilt((/** @type {string} */ line) => process.stderr.write(`${line}\n`)).catch(
    (/** @type {Error} */ error) => process.stderr.write(`keyward: warning: ${error.message}\n`),
  );
}

const built = new URL(
  process.argv[2] === 'serve' ? '../dist/serve.js' : '../dist/program.js',
  import.meta.url,
);
const { run } = await import((existsSync(source) ? source : built).href);
process.exitCode = await run(process.argv);
