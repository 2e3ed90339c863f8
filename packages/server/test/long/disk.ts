import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '../support/at-exit.ts';
import { baseEnv, commandLine, startProcess } from '../support/process.ts';
import { freePort } from '../support/servers.ts';
import { until } from '../support/until.ts';
import { askerOf } from './asked.ts';
import { type Findings, type Part, Skipped } from './part.ts';
import { newRenamer } from './renamer.ts';
import { WITHOUT_LIMITS } from '../failures/without-limits.ts';

const ROUNDS = 5;
const FULL_MS = 3_000;
const BACK_MS = 10_000;
const WORKERS = 6;
const MIB = Buffer.alloc(2 ** 20);

/** A file system of a fixed size, which is unmounted when it is disposed of. @throws Skipped if that is not allowed */
export function smallDisk(): Disposable & { path: string } {
  const folder = tempFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', folder.path], { stdio: 'pipe' });
  } catch {
    throw new Skipped('a small disk takes root on Linux, for a mount of tmpfs');
  }
  return {
    path: folder.path,
    [Symbol.dispose]() {
      execFileSync('umount', ['--lazy', folder.path]);
      folder.remove();
    },
  };
}

/** Fills the disk. */
export function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (let piece: Buffer = MIB; piece.length > 0;) {
      try {
        writeSync(file, piece);
      } catch {
        piece = piece.subarray(0, Math.floor(piece.length / 2));
      }
    }
  } finally {
    closeSync(file);
  }
}

export const disk: Part = {
  name: 'disk',
  about:
    'A full disk under the database and the logs: 503, nothing acknowledged is lost, and all is well after',
  limit: 5,
  async run(tell): Promise<Findings> {
    using small = smallDisk();
    const env = { ...WITHOUT_LIMITS, KEYWARD_DATA_DIR: small.path };
    let keyward = await startProcess({ env });
    let asker = askerOf(keyward.url);
    try {
      const people = await Promise.all(Array.from({ length: WORKERS }, () => newRenamer(asker)));
      const counts = { taken: 0, refused: 0 };
      const filler = join(small.path, 'filler');
      for (let round = 0; round < ROUNDS; round += 1) {
        fill(filler);
        const end = performance.now() + FULL_MS;
        await Promise.all(
          people.map(async (person) => {
            while (performance.now() < end) {
              const { status } = await person.rename();
              counts[status === 200 ? 'taken' : 'refused'] += 1;
              await person.check(asker);
            }
          }),
        );
        rmSync(filler);
        await until(
          async () => (await people[0]?.rename())?.status === 200,
          'changes are taken again',
          BACK_MS,
        );
        tell(`round ${round + 1}: ${counts.taken} changes were taken, ${counts.refused} refused`);
      }
      if (counts.refused === 0) throw new Error('the disk was never full');
      await keyward.kill('SIGKILL');
      const { figures } = asker;
      asker.close();
      keyward = await startProcess({ env });
      asker = askerOf(keyward.url);
      for (const person of people) await person.check(asker);
      return {
        ...figures,
        injected: `${ROUNDS} full disks, 1 kill`,
        checked: figures.sent + people.length,
        lost: 0,
        slopeKib: null,
      };
    } finally {
      asker.close();
      await keyward.kill('SIGKILL');
    }
  },
};

const FULL_DEVICE = '/dev/full';
const REQUESTS = 2_000;

export const output: Part = {
  name: 'output',
  about: 'A standard output and error that take nothing: the service goes on',
  limit: 2,
  async run(): Promise<Findings> {
    if (!existsSync(FULL_DEVICE)) throw new Skipped(`there is no ${FULL_DEVICE}`);
    const folder = tempFolder();
    const port = await freePort();
    const full = openSync(FULL_DEVICE, 'w');
    const child = spawn(process.execPath, [commandLine(), 'serve'], {
      cwd: folder.path,
      env: { ...baseEnv(), ...WITHOUT_LIMITS, KEYWARD_PORT: String(port) },
      stdio: ['ignore', full, full],
    });
    closeSync(full);
    const asker = askerOf(`http://127.0.0.1:${port}`);
    const isUp = async () => {
      if (child.exitCode !== null) throw new Error(`the process ended with ${child.exitCode}`);
      const pulse = await asker.ask('GET', '/config/pulse').catch(() => null);
      return pulse?.status === 200;
    };
    try {
      await until(isUp, 'the service answers', 20_000);
      for (let request = 0; request < REQUESTS; request += 1)
        if (!(await isUp())) throw new Error('no answer');
      return {
        ...asker.figures,
        injected: 'a full stdout and stderr',
        checked: REQUESTS,
        lost: 0,
        slopeKib: null,
      };
    } finally {
      asker.close();
      if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'close');
      folder.remove();
    }
  },
};
