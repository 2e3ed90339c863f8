import type { IncomingMessage, ServerResponse } from 'node:http';
import { ConfigError, systemCode } from '../../config/error.ts';
import { SERVER } from '../../config/settings.ts';
import { http } from '../../lib/node-http.ts';

/**
 * The listener for operators, separate from the service, so that clients that use all connections of the service do not
 * block probes: `GET /metrics`, `/livez` and `/readyz`. It serves a single process or a supervisor. Anybody who can
 * reach its port can read it.
 */
export interface Management {
  /** The port that it listens on. */
  port: number;
  close(): Promise<void>;
}

/** Scrapers keep one connection each. */
const MAX_CONNECTIONS = 100;
const REQUEST_TIMEOUT_MS = 10_000;
const PATHS: ReadonlySet<string> = new Set(['/metrics', '/livez', '/readyz']);
const PROBED = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
const HEADERS = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' };

export interface ManagementParts {
  /** Returns the text of the metrics; simultaneous callers share one. */
  collect: () => Promise<string>;
  /** @throws (rejects) when the service cannot serve */
  assertReady: () => Promise<void>;
}

/**
 * Listens.
 * @param report receives the errors of `collect`
 * @throws ConfigError for an address that it cannot listen on
 */
export async function openManagement(
  address: { host: string; port: number },
  { collect, assertReady }: ManagementParts,
  report: (error: unknown) => void,
): Promise<Management> {
  let collecting: Promise<string> | null = null;

  async function answer({ method, url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
    const refuse = (status: number, message: string) =>
      void response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${message}\n`);
    const path = url.split('?')[0] ?? '';
    if (!PATHS.has(path)) return refuse(404, 'There are only GET /metrics, /livez and /readyz here.');
    if (method !== 'GET' && method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD');
      return refuse(405, 'GET only.');
    }
    if (path !== '/metrics') {
      const ready =
        path === '/livez' ||
        (await assertReady().then(
          () => true,
          () => false,
        ));
      response.writeHead(ready ? 200 : 503, { ...PROBED, ...(!ready && { 'retry-after': '2' }) });
      response.end(JSON.stringify({ status: ready ? 'ok' : 'unavailable' }));
      return;
    }
    try {
      collecting ??= collect().finally(() => (collecting = null));
      const metrics = await collecting;
      response.writeHead(200, HEADERS).end(metrics);
    } catch (error) {
      report(error);
      refuse(500, 'The metrics could not be collected; the log says why.');
    }
  }

  const server = http.createServer(
    { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS, requireHostHeader: false },
    (request, response) => {
      // The body is not read.
      request.resume();
      void answer(request, response);
    },
  );
  server.maxConnections = MAX_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, address)));
    server.listen(address, resolve);
  });
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listenError(error: unknown, { host, port }: { host: string; port: number }): unknown {
  const { managementPort, managementHost } = SERVER;
  switch (systemCode(error)) {
    case 'EADDRINUSE':
      return new ConfigError(
        `${managementPort.name}: ${port} is taken by another program; choose another port, or 0 for a free one.`,
      );
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new ConfigError(
        `${managementHost.name}: "${host}" is not an address of this machine; use 127.0.0.1 or 0.0.0.0.`,
      );
    case 'EACCES':
      return new ConfigError(`${managementPort.name}: ${port} needs more rights; choose a port above 1023.`);
    default:
      return error;
  }
}
