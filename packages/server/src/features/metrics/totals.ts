import { grownIn, type Snapshot } from './aggregate.ts';

/** How often processes are asked besides scrapes: a process that dies takes with it what it has counted since. */
const ASK_MS = 1_000;

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
  let past: Snapshot = [];

  async function ask(): Promise<void> {
    await Promise.all(
      [...latest.keys()].map(async (process) => {
        // One that is ending is left with what it said last.
        const snapshot = await process.snapshot().catch(() => null);
        if (snapshot !== null && latest.has(process)) latest.set(process, snapshot);
      }),
    );
  }

  let timer: NodeJS.Timeout | undefined;

  return {
    add(process) {
      latest.set(process, []);
      // Whoever makes the totals outlives them: it need not be asked.
      if (latest.size > 1) timer ??= setInterval(() => void ask(), ASK_MS).unref();
    },
    remove(process) {
      past = grownIn(past, latest.get(process) ?? []);
      latest.delete(process);
    },
    async snapshots() {
      await ask();
      return [past, ...latest.values()];
    },
    close: () => clearInterval(timer),
  };
}
