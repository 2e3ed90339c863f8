import type { Server } from 'node:http';
import { aggregate, type Snapshot } from './features/metrics/aggregate.ts';
import { gauge } from './features/metrics/families.ts';
import { createMetrics, type Metrics } from './features/metrics/metrics.ts';
import { serviceSources } from './features/metrics/sources.ts';
import type { Services } from './features/services.ts';
import { type Management, openManagement } from './http/management/management.ts';

/** Measuring and its listener. Loaded only where KEYWARD_MANAGEMENT_PORT is set. */

export { createMetrics };

/** Lets the metrics read what the parts of the app say of themselves. @param server none in a supervisor */
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
    async () => '',
    () => {},
  );
  await probe.close();
}

/**
 * Serves what the processes of this service have measured.
 * @param snapshots those of all of them
 * @throws ConfigError for an address that it cannot listen at
 */
export function serve(
  address: { host: string; port: number },
  snapshots: () => Promise<Snapshot[]>,
  report: (error: unknown) => void,
): Promise<Management> {
  return openManagement(address, async () => aggregate(await snapshots()), report);
}
