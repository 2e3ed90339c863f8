import { setImmediate } from 'node:timers/promises';
import { createTaskQueue } from '../../../lib/task-queue.ts';

/** Collects entries and passes them on as lines a little later, so that their writers do not wait. */
export interface Collector<Entry> {
  add(entry: Entry): void;
  /** Entries that have not been handed on. */
  readonly waiting: number;
  /** Resolves when all earlier entries have been handed on. */
  flush(): Promise<void>;
  /** Entries lost since the last call because they arrived faster than they could be formatted. */
  takeLost(): number;
}

/** How long lines are collected. A write for each line would cost several times as much. */
const COLLECT_MS = 10;
/** The limit of one turn of the event loop, apart from a single line that takes longer. */
const TURN_MS = 5;
const MAX_ENTRIES = 50_000;

/** @param ready awaited before lines are formatted */
export function createCollector<Entry>(
  format: (entry: Entry) => string,
  ready: () => Promise<void>,
  deliver: (lines: readonly string[]) => void,
): Collector<Entry> {
  const inTurn = createTaskQueue();
  let entries: Entry[] = [];
  let lost = 0;
  let timer: NodeJS.Timeout | undefined;

  async function drain(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    while (entries.length > 0) {
      await ready();
      const batch = entries;
      entries = [];
      let lines: string[] = [];
      let began = performance.now();
      const pass = () => {
        deliver(lines);
        lines = [];
      };
      for (const entry of batch) {
        lines.push(format(entry));
        if (performance.now() - began < TURN_MS) continue;
        pass();
        await setImmediate();
        began = performance.now();
      }
      if (lines.length > 0) pass();
    }
  }

  return {
    add(entry) {
      if (entries.length >= MAX_ENTRIES) {
        lost += 1;
        return;
      }
      entries.push(entry);
      timer ??= setTimeout(() => void inTurn(drain), COLLECT_MS).unref();
    },
    get waiting() {
      return entries.length;
    },
    flush: () => inTurn(drain),
    takeLost() {
      const taken = lost;
      lost = 0;
      return taken;
    },
  };
}
