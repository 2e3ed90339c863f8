import { asService, currentAsker, SERVICE } from './asker.ts';
import { createFairQueue } from './fair-queue.ts';

/** Few enough that a batch is short, however many steps wait. */
const MOST = 64;

interface Waiting<Step> {
  asker: string;
  step: Step;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Runs steps in batches, one batch after the other: the steps that come while a batch runs wait for it and then run
 * together, those of each asker in turn. A failure of a batch is one of all its steps.
 */
export function inBatches<Step>(
  run: (steps: readonly Step[]) => Promise<void>,
): (step: Step) => Promise<void> {
  const waiting = createFairQueue<Waiting<Step>>(({ asker }) => asker);
  let running = false;

  function nextBatch(): Waiting<Step>[] {
    const batch: Waiting<Step>[] = [];
    while (batch.length < MOST) {
      const next = waiting.next();
      if (next === undefined) break;
      batch.push(next);
    }
    return batch;
  }

  async function runAll(): Promise<void> {
    if (running) return;
    running = true;
    for (let batch = nextBatch(); batch.length > 0; batch = nextBatch())
      try {
        const steps = batch.map(({ step }) => step);
        await asService(() => run(steps));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    running = false;
  }

  return (step) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    waiting.add({ asker: currentAsker.getStore() ?? SERVICE, step, resolve, reject });
    void runAll();
    return promise;
  };
}
