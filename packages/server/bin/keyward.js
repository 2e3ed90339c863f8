#!/usr/bin/env node
// Checked before anything else is imported: an older Node would fail with a syntax error instead.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 16)) {
  const { existsSync } = await import('node:fs');
  const here = existsSync(new URL('../src/cli/program.ts', import.meta.url))
    ? ' In the repository, "npm ci" installs Node.js 24, which "npm start" and "npx keyward" use; elsewhere, install it yourself.'
    : '';
  process.stderr.write(`Keyward needs Node.js 22.16 or newer; this is ${process.version}.${here}\n`);
  process.exit(1);
}

const { existsSync } = process.getBuiltinModule('node:fs');

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

// The second start compiles less. V8 runs what lies in this folder without a look at its source, so it is not the default
// one, where other users could put files before the first start.
const { enableCompileCache } = process.getBuiltinModule('node:module');
const path = process.getBuiltinModule('node:path');
const { HOME, USERPROFILE, NODE_COMPILE_CACHE } = process.env;
const home = HOME ?? USERPROFILE;
if (NODE_COMPILE_CACHE === undefined && home) enableCompileCache(path.join(home, '.cache', 'keyward'));

// The pages are built from sources, too.
if (process.argv[2] === 'serve' && existsSync(source)) {
  const { ensureBuilt } = await import(new URL('../../web/scripts/ensure-built.ts', import.meta.url).href);
  await ensureBuilt((/** @type {string} */ line) => process.stderr.write(`${line}\n`)).catch(
    (/** @type {Error} */ error) => process.stderr.write(`keyward: warning: ${error.message}\n`),
  );
}

const program = existsSync(source) ? source : new URL('../dist/program.js', import.meta.url);
process.exitCode = await (await import(program.href)).run(process.argv);
