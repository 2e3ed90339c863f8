import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DIST, STAMP_FILE, stampOf } from './stamp.ts';

/**
 * Builds the browser bundles that are missing or older than their sources. Without the packages that build them,
 * existing files are kept.
 * @param tell receives a line for the operator
 * @throws Error when the build fails
 */
export async function ensureBuilt(tell: (line: string) => void): Promise<void> {
  if (builtStamp() === stampOf()) return;
  if (!canBuild()) return;
  tell('Building the console and the pages, once; this takes some seconds …');
  const script = fileURLToPath(new URL('build.ts', import.meta.url));
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The build of the console and the pages failed; its output says why.');
}

function builtStamp(): string | null {
  try {
    return readFileSync(join(DIST, STAMP_FILE), 'utf8');
  } catch {
    return null;
  }
}

function canBuild(): boolean {
  try {
    return findPackageJSON('vite', import.meta.url) !== undefined;
  } catch {
    return false;
  }
}
