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
 * Every process of a test run loads the whole service, from its sources or as it is built here: with what was compiled
 * before, in half the time. A process adds to that when it ends, which tests do late, so one of each kind that has used
 * the service ends before the others begin.
 */
export async function prepareProcesses(): Promise<void> {
  // By the run that a test of this one belongs to.
  if (process.env[BUILT_PACKAGE] !== undefined) return;
  await ensureBuilt(console.error);
  process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'keyward-compile-cache');
  const env = { ...process.env, TEST_DATABASE: 'sqlite' };
  const sources = promisify(execFile)(process.execPath, [SMOKE_TEST], { env });
  // Failures are reported by the run itself.
  await Promise.allSettled([sources, buildPackage().then(startAndStop)]);
}

async function startAndStop(): Promise<void> {
  await using keyward = await startProcess();
  await keyward.kill('SIGTERM');
}
