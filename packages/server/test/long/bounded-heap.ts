import { WITHOUT_LIMITS } from '../failures/without-limits.ts';
import type { TestDatabase } from '../support/databases.ts';
import { startProcess } from '../support/process.ts';

/**
 * For a process whose memory is measured. Without a limit, V8 lets the heap grow as long as the machine has memory,
 * which looks like a leak.
 */
const BOUNDED_HEAP = { NODE_OPTIONS: '--max-old-space-size=96 --max-semi-space-size=4' };

/** The service on a database, with such a heap. */
export function startBounded({ url, dataDir }: TestDatabase, settings: Record<string, string> = {}) {
  return startProcess({
    timeoutMs: 60_000,
    env: {
      ...WITHOUT_LIMITS,
      ...BOUNDED_HEAP,
      KEYWARD_DATABASE_URL: url,
      KEYWARD_DATA_DIR: dataDir,
      ...settings,
    },
  });
}
