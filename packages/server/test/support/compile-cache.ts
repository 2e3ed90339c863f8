import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const SMOKE_TEST = fileURLToPath(new URL('../http/smoke.test.ts', import.meta.url));

/**
 * Every process of a test run loads the whole service: with what was compiled before, in half the time. A process adds
 * to that when it ends, which tests do late, so one that has used the service ends before the others begin.
 */
export async function fillCompileCache(): Promise<void> {
  process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'keyward-compile-cache');
  const env = { ...process.env, TEST_DATABASE: 'sqlite' };
  // Whether it fails is for the run to say.
  await promisify(execFile)(process.execPath, [SMOKE_TEST], { env }).catch(() => {});
}
