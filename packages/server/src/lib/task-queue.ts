/** Runs tasks one after the other, in the order of the calls; a failed task does not stop the others. */
export type TaskQueue = <T>(work: () => Promise<T>) => Promise<T>;

export function createTaskQueue(): TaskQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}
