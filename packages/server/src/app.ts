import type { FastifyInstance } from 'fastify';
import type { Config } from './config/config.ts';
import { withManagementPort, withPort } from './config/load.ts';
import type { Secrets } from './config/secrets.ts';
import { assertFolders } from './features/operations/documents/documents.ts';
import type { Metrics } from './features/operations/metrics/metrics.ts';
import type { Totals } from './features/operations/metrics/totals.ts';
import type { Services } from './services/services.ts';
import type { Management } from './http/management/management.ts';
import { createServer, endUserPath, type RootPaths } from './http/server.ts';
import type { ReadRate } from './http/wire/connections.ts';
import { limitConnections } from './http/wire/connection-limits.ts';
import type { OnUndeclared } from './http/wire/error-response.ts';
import { bothInstruments } from './lib/instrument.ts';
import { type RunParts, runServices, warnOnStandardError } from './start/run-services.ts';

export { warnOnStandardError } from './start/run-services.ts';

export interface App {
  server: FastifyInstance;
  services: Services;
  /** Null unless the metrics are served. */
  metrics: Metrics | null;
  /** Listens at the configured address. @returns the configuration, with the port found for port 0 */
  listen(): Promise<Config>;
  /** For a host application that listens itself: publishes the address of the pages for commands. */
  publish(url: string): void;
  /** Stops accepting, lets requests and mails finish, writes pending notes, closes the database. */
  close(): Promise<void>;
}

/** The parts that tests and host applications replace. */
export interface AppParts extends RootPaths, Omit<RunParts, 'pagesPath' | 'instrument'> {
  /** Sums the measurements of all processes; default: only this one. */
  totals?: Totals | undefined;
  onUndeclared?: OnUndeclared;
  /** Whether answers are compressed for clients that accept it. Default: true. */
  compress?: boolean;
  readingPace?: ReadRate;
  /** Folders with further documentation to serve. */
  documents?: readonly string[];
}

/**
 * Puts the whole service together. The server is ready to listen or to be mounted.
 * @param loadSecrets called once the database is open, because it may generate and keep secrets
 * @throws what `runServices` throws, and an Error if a folder of documents does not exist
 */
export async function createApp(
  config: Config,
  loadSecrets: () => Secrets,
  parts: AppParts = {},
): Promise<App> {
  const { shared, totals, warn = warnOnStandardError, documents = [] } = parts;
  assertFolders(documents);
  const web = config.web ? parts : { ...parts, webPath: false as const };
  const measuring = config.management === undefined ? null : await import('./start/measuring.ts');
  const metrics = measuring?.createMetrics() ?? null;
  const traces = config.traces
    ? await (await import('./features/operations/traces/traces.ts')).createTraces()
    : undefined;
  const running = await runServices(config, loadSecrets, {
    ...parts,
    pagesPath: endUserPath(web) || '',
    instrument: bothInstruments(traces?.instrument, metrics?.instrument),
  }).catch((error: unknown) => {
    metrics?.close();
    throw error;
  });
  const { services, report } = running;
  const server = createServer({
    ...web,
    services,
    documents,
    warn,
    meters: metrics?.requests,
    traces,
    prefix: config.prefix,
    trustedProxies: config.trustedProxies,
    report,
  });
  if (metrics !== null) {
    measuring?.watch(metrics, services, server.server);
    totals?.add(metrics);
  }
  let management: Management | undefined;
  let listening = false;

  return {
    server,
    services,
    metrics,
    publish: (url) => running.publish(url),
    async listen() {
      // The process that owns shared state serves the metrics of all processes.
      if (measuring !== null && metrics !== null && config.management !== undefined && shared === undefined)
        management = await measuring.serve(
          config.management,
          {
            snapshots: async () => totals?.snapshots() ?? [await metrics.snapshot()],
            readiness: services.readiness,
            isListening: () => listening,
          },
          (error) => report(error, 'metrics'),
        );
      const processes = shared?.processes ?? 1;
      limitConnections(
        server.server,
        {
          most: Math.ceil(config.maxConnections / processes),
          perAddress: Math.ceil(config.connectionsPerAddress / processes),
          trustedProxies: config.trustedProxies,
        },
        () => performance.now(),
        (line) => services.logs.print(line, 'WARNING'),
      );
      await server.listen({ ...config.listen });
      listening = true;
      const address = server.addresses()[0];
      const port = typeof address === 'object' ? address.port : config.listen.port;
      const ready = withManagementPort(withPort(config, port), management?.port ?? 0);
      await running.announce(ready);
      return ready;
    },
    close: () =>
      running.close(async () => {
        await server.close();
        // Closed last, so that monitoring sees the shutdown.
        await management?.close();
        metrics?.close();
      }),
  };
}
