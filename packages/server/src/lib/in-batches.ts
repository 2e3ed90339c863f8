import { createTaskQueue } from './task-queue.ts';

/** Few enough that a batch is short, however many steps wait. */
const MOST = 64;

interface Batch<Step> {
  steps: Step[];
  done: Promise<void>;
}

/**
 * Runs steps in batches, one batch after the other: the steps that come while a batch runs wait for it and then run
 * together. A failure of a batch is one of all its steps.
 */
export function inBatches<Step>(
  run: (steps: readonly Step[]) => Promise<void>,
): (step: Step) => Promise<void> {
  const inTurn = createTaskQueue();
  let next: Batch<Step> | undefined;

  function begin(): Batch<Step> {
    const steps: Step[] = [];
    const done = inTurn(() => {
      if (next?.steps === steps) next = undefined;
      return run(steps);
    });
    return { steps, done };
  }

  return (step) => {
    if (next === undefined || next.steps.length === MOST) next = begin();
    next.steps.push(step);
    return next.done;
  };
}
