import { settleWithin } from '../../../lib/settle-within.ts';
import { grownIn, type Snapshot } from './aggregate.ts';

/**
 * How often reports are requested in addition to scrapes. A process that dies loses its counts since the last
 * report.
 */
const ASK_MS = 1_000;
/** A process that hangs must not block the metrics of the others. Scrapers wait for ten seconds. */
const ANSWER_MS = 2_000;

/** A process that measures. */
export interface Measured {
  snapshot(): Promise<Snapshot>;
}

/** The metrics of all processes of a service, including those that have died: a total never decreases. */
export interface Totals {
  add(process: Measured): void;
  /** Keeps the counts that a process reported last. */
  remove(process: Measured): void;
  snapshots(): Promise<Snapshot[]>;
  close(): void;
}

export function createTotals(): Totals {
  const latest = new Map<Measured, Snapshot>();
  const asked = new Set<Measured>();
  let past: Snapshot = [];

  async function askOne(process: Measured): Promise<void> {
    asked.add(process);
    // A process that is ending keeps its last report.
    const snapshot = await process.snapshot().catch(() => null);
    asked.delete(process);
    if (snapshot !== null && latest.has(process)) latest.set(process, snapshot);
  }

  async function ask(processes: readonly Measured[]): Promise<void> {
    await settleWithin(ANSWER_MS, Promise.all(processes.map(askOne)));
  }

  let timer: NodeJS.Timeout | undefined;

  return {
    add(process) {
      latest.set(process, []);
      // The process that makes the totals outlives the others, so it need not be polled.
      if (latest.size > 1)
        timer ??= setInterval(
          () => void ask([...latest.keys()].filter((one) => !asked.has(one))),
          ASK_MS,
        ).unref();
    },
    remove(process) {
      past = grownIn(past, latest.get(process) ?? []);
      latest.delete(process);
    },
    async snapshots() {
      await ask([...latest.keys()]);
      return [past, ...latest.values()];
    },
    close: () => clearInterval(timer),
  };
}
