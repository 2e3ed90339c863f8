import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { inspect } from 'node:util';
import type { Config } from '../config/config.ts';
import { createDataDir, type Secrets } from '../config/secrets.ts';
import type { Logs } from '../features/operations/logs/logs.ts';
import { terminal } from '../features/operations/logs/terminal.ts';
import { createServices, type ServiceParts, type Services } from '../services/services.ts';
import { assertMasterKey } from '../features/settings/assert-master-key.ts';
import { checkStartValues } from '../features/settings/check-start-values.ts';
import {
  checkFirstSuperadmin,
  checkFirstSuperadminIn,
  createFirstSuperadmin,
} from '../features/identity/superadmin/first-superadmin.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import { processOutputs } from '../lib/process-output.ts';
import { createHousekeeping } from './housekeeping.ts';
import { type DataDirLock, lockDataDir } from './lock-data-dir.ts';
import { startReport } from './start-report.ts';
import { openStore, type Store } from '../store/database.ts';

/** The running service, without HTTP. */
export interface RunningServices {
  services: Services;
  report: (error: unknown, requestId: string) => void;
  /**
   * Publishes the address for services, commands and refused instances, and logs the start.
   * @param ready the configuration with the actual ports
   */
  announce(ready: Config): Promise<void>;
  /** Publishes the address of the pages alone, for a host application that listens itself. */
  publish(url: string): void;
  /**
   * Finishes deliveries and mails, writes pending notes, closes the database.
   * @param stopAnswering resolves when no request is in progress
   */
  close(stopAnswering: () => Promise<void>): Promise<void>;
}

/** The parts that tests and host applications replace. */
export interface RunParts extends Pick<
  ServiceParts,
  | 'moreProviders'
  | 'presets'
  | 'hooks'
  | 'logFiles'
  | 'createLogKeeper'
  | 'argon2'
  | 'webhookNetwork'
  | 'readTxtRecords'
  | 'pagesPath'
  | 'instrument'
  | 'shared'
  | 'ownedSettings'
> {
  clock?: Clock;
  /** Receives unexpected errors; default: standard error. */
  report?: (error: unknown, requestId: string) => void;
  /** Receives one line for the operator; default: standard error. */
  warn?: (line: string) => void;
}

/** How often pending notes are written and old counters dropped. */
const HOUSEKEEPING_MS = 30_000;
/** A kill loses the failed guesses of this time. */
const FAILURES_MS = 1_000;
const SWEEP_MS = 3_600_000;
/** The bound of routes that spend a proof at each request: see `oauth/routes.ts`. */
const SPENT_MS = 60_000;
/** Impersonations end, and applications are notified of the end of a session, within five times this interval. */
const LOGOUTS_MS = 1_000;
/** Half the time that a change may take to reach other instances. */
const SETTINGS_MS = 500;
/** From the start of a close until unsent mails must be stored; see LAST_MOMENT_MS in stop.ts. */
const STORE_MAILS_AFTER_MS = 8_500;
/** How long webhooks may take to answer running deliveries. */
const FINISH_WEBHOOKS_MS = 3_000;
/** The mail server's maximum share of that time. */
const SEND_MAILS_MS = 4_000;

/**
 * Opens the database, restores the state of earlier runs, and starts the background work. With `parts.shared`, another
 * process of this service does the work that only one process may do.
 * @param loadSecrets called once the database is open, because it may generate and keep secrets
 * @throws ConfigError for a superadmin that cannot be created, and for a data directory that another instance
 * uses; MigrationError, and the errors of the database
 */
