/** In the environment of workers. Node's own mark is no proof: process managers run whole services as cluster workers. */
const MARK = 'WORKER_OF_KEYWARD';

/** What a worker has in its environment. */
export const WORKER_ENVIRONMENT = { [MARK]: '1' };

/** Whether another process of this service has started this one. */
export function isWorker(): boolean {
  return process.env[MARK] !== undefined;
}
