import { accessSync, constants, lstatSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { systemCode, systemProblem } from '../../../config/error.ts';
import { invalidConfig } from './section-kind.ts';

/**
 * The path of a log folder, absolute, with symbolic links resolved as far as it exists. Creates nothing.
 * @param given a relative path starts at the data directory
 * @throws KeywardError `InvalidConfigError` when the folder lies outside the data directory or cannot be written to
 */
export function insideDataDir(dataDir: string, given: string): string {
  const path = resolve(dataDir, given);
  const root = place(dataDir).real;
  const { existing, real } = place(path);
  if (real !== root && !real.startsWith(root + sep)) {
    throw invalidConfig('logs_dir', 'must be in the data directory, after symbolic links are resolved');
  }
  try {
    if (!statSync(existing).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    accessSync(existing, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw invalidConfig('logs_dir', `must be a folder that can be written to (${systemProblem(error)})`);
  }
  // The data directory keeps its configured path, so that symbolic links in it are not revealed.
  return join(dataDir, relative(root, real));
}

/** The target of a path that may not exist yet, and the deepest existing folder of it. */
function place(path: string): { existing: string; real: string } {
  const found = deepestExisting(path);
  return { existing: found.real, real: join(found.real, relative(found.path, path)) };
}

function deepestExisting(path: string): { path: string; real: string } {
  for (let existing = path; ; existing = dirname(existing)) {
    try {
      return { path: existing, real: realpathSync(existing) };
    } catch (error) {
      const code = systemCode(error);
      // A dangling link exists too, and a write through it would create its target.
      const dangling = code === 'ENOENT' && isLink(existing);
      if (dangling || existing === dirname(existing) || (code !== 'ENOENT' && code !== 'ENOTDIR')) {
        throw invalidConfig('logs_dir', `cannot be used (${systemProblem(error)}); choose another folder`);
      }
    }
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}
