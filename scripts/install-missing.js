// @ts-check
/*
 * Before `npm start` and `npm test`: runs `npm ci` if the lockfile is newer than the installed packages, so that both
 * work on a fresh clone and after a pull. It runs on the Node.js of the machine, which may be older than the one that
 * npm brings.
 */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** @param {string} path from the root of the repository @returns {number} 0 if there is no such file */
const changedAt = (path) =>
  statSync(new URL(`../${path}`, import.meta.url), { throwIfNoEntry: false })?.mtimeMs ?? 0;

// npm writes this file at the end of an installation.
if (changedAt('package-lock.json') > changedAt('node_modules/.package-lock.json')) {
  process.stderr.write(
    'Packages are missing or out of date: running "npm ci", which takes a minute or two …\n',
  );
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  // The npm that runs this script, so that its settings apply.
  const { npm_execpath: npm } = process.env;
  const [command, args] = npm === undefined ? ['npm', ['ci']] : [process.execPath, [npm, 'ci']];
  process.exitCode = spawnSync(command, args, { cwd, stdio: 'inherit' }).status ?? 1;
}
