#!/usr/bin/env node
// Checked before anything else is imported: an older Node would fail with a syntax error instead.
const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 24) {
  const { existsSync } = await import('node:fs');
  const here = existsSync(new URL('../src/cli/program.ts', import.meta.url))
    ? ' In the repository, "npm ci" installs Node.js 24, which "npm start" and "npx keyward" use; elsewhere, install it yourself.'
    : '';
  process.stderr.write(`Keyward needs Node.js 24 or newer; this is ${process.version}.${here}\n`);
  process.exit(1);
}

const { existsSync } = process.getBuiltinModule('node:fs');

/** By then, whoever waited for the start has been answered. */
const KEEP_AFTER_MS = 500;
/** What a start uses of Node.js. */
const BUILTINS = [
  'assert',
  'child_process',
  'cluster',
  'crypto',
  'dns/promises',
  'http',
  'perf_hooks',
  'sqlite',
  'stream/promises',
  'timers/promises',
  'vm',
  'worker_threads',
  'zlib',
];

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

// Password hashes run on the thread pool, one a core; files and name look-ups must not wait behind them. Read when the
// pool is first used, so it is set before anything else is imported.
process.env.UV_THREADPOOL_SIZE ??= String(process.getBuiltinModule('node:os').availableParallelism() + 4);

if (process.argv[2] === 'serve') {
  // Node.js brings their compiled code along. V8 takes it only under the flags that it was made with: the default.
  for (const name of BUILTINS) process.getBuiltinModule(`node:${name}`);

  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  // Most of a start runs once: to optimise it costs 13 MiB and time. `src/after-start.ts` allows it when there is work.
  // Set before anything of ours is loaded, because it is kept under these flags.
  setFlagsFromString('--no-maglev');
  setFlagsFromString('--no-turbofan');
  // Without work, the space for new objects stays at its first size: grown, it is 9 MiB of an idle process.
  setFlagsFromString('--semi-space-growth-factor=1');
  // A request leaves nearly nothing alive: to wake threads for a young collection costs more than they do.
  setFlagsFromString('--no-parallel-scavenge');
}

// Makes the second start faster.
const { enableCompileCache, getCompileCacheDir } = process.getBuiltinModule('node:module');
const { codeFolder } = await import('./code-folder.js');
const folder = codeFolder();
if (folder !== undefined) enableCompileCache(folder);

// What browsers load is built from its sources, too.
if (process.argv[2] === 'serve' && existsSync(source)) {
  const { ensureBuilt } = await import(new URL('../../web/scripts/ensure-built.ts', import.meta.url).href);
  await ensureBuilt((/** @type {string} */ line) => process.stderr.write(`${line}\n`)).catch(
    (/** @type {Error} */ error) => process.stderr.write(`keyward: warning: ${error.message}\n`),
  );
}

if (existsSync(source)) process.exitCode = await (await import(source.href)).run(process.argv);
else if (process.argv[2] === 'serve') {
  const { loadBuilt } = await import('./load-built.js');
  const { exports, keep } = loadBuilt(
    new URL('../dist/serve.cjs', import.meta.url),
    getCompileCacheDir(),
    KEEP_AFTER_MS,
  );
  process.exitCode = await exports.run(process.argv);
  keep();
} else {
  const { run } = await import(new URL('../dist/program.js', import.meta.url).href);
  process.exitCode = await run(process.argv);
}