export async function runServices(
  config: Config,
  loadSecrets: () => Secrets,
  parts: RunParts = {},
): Promise<RunningServices> {
  const { clock = systemClock, warn = warnOnStandardError, shared } = parts;
  const report = loggedReport(parts.report ?? reportToStandardError, () => services.logs);
  const isOwner = shared === undefined;
  const { store, secrets, lock } = await (isOwner
    ? open(config, loadSecrets)
    : openBeside(config, loadSecrets));
  let publicUrl = config.publicUrl;
  const services = createServices({
    ...parts,
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
    services.eventUpkeep.start();
    if (isOwner) {
      await createFirstSuperadmin(services.superadmins, config);
      // A port of 0 is chosen later; only programs that try Keyward have it.
      if (new URL(publicUrl).port !== '0')
        await store.pictures.moveTo(`${publicUrl}${config.prefix}/picture/`);
      await services.mailer.start();
      services.dispatcher.start();
    }
  } catch (error) {
    await services.eventUpkeep.close();
    await services.logs.close();
    await store.close();
    lock?.release();
    throw error;
  }

  const tell = (line: string): void => {
    terminal.silently(() => warn(line));
    services.logs.print(line, 'WARNING');
  };
  // The owner reports it for all processes.
  const housekeeping = createHousekeeping(isOwner ? tell : () => {}, (error) =>
    report(error, 'housekeeping'),
  );
  housekeeping.every(HOUSEKEEPING_MS, () => services.housekeep());
  housekeeping.every(FAILURES_MS, () => services.writeFailures());
  if (config.settingsStore === 'database')
    housekeeping.every(SETTINGS_MS, () => services.runtimeSettings.catchUp());
  if (isOwner) {
    housekeeping.every(HOUSEKEEPING_MS, () => services.mailer.start());
    housekeeping.every(LOGOUTS_MS, () => services.endImpersonations());
    housekeeping.every(LOGOUTS_MS, () => services.sendLogouts());
    housekeeping.nowAndEvery(SPENT_MS, services.sweepSpent);
    for (const sweep of services.sweeps) housekeeping.nowAndEvery(SWEEP_MS, sweep);
  }

  return {
    services,
    report,
    publish: (url) => lock?.announce(url),
    async announce(ready) {
      publicUrl = ready.publicUrl;
      lock?.announce(publicUrl);
      if (!isOwner) return;
      const databaseVersion = await store.version().catch(() => 'unknown');
      const metadata = startReport(ready, databaseVersion);
      services.events.emit('service.started', { metadata });
    },
    async close(stopAnswering) {
      const storeMailsAt = clock.now() + STORE_MAILS_AFTER_MS;
      if (isOwner) services.events.emit('service.stopping');
      const swept = housekeeping.stop();
      const dispatched = services.dispatcher.close(FINISH_WEBHOOKS_MS);
      await stopAnswering();
      await dispatched;
      await swept;
      await services.eventUpkeep.close();
      // Even if the database is unreachable, mails can still be sent, and the process must still end.
      const reportClosing = (error: unknown) => report(error, 'closing');
      await services.housekeep().catch(reportClosing);
      await services.runtimeSettings.idle();
      await services.mailer
        .close(Math.max(0, Math.min(SEND_MAILS_MS, storeMailsAt - clock.now())))
        .catch(reportClosing);
      await store.close();
      await services.logs.close();
      lock?.release();
    },
  };
}

interface Opened {
  store: Store;
  secrets: Secrets;
  lock: DataDirLock | null;
}

/** In this order, so that a refused start leaves as little as possible behind. */
async function open(config: Config, loadSecrets: () => Secrets): Promise<Opened> {
  const { database, dataDir } = config;
  await checkStartValues(config);
  if (database.kind === 'sqlite') {
    if (!existsSync(database.file)) checkFirstSuperadmin(config);
    if (dirname(database.file) === dataDir) createDataDir(dataDir);
  }
  // A missing directory is not in use. In an existing one, a migration must not run while another instance is running.
  let lock = existsSync(dataDir) ? lockDataDir(dataDir) : undefined;
  let store: Store | undefined;
  try {
    store = await openStore(database);
    await checkFirstSuperadminIn(store.accounts, config);
    await assertMasterKey(config, store.settings);
    const secrets = loadSecrets();
    lock ??= lockDataDir(dataDir);
    return { store, secrets, lock };
  } catch (error) {
    await store?.close();
    lock?.release();
    throw error;
  }
}

/** Opens the parts that the owner of the data directory has checked and prepared. */
async function openBeside(config: Config, loadSecrets: () => Secrets): Promise<Opened> {
  return { store: await openStore(config.database), secrets: loadSecrets(), lock: null };
}

/** Reports also go to server.log: once, even if standard error is captured. */
function loggedReport(report: RunningServices['report'], logs: () => Logs): RunningServices['report'] {
  return (error, requestId) => {
    terminal.silently(() => report(error, requestId));
    logs().print(reported(error, requestId), 'ERROR');
  };
}

function reportToStandardError(error: unknown, requestId: string): void {
  processOutputs.stderr.print(`keyward: ${reported(error, requestId)}\n`);
}

function reported(error: unknown, requestId: string): string {
  return `unexpected error (request ${requestId}): ${inspect(error)}`;
}

/** Warns the operator in the form of {@link RunParts.warn}. */
export function warnOnStandardError(line: string): void {
  processOutputs.stderr.print(`keyward: warning: ${line}\n`);
}
