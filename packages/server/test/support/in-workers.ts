import { createApp, type App, type AppParts } from '../../src/app.ts';
import type { Config } from '../../src/config/config.ts';
import type { Secrets } from '../../src/config/secrets.ts';
import type { Given } from '../../src/config/sources.ts';
import { withPort } from '../../src/config/load.ts';
import { SERVER } from '../../src/config/settings.ts';
import { findPort } from '../../src/start/listening.ts';
import { runServices } from '../../src/start/run-services.ts';
import { createChannel } from '../../src/workers/channel.ts';
import type { SupervisorApi } from '../../src/workers/contract.ts';
import { createSharedLogs } from '../../src/workers/logs-supervisor.ts';
import { exposeShared } from '../../src/workers/expose-shared.ts';
import { remoteShared } from '../../src/workers/run-worker.ts';
import type { Services } from '../../src/services/services.ts';
import { portPair } from './ports.ts';

/**
 * The service as a supervisor and its workers run it, but in one process. Each worker has its own port, store and
 * services, and calls the owner of the shared parts by messages.
 * @param sharesDatabase with another instance. The workers then get no common address, because they would refuse the
 * tokens of the other instance
 * @returns the app of the first worker, which closes all, with the settings, events, mails and counters of all; and
 * the ports, once it listens
 */
export async function createAppInWorkers(
  count: number,
  config: Config,
  loadSecrets: () => Secrets,
  parts: AppParts,
  sharesDatabase: boolean,
): Promise<{ app: App; ports: () => number[] }> {
  const port = await findPort(config);
  const { publicUrl } = withPort(config, port);
  const { name } = SERVER.publicUrl;
  const address: Given = { text: publicUrl, source: 'environment', label: name };
  const at = (own: number): Config => ({
    ...config,
    listen: { ...config.listen, port: own },
    publicUrl,
    given: sharesDatabase ? config.given : new Map(config.given).set(name, address),
  });
  const logs = createSharedLogs();
  const owner = await runServices(config, loadSecrets, { ...parts, createLogKeeper: logs.create });
  const { services } = owner;
  const apps: App[] = [];
  for (let index = 0; index < count; index += 1) {
    const [here, there] = portPair().ends.map((end) => createChannel(end));
    if (here === undefined || there === undefined) throw new Error('A pair has two ends');
    exposeShared(here, { services, logs }, () =>
      apps.filter((_, other) => other !== index).map((app) => app.services.runtimeSettings),
    );
    const api: Pick<SupervisorApi, 'wakeDispatcher'> = {
      wakeDispatcher: () => services.dispatcher.wake(),
    };
    here.expose('supervisor', api);
    const shared = remoteShared(there, count);
    apps.push(await createApp(at(index === 0 ? port : 0), loadSecrets, { ...parts, shared }));
  }
  const [first] = apps;
  if (first === undefined) throw new Error('A service has at least one worker');
  let ports: number[] = [];
  const app: App = {
    ...first,
    services: { ...first.services, ...together(first.services, services, apps) },
    async listen() {
      const configs = await Promise.all(apps.map((one) => one.listen()));
      ports = configs.map(({ listen }) => listen.port);
      const [ready = config] = configs;
      await owner.announce(ready);
      return ready;
    },
    close: () => owner.close(async () => void (await Promise.all(apps.map((one) => one.close())))),
  };
  return { app, ports: () => ports };
}

/** The state that tests change, wait for and watch, in every process. */
function together(
  first: Services,
  owner: Services,
  apps: readonly App[],
): Pick<Services, 'settings' | 'events' | 'mailer' | 'housekeep' | 'restoreFailures' | 'writeFailures'> {
  const { settings, events, mailer } = first;
  const all = [owner, ...apps.map(({ services }) => services)];
  return {
    settings: {
      get current() {
        return settings.current;
      },
      replace: (next) => all.forEach((one) => one.settings.replace(next)),
      subscribe: (listener) => settings.subscribe(listener),
    },
    events: {
      emit: (name, facts) => events.emit(name, facts),
      subscribe(listener) {
        const ends = all.map((one) => one.events.subscribe(listener));
        return () => ends.forEach((end) => end());
      },
    },
    mailer: {
      ...mailer,
      get captured() {
        return mailer.captured;
      },
      state: () => ({
        ...owner.mailer.state(),
        queued: all.reduce((sum, one) => sum + one.mailer.state().queued, 0),
      }),
    },
    housekeep: async () => void (await Promise.all(all.map((one) => one.housekeep()))),
    restoreFailures: () => owner.restoreFailures(),
    writeFailures: async () => void (await Promise.all(all.map((one) => one.writeFailures()))),
  };
}
