/** So many tasks wait for each other at most, and the first of them so many milliseconds. */
const MOST = 8;
const MOST_MS = 50;

/**
 * Holds tasks that are done until several can go on in one turn of the event loop. A hash fills the caches of its core
 * with its memory, so all code runs cold after it: what follows eight hashes at once takes half of the time that it takes
 * after each, and shares its look-ups and its commit.
 */
export interface LeaveTogether {
  /** Resolves with those who wait: at the eighth, 50 ms after the first, or at `leave`. */
  wait(): Promise<void>;
  /** Lets go on who waits. */
  leave(): void;
}

export function createLeaveTogether(): LeaveTogether {
  let held: { count: number; gate: PromiseWithResolvers<void>; timer: NodeJS.Timeout } | undefined;

  function leave(): void {
    if (held === undefined) return;
    const { gate, timer } = held;
    held = undefined;
    clearTimeout(timer);
    gate.resolve();
  }

  return {
    wait() {
      held ??= { count: 0, gate: Promise.withResolvers(), timer: setTimeout(leave, MOST_MS) };
      held.count += 1;
      const { promise } = held.gate;
      if (held.count === MOST) leave();
      return promise;
    },
    leave,
  };
}
