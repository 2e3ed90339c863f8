/** In the environment of workers. Node's own mark is no proof: process managers run whole services as cluster workers. */
const MARK = 'WORKER_OF_KEYWARD';

/** What a supervisor adds to the environment of its workers. */
export const WORKER_ENVIRONMENT = { [MARK]: '1' };

/** Whether a supervisor has started this process. */
export function isWorker(): boolean {
  return process.env[MARK] !== undefined;
}
