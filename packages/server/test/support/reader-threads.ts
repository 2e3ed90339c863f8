import type { Worker } from 'node:worker_threads';

/** The threads that read SQLite and that start after this call. Use with `using`. */
export function watchReaders() {
  const threads: Worker[] = [];
  const note = (worker: Worker) => threads.push(worker);
  process.on('worker', note);
  return {
    threads,

    /** Blocks the next statements from the newest thread, like a disk that does not answer. */
    block() {
      const worker = threads.at(-1);
      if (worker === undefined) throw new Error('No thread reads');
      const held: unknown[] = [];
      const post = worker.postMessage.bind(worker);
      worker.postMessage = (message: unknown) => void held.push(message);
      return {
        held,
        release() {
          worker.postMessage = post;
          for (const message of held.splice(0)) post(message);
        },
      };
    },
    [Symbol.dispose]: () => void process.off('worker', note),
  };
}
