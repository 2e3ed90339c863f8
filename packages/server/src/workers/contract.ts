import type { Config } from '../config/config.ts';
import type { Measured } from '../features/operations/metrics/totals.ts';
import type { CatchUp } from './settings.ts';

/** What the supervisor offers a worker, besides what they share. */
export interface SupervisorApi {
  /** The first call. */
  begin(): { given: Config['given']; port: number };
  /** From here on, the worker is told of changes. */
  join(): void;
  /** The worker listens. */
  ready(): void;
  /** Shows by its answer that the supervisor does not hang. */
  ping(): void;
  /** Lets the dispatcher look for deliveries that are due. */
  wakeDispatcher(): void;
}

/** What a worker offers the supervisor. */
export interface WorkerApi extends CatchUp, Measured {
  /** Shows by its answer that the worker does not hang. */
  ping(): void;
  /** Finishes what is under way, and ends the process. */
  stop(): void;
}
