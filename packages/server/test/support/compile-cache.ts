import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const SERVICE = ['main.ts', 'app.ts', 'cli/program.ts'].map(
  (file) => new URL(`../../src/${file}`, import.meta.url).href,
);

/**
 * Every process of a test run loads the whole service: with what was compiled before, in half the time. A process adds
 * to that when it ends, which tests do late, so one that does nothing else begins.
 */
export async function fillCompileCache(): Promise<void> {
  process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'keyward-compile-cache');
  const load = SERVICE.map((url) => `await import(${JSON.stringify(url)});`).join('\n');
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', load]);
}
