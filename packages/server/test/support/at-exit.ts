import { mkdtempSync, rmSync } from 'node:fs';
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

export interface TempFolder {
  path: string;
  /** Removes the folder now. The end of the test process does so at the latest. */
  remove(): void;
}

export function tempFolder(): TempFolder {
  const path = mkdtempSync(join(tmpdir(), 'keyward-test-'));
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
