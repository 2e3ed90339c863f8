import { createSerial } from '../../../lib/serial.ts';
import { within } from '../../../lib/within.ts';
import type { LogName } from './snapshots.ts';

/** Brings the lines of several processes into the order in which they were recorded. */
export interface Gathering {
  /** Holds lines until their turn; see `LogKeeper.deliver`. */
  hold(name: LogName, lines: readonly string[], times: readonly number[]): void;
  /**
   * Adds a process. @param flush resolves when all that the process recorded so far is held @returns a function that
   * removes it
   */
  add(flush: () => Promise<void>): () => void;
  /**
   * Resolves when all that was recorded so far has been delivered. A process that does not answer in time is left out:
   * its lines follow when they come.
   */
  settle(): Promise<void>;
  /** Lines that are held. */
  waiting(): number;
  /** Drops lines from before `time` that may still come. @returns a function that takes this back */
  forget(name: LogName, time: number): () => void;
}

interface Held {
  time: number;
  line: string;
}

/** How long lines are collected before the processes are asked for earlier ones. */
export const HOLD_MS = 100;
/** How long a process may take to hand over its lines: longer than one stands still on a machine that is busy. */
export const ANSWER_MS = 1_000;
/** Lines that are delivered at once: the file takes them all, or none of them if too many wait. */
const AT_ONCE = 200;

/**
 * @param now milliseconds of the clock of all processes
 * @param deliver takes lines in their order
 */
export function createGathering(
  now: () => number,
  deliver: (name: LogName, lines: readonly string[]) => void,
): Gathering {
  const inTurn = createSerial();
  const processes = new Set<() => Promise<void>>();
  const held: Record<LogName, Held[]> = { app: [], server: [] };
  const forgotten: Record<LogName, number> = { app: -Infinity, server: -Infinity };
  let next: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  function settle(): Promise<void> {
    next ??= inTurn(async () => {
      // Who calls from here on may know of lines that this turn misses.
      next = null;
      const until = now();
      await within(ANSWER_MS, Promise.allSettled([...processes].map((flush) => flush())));
      deliverUntil(until, 'app');
      deliverUntil(until, 'server');
    });
    return next;
  }

  /** Later lines stay: earlier ones than they are may still be on their way. */
  function deliverUntil(until: number, name: LogName): void {
    const due: Held[] = [];
    const rest: Held[] = [];
    for (const one of held[name]) {
      if (one.time > until) rest.push(one);
      else if (one.time > forgotten[name]) due.push(one);
    }
    held[name] = rest;
    if (rest.length > 0) later();
    const lines = due.sort((a, b) => a.time - b.time).map(({ line }) => line);
    for (let from = 0; from < lines.length; from += AT_ONCE) deliver(name, lines.slice(from, from + AT_ONCE));
  }

  function later(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      void settle();
    }, HOLD_MS).unref();
  }

  function waiting(): number {
    return held.app.length + held.server.length;
  }

  return {
    hold(name, lines, times) {
      // The only process: nobody else has earlier lines.
      if (processes.size === 1 && waiting() === 0) return deliver(name, lines);
      // A line from the future would wait for it.
      const latest = now();
      lines.forEach((line, index) =>
        held[name].push({ time: Math.min(times[index] ?? latest, latest), line }),
      );
      later();
    },

    add(flush) {
      processes.add(flush);
      return () => processes.delete(flush);
    },

    settle,
    waiting,

    forget(name, time) {
      const before = forgotten[name];
      forgotten[name] = time;
      return () => {
        forgotten[name] = before;
      };
    },
  };
}
