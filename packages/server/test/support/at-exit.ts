import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';

const pending = new Set<() => void>();
let armed = false;

/**
 * Runs `clean` when this test process ends; the latest registered runs first. It can only do synchronous work, and
 * does not run after SIGKILL.
 * @returns a function that cancels the registration
 */
export function atExit(clean: () => void): () => void {
  if (!armed) {
    armed = true;
    process.on('exit', () => {
      for (const last of [...pending].toReversed()) last();
    });
    // The runner ends a slow test file with SIGTERM, whose default action skips `exit`.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => process.exit(128 + constants.signals[signal]));
    }
  }
  pending.add(clean);
  return () => pending.delete(clean);
}

const IN_MEMORY = '/dev/shm';
/** Several times the space on the disk that all tests together use at one time. */
const ENOUGH_BYTES = 2 ** 31;

/**
 * Makes a folder whose name begins with `prefix`: in TMPDIR if it is set, otherwise in memory if there is enough of
 * it. Writing, copying and deleting files on a disk takes a tenth of a run. A disk would prove no more, because tests
 * kill processes, never machines.
 */
export function makeTempFolder(prefix: string): string {
  const inMemory = process.env['TMPDIR'] === undefined && hasRoom(IN_MEMORY);
  return mkdtempSync(join(inMemory ? IN_MEMORY : tmpdir(), prefix));
}

function hasRoom(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}

export interface TempFolder {
  path: string;
  /** Removes the folder now; otherwise it is removed when the test process ends. */
  remove(): void;
}

export function tempFolder(): TempFolder {
  const path = makeTempFolder('keyward-test-');
  const removeNow = () => rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  const forget = atExit(removeNow);
  return {
    path,
    remove: () => {
      forget();
      removeNow();
    },
  };
}
