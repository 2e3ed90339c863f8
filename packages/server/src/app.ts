import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { inspect } from 'node:util';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config/config.ts';
import { withPort } from './config/load.ts';
import { type DataDirLock, lockDataDir } from './lock-data-dir.ts';
import { createDataDir, type Secrets } from './config/secrets.ts';
import type { Logs } from './features/logs/logs.ts';
import { terminal } from './features/logs/terminal.ts';
import { checkFirstValues } from './features/settings/check-first-values.ts';
import { createServices, type ServiceParts, type Services } from './features/services.ts';
import {
  checkFirstSuperadmin,
  checkFirstSuperadminIn,
  createFirstSuperadmin,
} from './features/superadmin/first-superadmin.ts';
import type { ReadingPace } from './http/wire/connections.ts';
import type { OnUndeclared, ReportError } from './http/wire/error-response.ts';
import { createServer, endUserPath, type RootPaths } from './http/server.ts';
import { type Clock, systemClock } from './lib/clock.ts';
import { outlets } from './lib/outlet.ts';
import { openStore, type Store } from './store/database.ts';
import { version } from './package.ts';

export interface App {
  server: FastifyInstance;
  services: Services;
  /** Listens at the configured address. @returns the configuration, with the port found for port 0 */
  listen(): Promise<Config>;
  /** Stops accepting, lets requests and mails finish, writes pending notes, closes the database. */
  close(): Promise<void>;
}

/** The parts that tests and host applications replace. */
export interface AppParts
  extends
    RootPaths,
    Pick<
      ServiceParts,
      'moreProviders' | 'presets' | 'hooks' | 'logFiles' | 'documents' | 'argon2' | 'webhookNetwork'
    > {
  clock?: Clock;
  /** Receives unexpected errors; default: standard error. */
  report?: (error: unknown, requestId: string) => void;
  /** Receives one line for the operator; default: standard error. */
  warn?: (line: string) => void;
  onUndeclared?: OnUndeclared;
  readingPace?: ReadingPace;
}

/** How often pending notes are written and old counters dropped. */
const HOUSEKEEPING_MS = 30_000;
/** The failed guesses of this time are forgotten by a kill. */
const FAILURES_MS = 1_000;
const SWEEP_MS = 3_600_000;
/** Half the time that a change may take to reach other instances. */
const SETTINGS_MS = 500;
/** From the start of a close until unsent mails must be stored; see LAST_MOMENT_MS in stop.ts. */
const STORE_MAILS_AFTER_MS = 8_500;
/** How long webhooks may take to answer what they are being told. */
const FINISH_WEBHOOKS_MS = 3_000;
/** The mail server's share of that time, at most. */
const SEND_MAILS_MS = 4_000;

/**
 * Puts the whole service together. The server is ready to listen or to be mounted.
 * @param loadSecrets called once the database is open, because it may generate and keep secrets
 * @throws ConfigError for a superadmin that cannot be created, and for a data directory that another instance uses;
 * MigrationError, and the errors of the database
 */
