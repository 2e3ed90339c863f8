import type { Server } from 'node:http';
import { KeywardError } from '../errors.ts';
import { aggregate, type Snapshot } from '../features/operations/metrics/aggregate.ts';
import { gauge } from '../features/operations/metrics/families.ts';
import { createMetrics, type Metrics } from '../features/operations/metrics/metrics.ts';
import { serviceSources } from './service-metrics.ts';
import type { Readiness } from '../features/operations/readiness/readiness.ts';
import type { Services } from '../services/services.ts';
import { type Management, openManagement } from '../http/management/management.ts';

/** Measuring and its listener. Loaded only where KEYWARD_MANAGEMENT_PORT is set. */

export { createMetrics };

/** Lets the metrics read the state of the app's parts. @param server undefined in a supervisor */
export function watch(metrics: Metrics, services: Services, server?: Server): void {
  for (const source of serviceSources(services)) metrics.add(source);
  if (server === undefined) return;
  metrics.add(async () => [
    gauge('keyward_http_connections', 'Open connections.', await connectionsOf(server)),
  ]);
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  });
}

/** Listens for a moment, as a test. @throws ConfigError */
export async function assertListenable(address: { host: string; port: number }): Promise<void> {
  const probe = await openManagement(
    address,
    { collect: async () => '', assertReady: async () => {} },
    () => {},
  );
  await probe.close();
}

/** The parts of a service that are served. */
export interface Measured {
  /** The metrics of all its processes. */
  snapshots: () => Promise<Snapshot[]>;
  readiness: Readiness;
  isListening: () => boolean;
}

/**
 * Serves the metrics of all processes of this service, and its readiness.
 * @throws ConfigError for an address that it cannot listen on
 */
export function serve(
  address: { host: string; port: number },
  { snapshots, readiness, isListening }: Measured,
  report: (error: unknown) => void,
): Promise<Management> {
  return openManagement(
    address,
    {
      collect: async () => aggregate(await snapshots()),
      async assertReady() {
        if (!isListening())
          throw new KeywardError('ServiceUnavailableError', { message: 'The service starts.' });
        await readiness.assert();
      },
    },
    report,
  );
}
