import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ensureBuilt } from '../../../web/scripts/ensure-built.ts';
import { buildPackage } from './built-package.ts';
import { BUILT_PACKAGE } from './package-file.ts';
import { startProcess } from './process.ts';

const SMOKE_TEST = fileURLToPath(new URL('../http/smoke.test.ts', import.meta.url));

/**
 * Every process of a test run loads the whole service, from its sources or from this build. With a cache of the
 * compiled code it loads in half the time. A process writes that cache when it ends, which test processes do late. So
 * one process of each kind uses the service, and ends, before the others begin.
 */
export async function prepareProcesses(): Promise<void> {
  // Set by the run, if this is a run within a test of another one.
  if (process.env[BUILT_PACKAGE] !== undefined) return;
  await ensureBuilt(console.error);
  process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'keyward-compile-cache');
  const env = { ...process.env, TEST_DATABASE: 'sqlite' };
  const sources = promisify(execFile)(process.execPath, [SMOKE_TEST], { env });
  // The run itself reports failures.
  await Promise.allSettled([sources, buildPackage().then(startAndStop)]);
}

async function startAndStop(): Promise<void> {
  await using keyward = await startProcess();
  await keyward.kill('SIGTERM');
}
