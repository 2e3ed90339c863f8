import { inspect } from 'node:util';
import { banner } from '../start/banner.ts';
import type { Config } from '../config/config.ts';
import { withManagementPort, withPort } from '../config/load.ts';
import { loadSecrets } from '../config/secrets.ts';
import { createTotals } from '../features/operations/metrics/totals.ts';
import type { Management } from '../http/management/management.ts';
import { bothInstruments } from '../lib/instrument.ts';
import { processOutputs } from '../lib/process-output.ts';
import { findPort } from '../start/listening.ts';
import { type RunningServices, runServices } from '../start/run-services.ts';
import { stopOnSignal } from '../start/stop.ts';
import { createSharedLogs } from './logs-supervisor.ts';
import { shareOf } from './pools.ts';
import { createWorkerPool, type WorkerPool } from './worker-pool.ts';

/**
 * Runs the service in several processes until a signal: this one owns the shared parts, and its workers answer
 * requests on one port. A worker that dies is replaced. Resolves when all workers are ready.
 * @throws ConfigError when it cannot listen at an address; the errors of `runServices`; Error when a worker cannot
 * start
 */
export async function supervise(config: Config): Promise<void> {
  let starting: Promise<RunningServices> | undefined;
  let pool: WorkerPool | undefined;
  let management: Management | undefined;
  const close = (running: RunningServices) =>
    running.close(async () => {
      await pool?.stop();
      await management?.close();
    });
  stopOnSignal(async (fatal) => {
    const running = await starting?.catch(() => undefined);
    if (fatal !== undefined) running?.services.logs.print(inspect(fatal), 'CRITICAL');
    if (running !== undefined) await close(running);
  });

  const found = withPort(config, await findPort(config));
  const own = { ...found, database: shareOf(found, 'supervisor') };
  const measuring = own.management === undefined ? null : await import('../start/measuring.ts');
  const metrics = measuring?.createMetrics();
  const traces = own.traces
    ? await (await import('../features/operations/traces/traces.ts')).createTraces()
    : undefined;
  const logs = createSharedLogs();
  starting = runServices(own, () => loadSecrets(own), {
    createLogKeeper: logs.create,
    instrument: bothInstruments(traces?.instrument, metrics?.instrument),
  });
  const running = await starting;
  const totals = metrics === undefined ? null : createTotals();
  pool = createWorkerPool(found, { services: running.services, logs }, totals);
  let listening = false;
  try {
    if (measuring !== null && metrics !== undefined && own.management !== undefined) {
      totals?.add(metrics);
      measuring.watch(metrics, running.services);
      management = await measuring.serve(
        own.management,
        {
          snapshots: async () => totals?.snapshots() ?? [],
          readiness: running.services.readiness,
          isListening: () => listening,
        },
        (error) => running.report(error, 'metrics'),
      );
    }
    await Promise.all(Array.from({ length: found.workers }, pool.add));
    listening = true;
  } catch (error) {
    await close(running);
    throw error;
  }
  if (pool.stopping) return;
  const ready = withManagementPort(found, management?.port ?? 0);
  await running.announce(ready);
  processOutputs.stdout.print(await banner(ready, running.services));
}
