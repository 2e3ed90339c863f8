import { setTimeout } from 'node:timers/promises';

/** The length of the log at which SQLite itself would checkpoint, in pages. */
const MANY = 1_000;
/** The log has 64 MB then. */
const LONGEST = 16 * MANY;
/**
 * A commit during a checkpoint prevents the log from being reset. The rest is short, so the next attempt may succeed.
 */
const TRIES = 3;
const RETRY_MS = 1_000;

/** Before SQLite 3.51, this statement would checkpoint. */
const CAN_LOOK = isSince(process.versions['sqlite'] ?? '', 3, 51);

/**
 * For the writer: a checkpoint syncs log and file, so a commit that finds a log of many pages would stop the
 * event loop for that. {@link createLogKeeper} does it before; a commit still does the rest, so the log is
 * never much longer.
 */
export const LOG_LIMIT = CAN_LOOK ? [`wal_autocheckpoint = ${LONGEST}`] : [];

export const CHECKPOINT = 'pragma wal_checkpoint(passive)';

/** Returns a {@link LogLength}, and changes nothing. */
export const LOOK = 'pragma wal_checkpoint(noop)';

/** Pages of the log, and how many of them are in the file. */
export interface LogLength {
  log: number;
  checkpointed: number;
}

/**
 * Checkpoints the write-ahead log of SQLite outside of this thread.
 * @param look runs {@link LOOK} on a handle that has no transaction
 * @param checkpoint runs {@link CHECKPOINT} elsewhere
 * @returns a function to call after each commit
 */
export function createLogKeeper(
  look: () => LogLength | undefined,
  checkpoint: () => Promise<unknown>,
): () => void {
  let isBusy = false;

  function left(): number {
    const { log, checkpointed } = look() ?? { log: 0, checkpointed: 0 };
    return log - checkpointed;
  }

  async function shorten(): Promise<void> {
    isBusy = true;
    try {
      while (left() >= MANY) {
        for (let tries = 0; tries < TRIES && left() > 0; tries += 1) await checkpoint();
        // A reader still uses an earlier state, or another checkpoint runs.
        if (left() >= MANY) await setTimeout(RETRY_MS, undefined, { ref: false });
      }
    } finally {
      isBusy = false;
    }
  }

  return () => {
    if (isBusy || !CAN_LOOK) return;
    // The commit itself has succeeded. If the thread has died, the next commit uses a new one; see also
    // `LOG_LIMIT`.
    shorten().catch(() => {});
  };
}

function isSince(version: string, major: number, minor: number): boolean {
  const [first = 0, second = 0] = version.split('.').map(Number);
  return first > major || (first === major && second >= minor);
}
