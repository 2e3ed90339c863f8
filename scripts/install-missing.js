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
 * @typedef {{ version?: string, integrity?: string, link?: boolean, dev?: boolean, devOptional?: boolean, optional?: boolean,
 *   os?: string | string[], cpu?: string | string[], libc?: string | string[], engines?: { node?: string }, optionalDependencies?: Record<string, string> }} Locked
 * @typedef {{ packages: Record<string, Locked> }} Lockfile
 * @typedef {{ os: string, cpu: string, libc: string | undefined, node: number }} Machine `node`: the major version of its Node.js
 */

/**
 * @param {Lockfile} lockfile `package-lock.json`
 * @param {Lockfile | null} installed what npm wrote into `node_modules` at the end of its last installation; null: nothing
 * @param {boolean} withDev whether the packages that only development needs count
 * @param {Machine} machine
 * @returns {string[]} where packages are missing, or differ
 */
export function missing(lockfile, installed, withDev, machine) {
  /** @param {string} path */
  const bringsNode = (path) =>
    path.replace('node_modules/', '') in (lockfile.packages['']?.optionalDependencies ?? {});
  return Object.entries(lockfile.packages)
    .filter(([path, locked]) => {
      if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return false;
      if ((locked.dev || locked.devOptional) && !withDev) return false;
      const found = installed?.packages[path];
      // npm leaves out an optional package that it could not fetch, and says nothing. Those of other systems are never there.
      if (found === undefined && (locked.optional || locked.devOptional))
        return isForOneSystem(locked) && isFor(locked, machine) && !(machine.node >= 24 && bringsNode(path));
      if (found === undefined) return true;
      return found.version !== locked.version || found.integrity !== locked.integrity;
    })
    .map(([path]) => path);
}

/**
 * An optional package for every system is a part of one that is for one system, and npm leaves it out with that one.
 * @param {Locked} locked
 */
function isForOneSystem({ os, cpu, libc }) {
  return os !== undefined || cpu !== undefined || libc !== undefined;
}

/**
 * Whether npm installs an optional package on this machine. Where that hangs on more than the major version of Node.js,
 * it counts as one that npm does not install.
 * @param {Locked} locked
 * @param {Machine} machine
 */
function isFor({ os, cpu, libc, engines }, machine) {
  const oldest = /^>=\s*(\d+)/.exec(engines?.node ?? '>=0')?.[1];
  if (oldest === undefined || Number(oldest) > machine.node) return false;
  /** @type {[string | string[] | undefined, string | undefined][]} */
  const pairs = [
    [os, machine.os],
    [cpu, machine.cpu],
    [libc, machine.libc],
  ];
  return pairs.every(([wanted, own]) => wanted === undefined || [wanted].flat().some((one) => one === own));
}

/** @returns {Machine} */
function thisMachine() {
  const { report } = process;
  // Otherwise the report looks up the names of network peers. Older types do not know the field.
  Object.assign(report, { excludeNetwork: true });
  const glibc = JSON.stringify(report.getReport()).includes('"glibcVersionRuntime"');
  return {
    os: process.platform,
    cpu: process.arch,
    libc: process.platform === 'linux' ? (glibc ? 'glibc' : 'musl') : undefined,
    node: Number(process.versions.node.split('.')[0]),
  };
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
  const withDev = process.argv.includes('--with-dev');
  const machine = thisMachine();
  const absent = () =>
    lockfile === null
      ? []
      : missing(lockfile, read(join(root, 'node_modules/.package-lock.json')), withDev, machine);
  // The npm that runs this, so that its settings hold.
  const npm = process.env['npm_execpath'];
  const install = () => {
    const { status, error } =
      npm === undefined
        ? spawnSync('npm', ['ci'], { cwd: root, stdio: 'inherit' })
        : spawnSync(process.execPath, [npm, 'ci'], { cwd: root, stdio: 'inherit' });
    if (error !== undefined) process.stderr.write(`npm could not be started: ${error.message}\n`);
    return status ?? 1;
  };
  if (absent().length > 0) {
    const reason = read(join(root, 'node_modules/.package-lock.json'))
      ? 'Some packages are missing or out of date'
      : 'Nothing is installed yet';
    process.stderr.write(`${reason}: running "npm ci", which takes a minute or two …\n`);
    process.exitCode = install();
    if (process.exitCode === 0 && absent().length > 0) {
      process.stderr.write(`npm left out ${absent().join(', ')}: running "npm ci" once more …\n`);
      process.exitCode = install();
    }
    if (process.exitCode === 0 && absent().length > 0) {
      process.stderr.write(
        `npm could not fetch ${absent().join(', ')}; check that its registry can be reached, and run this again\n`,
      );
      process.exitCode = 1;
    }
  }
}
