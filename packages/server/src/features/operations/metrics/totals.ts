import { within } from '../../../lib/within.ts';
import { grownIn, type Snapshot } from './aggregate.ts';

/** How often processes are asked besides scrapes: a process that dies takes with it what it has counted since. */
const ASK_MS = 1_000;
/** One that hangs must not keep the monitoring from what the others say. Scrapers wait for ten seconds. */
const ANSWER_MS = 2_000;

/** A process that measures. */
export interface Measured {
  snapshot(): Promise<Snapshot>;
}

/** What the processes of a service have measured, those that have died included: a total never falls. */
export interface Totals {
  add(process: Measured): void;
  /** Keeps what a process counted until it was last asked. */
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
    // One that is ending is left with what it said last.
    const snapshot = await process.snapshot().catch(() => null);
    asked.delete(process);
    if (snapshot !== null && latest.has(process)) latest.set(process, snapshot);
  }

  async function ask(processes: readonly Measured[]): Promise<void> {
    await within(ANSWER_MS, Promise.all(processes.map(askOne)));
  }

  let timer: NodeJS.Timeout | undefined;

  return {
    add(process) {
      latest.set(process, []);
      // Whoever makes the totals outlives them: it need not be asked.
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
