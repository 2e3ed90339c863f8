import { isDatabaseUnavailable, openingProblem } from './store/database-errors.ts';

/** Tasks that come again and again in the background. */
export interface Housekeeping {
  every(ms: number, task: () => Promise<void>): void;
  stop(): void;
}

/**
 * @param tell takes one line for the operator when an outage of the database begins and when it ends, however many tasks
 * fail meanwhile
 * @param report takes all other errors of tasks
 */
export function createHousekeeping(
  tell: (line: string) => void,
  report: (error: unknown) => void,
): Housekeeping {
  const timers = new Set<NodeJS.Timeout>();
  /** A task may have nothing to ask of the database, so only one that has failed can show that it is back. */
  const failed = new Set<() => Promise<void>>();

  async function run(task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) return report(error);
      if (failed.size === 0)
        tell(
          `The database is unavailable (${openingProblem(error) ?? String(error)}). Keyward goes on when it is back.`,
        );
      failed.add(task);
      return;
    }
    if (!failed.has(task)) return;
    failed.clear();
    tell('The database is back.');
  }

  return {
    every: (ms, task) => void timers.add(setInterval(() => void run(task), ms).unref()),
    stop: () => timers.forEach((timer) => clearInterval(timer)),
  };
}
