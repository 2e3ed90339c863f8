import { inspect } from 'node:util';
import { afterStart } from '../after-start.ts';
import { createApp, type App } from '../app.ts';
import type { Config } from '../config/config.ts';
import { withPort } from '../config/load.ts';
import { loadSecrets } from '../config/secrets.ts';
import type { Shared } from '../features/shared.ts';
import { createMachineTime } from '../lib/machine-time.ts';
import { stopOnSignal } from '../stop.ts';
import { type Channel, createChannel } from './channel.ts';
import type { SupervisorOffer, WorkerOffer } from './contract.ts';
import { remoteCounters } from './counters.ts';
import { remoteEventSeats } from './event-seats.ts';
import { remoteMails } from './mails.ts';
import { remoteLogs } from './logs-worker.ts';
import { grows, shareOf } from './pools.ts';
import { portToSupervisor } from './ports.ts';
import { remoteSettings } from './settings.ts';

/** Answers requests as one of the processes of a supervisor. Resolves when it listens. @throws the errors of `createApp` */
export async function work(config: Config): Promise<void> {
  let starting: Promise<App> | undefined;
  const stop = stopOnSignal(async (fatal) => {
    const app = await starting?.catch(() => undefined);
    if (fatal !== undefined) app?.services.logs.print(inspect(fatal), 'CRITICAL');
    await app?.close();
  });
  const channel = createChannel(portToSupervisor());
  const supervisor = channel.remote<SupervisorOffer>('supervisor');
  const { port, mailRoom } = await supervisor.begin();
  const own = withPort({ ...config, database: shareOf(config, 'worker') }, port);
  starting = createApp(own, () => loadSecrets(own), {
    shared: sharedOver(channel, config.workers.most, mailRoom),
    sharesPort: grows(config.workers),
    // The supervisor says the same.
    warn: () => {},
  });
  const app = await starting;
  const offer: WorkerOffer = {
    catchUp: () => app.services.runtimeSettings.catchUp(),
    // Asked only where there are metrics.
    snapshot: async () => app.metrics?.snapshot() ?? [],
    renewConnections: () => app.renewConnections(),
    stop,
  };
  channel.offer('worker', offer);
  await supervisor.join();
  // A change between the start and this moment reached nobody here.
  await app.services.runtimeSettings.catchUp();
  await app.listen();
  await supervisor.ready();
  afterStart();
}

/** What a process takes from the owner at the other end of `channel`. */
export function sharedOver(channel: Channel, processes: number, mailRoom: number): Shared {
  const supervisor = channel.posted<SupervisorOffer>('supervisor');
  return {
    processes,
    counters: remoteCounters(channel),
    // The supervisor reports what it cannot do.
    mails: remoteMails(channel, mailRoom, () => {}),
    settings: remoteSettings(channel),
    logs: remoteLogs(channel, createMachineTime()),
    eventSeats: remoteEventSeats(channel),
    wakeDispatcher: () => supervisor.wakeDispatcher(),
  };
}
