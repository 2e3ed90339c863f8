import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';

const pending = new Set<() => void>();
let armed = false;

/**
 * Runs `clean` when this test process ends; the latest registered runs first. Only synchronous work gets done
 * then. Does not run after SIGKILL.
 * @returns a function that takes the registration back
 */
export function atExit(clean: () => void): () => void {
  if (!armed) {
    armed = true;
    process.on('exit', () => {
      for (const last of [...pending].toReversed()) last();
    });
    // The runner ends a test file that takes too long with SIGTERM, which on its own would skip `exit`.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => process.exit(128 + constants.signals[signal]));
    }
  }
  pending.add(clean);
  return () => pending.delete(clean);
}

const IN_MEMORY = '/dev/shm';
/** What all tests together write at a time is a fraction of it. */
const ENOUGH_BYTES = 2 ** 31;

/**
 * Makes a folder whose name begins with `prefix`: in TMPDIR, else in memory where there is enough of it. A tenth of a
 * run's time are files that are written, copied and deleted again. What tests prove is about processes that are killed,
 * not machines.
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
  /** Removes the folder now. The end of the test process does so at the latest. */
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
