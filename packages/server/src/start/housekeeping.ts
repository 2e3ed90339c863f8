import { createTaskQueue } from '../lib/task-queue.ts';
import { isDatabaseUnavailable, openingProblem } from '../store/engine/database-errors.ts';
import { PoolerError } from '../store/engine/postgres-pool.ts';

/** Periodic tasks in the background. */
export interface Housekeeping {
  every(ms: number, task: () => Promise<void>): void;
  /**
   * The same, and also at once: a service that restarts often may never run for an hour.
   * @param task stops when the signal aborts
   */
  nowAndEvery(ms: number, task: (signal: AbortSignal) => Promise<void>): void;
  /** Resolves when no task of {@link nowAndEvery} is running. */
  stop(): Promise<void>;
}

/**
 * @param tell receives one line for the operator when an outage of the database begins and ends, even if many
 * tasks fail
 * @param report receives all other errors of tasks
 */
export function createHousekeeping(
  tell: (line: string) => void,
  report: (error: unknown) => void,
): Housekeeping {
  const timers = new Set<NodeJS.Timeout>();
  const over = new AbortController();
  const inTurn = createTaskQueue();
  /** Some tasks do not use the database, so only a task that has failed can show that it is available again. */
  const failed = new Set<() => Promise<void>>();

  async function run(task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      // The service tells what a pooler does wrong wherever that happens.
      if (error instanceof PoolerError) return;
      if (!isDatabaseUnavailable(error)) return report(error);
      if (failed.size === 0)
        tell(
          `The database is unavailable (${openingProblem(error) ?? String(error)}). Keyward continues when it is back.`,
        );
      failed.add(task);
      return;
    }
    if (!failed.has(task)) return;
    failed.clear();
    tell('The database is back.');
  }

  const every = (ms: number, task: () => Promise<void>): void =>
    void timers.add(setInterval(() => void run(task), ms).unref());

  return {
    every,
    nowAndEvery(ms, task) {
      const once = () => inTurn(async () => (over.signal.aborted ? undefined : task(over.signal)));
      every(ms, once);
      void run(once);
    },
    async stop() {
      timers.forEach((timer) => clearInterval(timer));
      over.abort();
      await inTurn(async () => {});
    },
  };
}
