import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { atExit, tempFolder } from '../support/at-exit.ts';
import { Skipped } from './part.ts';

/* Programs of Debian packages, unpacked into a temporary folder: nothing is installed, and nothing remains. */

export interface Programs extends Disposable {
  /** The path of an unpacked file. */
  path(name: string): string;
  /** What they need in LD_LIBRARY_PATH. */
  libraries: string;
  /** A folder that the programs may write to. */
  folder: string;
  /**
   * Starts a program in the folder, not as root, which PostgreSQL and PgBouncer refuse.
   * @param log the name of a file for its output
   */
  start(command: string, args: readonly string[], log: string): ChildProcess;
  /** Runs a program to its end. @throws with its output */
  run(command: string, args: readonly string[]): void;
  /** The output of a program so far. */
  log(name: string): string;
}

const DOWNLOAD_MS = 120_000;

/** @throws Skipped if there are no such packages */
export function debianPrograms(packages: readonly string[]): Programs {
  for (const tool of ['apt-get', 'dpkg'])
    if (!existsSync(`/usr/bin/${tool}`))
      throw new Skipped(`there is no ${tool}: this takes Debian's packages`);
  const temporary = tempFolder();
  const root = join(temporary.path, 'root');
  const folder = join(temporary.path, 'work');
  mkdirSync(root);
  mkdirSync(folder);
  chmodSync(temporary.path, 0o755);
  try {
    execFileSync('apt-get', ['download', ...packages], {
      cwd: temporary.path,
      stdio: 'pipe',
      timeout: DOWNLOAD_MS,
    });
  } catch {
    throw new Skipped(`apt-get cannot download ${packages.join(', ')}; perhaps apt-get update would help`);
  }
  for (const name of readdirSync(temporary.path))
    if (name.endsWith('.deb')) execFileSync('dpkg', ['-x', name, root], { cwd: temporary.path });
  const user = unprivileged();
  if (user !== null) chownSync(folder, user.uid, user.gid);
  const libraries = ['usr/lib', 'lib'].map((name) => join(root, name, triplet())).join(':');
  const options = {
    ...user,
    cwd: folder,
    env: {
      PATH: `${postgresBin(root)}:/usr/bin:/bin`,
      HOME: folder,
      LC_ALL: 'C.UTF-8',
      LD_LIBRARY_PATH: libraries,
      PYTHONPATH: join(root, 'usr/lib/python3/dist-packages'),
      PYTHONDONTWRITEBYTECODE: '1',
    },
  };
  return {
    folder,
    libraries,
    path: (name) => join(root, name),
    start(command, args, log) {
      const output = openSync(join(folder, log), 'a');
      const child = spawn(command, [...args], { ...options, stdio: ['ignore', output, output] });
      closeSync(output);
      const forget = atExit(() => child.kill('SIGKILL'));
      child.once('exit', forget);
      return child;
    },
    run(command, args) {
      execFileSync(command, [...args], { ...options, stdio: 'pipe' });
    },
    log: (name) => readFileSync(join(folder, name), 'utf8'),
    [Symbol.dispose]: () => temporary.remove(),
  };
}

/** The packages that this machine would install for others, these included. */
export function missingPackages(packages: readonly string[]): string[] {
  try {
    const args = ['install', '--simulate', '--no-install-recommends', ...packages];
    const plan = execFileSync('apt-get', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return [...plan.matchAll(/^Inst (\S+)/gm)].map(([, name = '']) => name);
  } catch (error) {
    throw new Skipped(`apt-get knows no ${packages.join(', ')}; perhaps apt-get update would help`, {
      cause: error,
    });
  }
}

/** Ends a program, and waits until it is gone. */
export async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await gone;
  clearTimeout(late);
}

/** The folder of PostgreSQL's programs: the machine's, otherwise the unpacked ones. */
export function postgresBin(root: string): string {
  const bin = 'usr/lib/postgresql/15/bin';
  return existsSync(join('/', bin, 'postgres')) ? join('/', bin) : join(root, bin);
}

function triplet(): string {
  return process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu';
}

/** The user that root runs the programs as; null for other users, who run them themselves. */
function unprivileged(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  return { uid: Number(user?.[2] ?? 65_534), gid: Number(user?.[3] ?? 65_534) };
}

export const PYTHON = '/usr/bin/python3';
