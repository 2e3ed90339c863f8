import { freemem } from 'node:os';
import { performance } from 'node:perf_hooks';
import { inspect } from 'node:util';
import type { App, AppParts } from '../app.ts';
import type { Config } from '../config/config.ts';
import { createTotals } from '../features/metrics/totals.ts';
import { machineShare } from '../features/passwords/hash-queue.ts';
import { createVersionRows } from '../features/settings/versions.ts';
import { createMachineTime } from '../lib/machine-time.ts';
import { createSharedLogs } from './logs-supervisor.ts';
import { connectionsBeside, poolBeside } from './pools.ts';
import { tellAll } from './settings.ts';
import type { WorkerPool } from './worker-pool.ts';

/** When a process is too busy to answer alone. */
export interface Pace {
  checkMs: number;
  /** The part of the time between two checks in which it works. */
  busy: number;
  /** Busy checks in a row. */
  checks: number;
}

/** A short peak is over before another process has started and optimised its code. */
const PACE: Pace = { checkMs: 1_000, busy: 0.8, checks: 15 };

/** Bytes, those that the process works with included. */
const MEMORY_OF_EACH = 256 * 2 ** 20;

/** A service that begins as one process, and to which workers come while this one is busy. They stay. */
export interface Growth {
  /** What makes the first process the owner of what all share. */
  parts: Pick<AppParts, 'logKeeping' | 'ownedSettings' | 'totals' | 'sharesPort'>;
  /** Watches how busy this process is. @param ready the configuration with the ports found */
  watch(app: App, ready: Config): void;
  /** Lets the workers finish what is under way. Resolves when all have ended. */
  stop: () => Promise<void>;
}

export function createGrowth(config: Config, pace: Pace = PACE): Growth {
  const logs = createSharedLogs(createMachineTime());
  const totals = config.management === undefined ? undefined : createTotals();
  let pool: WorkerPool | undefined;
  let timer: NodeJS.Timeout | undefined;
  let count = 0;
  let stopped = false;

  async function grow(app: App, ready: Config): Promise<void> {
    // Before: the database may refuse more connections than all processes may have.
    app.limit({ database: poolBeside(ready, count + 1) });
    try {
      const { createWorkerPool } = await import('./worker-pool.ts');
      if (stopped) return;
      pool ??= createWorkerPool(ready, { services: app.services, logs }, totals ?? null);
      await pool.add();
    } catch (error) {
      app.limit({ database: poolBeside(ready, count) });
      if (!stopped) app.services.logs.print(inspect(error), 'ERROR');
      return;
    }
    count += 1;
    // Not before: until now, nobody else could take what this process refuses.
    app.limit({ connections: connectionsBeside(ready, count) });
    app.services.shareMachine(count + 1);
    // Without it, the first process would keep the clients that made it busy.
    app.renewConnections();
    for (const worker of pool.joined()) void worker.renewConnections().catch(() => {});
    app.services.logs.print(
      `this service is busy: ${count + 1} of ${ready.workers.most} processes answer now`,
    );
  }

  function mayGrow({ workers: { most } }: Config): boolean {
    // What a container has left is no measure: the pages of files that it has read count as used.
    const [, share] = machineShare(count + 2);
    return count + 1 < most && share >= MEMORY_OF_EACH && freemem() >= MEMORY_OF_EACH;
  }

  return {
    parts: {
      logKeeping: logs.keeping,
      ownedSettings: {
        rows: createVersionRows(),
        tellOthers: async () => {
          if (pool !== undefined) await tellAll(pool.joined());
        },
      },
      totals,
      sharesPort: true,
    },

    watch(app, ready) {
      let last = performance.eventLoopUtilization();
      let busyChecks = 0;
      let growing = false;
      timer = setInterval(() => {
        const now = performance.eventLoopUtilization();
        const { utilization } = performance.eventLoopUtilization(now, last);
        last = now;
        busyChecks = utilization > pace.busy && !growing ? busyChecks + 1 : 0;
        if (busyChecks < pace.checks || !mayGrow(ready)) return;
        busyChecks = 0;
        growing = true;
        void grow(app, ready).finally(() => (growing = false));
      }, pace.checkMs).unref();
    },

    async stop() {
      stopped = true;
      clearInterval(timer);
      totals?.close();
      await pool?.stop();
    },
  };
}
