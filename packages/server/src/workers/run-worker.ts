import { inspect } from 'node:util';
import { createApp, type App } from '../app.ts';
import type { Config } from '../config/config.ts';
import { loadConfig, withPort } from '../config/load.ts';
import { loadSecrets } from '../config/secrets.ts';
import type { Shared } from '../services/shared.ts';
import { systemClock } from '../lib/clock.ts';
import { processOutputs } from '../lib/process-output.ts';
import { stopOnSignal } from '../start/stop.ts';
import { type Channel, createChannel, type Remote } from './channel.ts';
import type { SupervisorApi, WorkerApi } from './contract.ts';
import { remoteCounters } from './counters.ts';
import { remoteStreamSlots } from './stream-slots.ts';
import { remoteMails } from './mails.ts';
import { createRemoteKeeper } from './logs-worker.ts';
import { shareOf } from './pools.ts';
import { watchHeartbeat } from './heartbeat.ts';
import { portToSupervisor } from './ports.ts';
import { remoteSettings } from './settings.ts';

/** 30 s: a slow disk can delay the supervisor, and a false alarm would stop the whole service. */
const SUPERVISOR_TIMES = 3;

/** The facts that a worker gets from the supervisor at its start. */
export interface Beginning {
  config: Config;
  channel: Channel;
}

/**
 * Gets the settings from the owner, because their sources may have changed since the owner read them. Resolves
 * with the configuration of one of the processes of the service.
 */
export async function begin(): Promise<Beginning> {
  const channel = createChannel(portToSupervisor());
  const { given, port } = await channel.remote<SupervisorApi>('supervisor').begin();
  const config = withPort(loadConfig({ env: {}, options: given, cwd: process.cwd(), dotenv: false }), port);
  return { config: { ...config, database: shareOf(config, 'worker') }, channel };
}

/** Answers requests as one of the processes of a service. Resolves when it listens. @throws the errors of `createApp` */
export async function runWorker({ config, channel }: Beginning): Promise<void> {
  let starting: Promise<App> | undefined;
  const stop = stopOnSignal(async (fatal) => {
    const app = await starting?.catch(() => undefined);
    if (fatal !== undefined) app?.services.logs.print(inspect(fatal), 'CRITICAL');
    await app?.close();
  });
  const supervisor = channel.remote<SupervisorApi>('supervisor');
  starting = createApp(config, () => loadSecrets(config), {
    shared: remoteShared(channel, config.workers),
    // The supervisor reports the same.
    warn: () => {},
  });
  const app = await starting;
  const api: WorkerApi = {
    catchUp: () => app.services.runtimeSettings.catchUp(),
    // Called only if metrics are served.
    snapshot: async () => app.metrics?.snapshot() ?? [],
    ping: () => {},
    stop,
  };
  channel.expose('worker', api);
  await supervisor.join();
  // Catches up with changes since the start.
  await app.services.runtimeSettings.catchUp();
  await app.listen();
  await supervisor.ready();
  void endWithHungSupervisor(supervisor);
}

/**
 * Ends the service when its supervisor hangs: otherwise new clients would wait forever, and a service manager would not
 * notice. The other workers end with it.
 */
async function endWithHungSupervisor(supervisor: Remote<SupervisorApi>): Promise<void> {
  const pid = process.ppid;
  await watchHeartbeat(
    () => supervisor.ping(),
    () => !process.connected,
    { clock: systemClock, times: SUPERVISOR_TIMES },
  );
  if (!process.connected) return;
  processOutputs.stderr.print('keyward: the supervisor no longer answers; the service stops\n');
  process.kill(pid, 'SIGKILL');
  // In a container, the supervisor may be process 1, which ignores signals from within.
  process.exit(1);
}

/** The shared parts of the owner at the other end of `channel`. */
export function remoteShared(channel: Channel, processes: number): Shared {
  const supervisor = channel.posted<SupervisorApi>('supervisor');
  return {
    processes,
    counters: remoteCounters(channel),
    // Errors are ignored here, because the supervisor reports them.
    mails: remoteMails(channel, () => {}),
    settings: remoteSettings(channel),
    createLogKeeper: (parts) => createRemoteKeeper(channel, parts),
    streamSlots: remoteStreamSlots(channel),
    wakeDispatcher: () => supervisor.wakeDispatcher(),
  };
}