export async function createApp(
  config: Config,
  loadSecrets: () => Secrets,
  parts: AppParts = {},
): Promise<App> {
  const { clock = systemClock, warn = warnOnStandardError } = parts;
  const report = loggedReport(parts.report ?? reportToStandardError, () => services.logs);
  const { store, secrets, lock } = await open(config, loadSecrets);
  let publicUrl = config.publicUrl;
  const web = config.web ? parts : { ...parts, webPath: false as const };
  const services = createServices({
    ...parts,
    pagesPath: endUserPath(web) || '',
    store,
    config,
    secrets,
    clock,
    publicUrl: () => publicUrl,
    report,
    warn,
  });
  try {
    await services.runtimeSettings.restore();
    await services.restoreFailures();
    await services.logs.start();
    services.trail.start();
    await createFirstSuperadmin(services.superadmins, config);
    await services.mailer.start();
    services.dispatcher.start();
  } catch (error) {
    await services.trail.close();
    await services.logs.close();
    await store.close();
    lock.release();
    throw error;
  }

  const server = createServer({
    ...web,
    services,
    prefix: config.prefix,
    trustedProxies: config.trustedProxies,
    report,
  });
  const timers = [
    every(HOUSEKEEPING_MS, () => services.housekeep(), report),
    every(HOUSEKEEPING_MS, () => services.mailer.start(), report),
    every(FAILURES_MS, () => services.writeFailures(), report),
    ...(config.settingsStore === 'database'
      ? [every(SETTINGS_MS, () => services.runtimeSettings.catchUp(), report)]
      : []),
    every(SWEEP_MS, () => services.sweep(), report),
  ];

  return {
    server,
    services,
    async listen() {
      server.server.maxConnections = config.maxConnections;
      await server.listen({ ...config.listen });
      const address = server.addresses()[0];
      const ready = withPort(config, typeof address === 'object' ? address.port : config.listen.port);
      publicUrl = ready.publicUrl;
      lock.announce(publicUrl);
      services.events.emit('service.started', { metadata: { version: version() } });
      return ready;
    },
    async close() {
      const storeMailsAt = clock.now() + STORE_MAILS_AFTER_MS;
      services.events.emit('service.stopping');
      for (const timer of timers) clearInterval(timer);
      const dispatched = services.dispatcher.close(FINISH_WEBHOOKS_MS);
      await server.close();
      await dispatched;
      await services.trail.close();
      // Even if the database is unreachable, mails can still be sent, and the process must still end.
      const tell = (error: unknown) => report(error, 'closing');
      await services.housekeep().catch(tell);
      await services.runtimeSettings.idle();
      await services.mailer
        .close(Math.max(0, Math.min(SEND_MAILS_MS, storeMailsAt - clock.now())))
        .catch(tell);
      await store.close();
      await services.logs.close();
      lock.release();
    },
  };
}

/** In this order, so that a refused start leaves nothing behind, as far as it can be foreseen. */
async function open(
  config: Config,
  loadSecrets: () => Secrets,
): Promise<{ store: Store; secrets: Secrets; lock: DataDirLock }> {
  const { database, dataDir } = config;
  await checkFirstValues(config);
  if (database.kind === 'sqlite') {
    if (!existsSync(database.file)) checkFirstSuperadmin(config);
    if (dirname(database.file) === dataDir) createDataDir(dataDir);
  }
  // An absent directory has no user. In an existing one, a migration must not run under a running instance.
  let lock = existsSync(dataDir) ? lockDataDir(dataDir) : undefined;
  let store: Store | undefined;
  try {
    store = await openStore(database);
    await checkFirstSuperadminIn(store.accounts, config);
    const secrets = loadSecrets();
    lock ??= lockDataDir(dataDir);
    return { store, secrets, lock };
  } catch (error) {
    await store?.close();
    lock?.release();
    throw error;
  }
}

function every(ms: number, task: () => Promise<void>, report: ReportError): NodeJS.Timeout {
  return setInterval(() => {
    task().catch((error: unknown) => report(error, 'housekeeping'));
  }, ms).unref();
}

/** Reports also go to server.log: once, even if standard error is captured. */
function loggedReport(report: ReportError, logs: () => Logs): ReportError {
  return (error, requestId) => {
    terminal.unheard(() => report(error, requestId));
    logs().print(reported(error, requestId), 'ERROR');
  };
}

function reportToStandardError(error: unknown, requestId: string): void {
  outlets.stderr.print(`keyward: ${reported(error, requestId)}\n`);
}

function reported(error: unknown, requestId: string): string {
  return `unexpected error (request ${requestId}): ${inspect(error)}`;
}

/** Warns the operator in the form of {@link AppParts.warn}. */
export function warnOnStandardError(line: string): void {
  outlets.stderr.print(`keyward: warning: ${line}\n`);
}
