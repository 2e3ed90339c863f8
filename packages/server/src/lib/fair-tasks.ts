import { setImmediate, setTimeout } from 'node:timers/promises';
import { createFairQueue } from './fair-queue.ts';

/**
 * Runs one task at a time, and then rests for as long: tasks take at most half of the time from other requests. Askers
 * take turns, so the tasks of one do not delay those of another. A failed task does not stop the others.
 */
export type FairTasks = <T>(asker: string, work: () => Promise<T>) => Promise<T>;

/** Time is passed in for tests: `now` in milliseconds from any start, `rest` waits for so many. */
export function createFairTasks({
  now = () => performance.now(),
  rest = (milliseconds: number): Promise<unknown> => setTimeout(milliseconds),
} = {}): FairTasks {
  const waiting = createFairQueue<{ asker: string; run: () => Promise<void> }>(({ asker }) => asker);
  let running = false;

  async function runAll(): Promise<void> {
    if (running) return;
    running = true;
    for (let next = waiting.next(); next !== undefined; next = waiting.next()) {
      await setImmediate();
      const began = now();
      await next.run();
      await rest(now() - began);
    }
    running = false;
  }

  return <T>(asker: string, work: () => Promise<T>) => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    waiting.add({ asker, run: () => work().then(resolve, reject) });
    void runAll();
    return promise;
  };
}
