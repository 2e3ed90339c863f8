// @ts-check
/**
 * Runs `npm ci` where packages of the lockfile are missing, or others are in their place. So `npm start` and `npm test`
 * work on a fresh clone, and after a pull. Where all is there, it takes some milliseconds and prints nothing.
 * It runs on the Node.js that the machine has, which may be older than the one that npm brings.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {{ version?: string, integrity?: string, link?: boolean, dev?: boolean, devOptional?: boolean, optional?: boolean }} Locked
 * @typedef {{ packages: Record<string, Locked> }} Lockfile
 */

/**
 * @param {Lockfile} lockfile `package-lock.json`
 * @param {Lockfile | null} installed what npm wrote into `node_modules` at the end of its last installation; null: nothing
 * @param {boolean} withDev whether the packages that only development needs count
 * @returns {string[]} where packages are missing, or differ
 */
export function missing(lockfile, installed, withDev) {
  return Object.entries(lockfile.packages)
    .filter(([path, locked]) => {
      if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return false;
      if ((locked.dev || locked.devOptional) && !withDev) return false;
      const found = installed?.packages[path];
      // Those of other systems are never there.
      if (found === undefined) return locked.optional !== true && locked.devOptional !== true;
      return found.version !== locked.version || found.integrity !== locked.integrity;
    })
    .map(([path]) => path);
}

/**
 * @param {string} path
 * @returns {Lockfile | null} null where there is none, or it is torn
 */
function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const lockfile = read(join(root, 'package-lock.json'));
  const installed = read(join(root, 'node_modules/.package-lock.json'));
  const withDev = process.argv.includes('--with-dev');
  if (lockfile !== null && missing(lockfile, installed, withDev).length > 0) {
    const reason =
      installed === null ? 'Nothing is installed yet' : 'Some packages are missing or out of date';
    process.stderr.write(`${reason}: running "npm ci", which takes about half a minute …\n`);
    // The npm that runs this, so that its settings hold.
    const npm = process.env['npm_execpath'];
    const { status, error } =
      npm === undefined
        ? spawnSync('npm', ['ci'], { cwd: root, stdio: 'inherit' })
        : spawnSync(process.execPath, [npm, 'ci'], { cwd: root, stdio: 'inherit' });
    if (error !== undefined) process.stderr.write(`npm could not be started: ${error.message}\n`);
    process.exitCode = status ?? 1;
  }
}
