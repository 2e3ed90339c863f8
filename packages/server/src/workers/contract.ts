import type { Config } from '../config/config.ts';
import type { Measured } from '../features/operations/metrics/totals.ts';
import type { CatchUp } from './settings.ts';

/** The methods that the supervisor exposes to a worker, besides the shared parts. */
export interface SupervisorApi {
  /** The first call. */
  begin(): { given: Config['given']; port: number };
  /** Subscribes the worker to changes. */
  join(): void;
  /** The worker listens. */
  ready(): void;
  /** An answer shows that the supervisor does not hang. */
  ping(): void;
  /** Makes the dispatcher check for due deliveries. */
  wakeDispatcher(): void;
}

/** The methods that a worker exposes to the supervisor. */
export interface WorkerApi extends CatchUp, Measured {
  /** An answer shows that the worker does not hang. */
  ping(): void;
  /** Finishes the requests in progress, and ends the process. */
  stop(): void;
}
