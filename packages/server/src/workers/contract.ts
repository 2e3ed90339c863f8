import type { Config } from '../config/config.ts';
import type { Measured } from '../features/operations/metrics/totals.ts';
import type { CatchUp } from './settings.ts';

/** The methods that the supervisor exposes to a worker, besides the shared parts. */
export interface SupervisorApi {
  /** The first call. */
  begin(): { given: Config['given']; port: number };
  /** From now on, the worker gets changes. */
  join(): void;
  /** The worker listens. */
  ready(): void;
  /** Shows by its answer that the supervisor does not hang. */
  ping(): void;
  /** Lets the dispatcher look for deliveries that are due. */
  wakeDispatcher(): void;
}

/** The methods that a worker exposes to the supervisor. */
export interface WorkerApi extends CatchUp, Measured {
  /** Shows by its answer that the worker does not hang. */
  ping(): void;
  /** Finishes the requests in progress, and ends the process. */
  stop(): void;
}
