import { createApp, type App, type AppParts } from '../../src/app.ts';
import type { Config } from '../../src/config/config.ts';
import type { Secrets } from '../../src/config/secrets.ts';
import { withPort } from '../../src/config/load.ts';
import { SERVER } from '../../src/config/settings.ts';
import { findPort } from '../../src/listening.ts';
import { runServices } from '../../src/run-services.ts';
import { createMachineTime } from '../../src/lib/machine-time.ts';
import { createChannel } from '../../src/workers/channel.ts';
import type { SupervisorOffer } from '../../src/workers/contract.ts';
import { createSharedLogs } from '../../src/workers/logs-supervisor.ts';
import { offerShared } from '../../src/workers/offer-shared.ts';
import { sharedOver } from '../../src/workers/work.ts';
import { portPair } from './ports.ts';

/**
 * The service as a supervisor and its workers run it, but in one process: each worker has a port, a store and services
 * of its own, and reaches the owner of the rest by messages.
 * @returns the first worker's app, which closes all, and the ports once it listens
 */
export async function createAppInWorkers(
  count: number,
  config: Config,
  loadSecrets: () => Secrets,
  parts: AppParts,
): Promise<{ app: App; ports: () => number[] }> {
  const port = await findPort(config);
  const { publicUrl } = withPort(config, port);
  const { name } = SERVER.publicUrl;
  const given = new Map(config.given).set(name, { text: publicUrl, source: 'environment', label: name });
  const at = (own: number): Config => ({
    ...config,
    listen: { ...config.listen, port: own },
    publicUrl,
    given,
  });
  const logs = createSharedLogs(createMachineTime());
  const owner = await runServices(config, loadSecrets, { ...parts, logKeeping: logs.keeping });
  const { services } = owner;
  const apps: App[] = [];
  for (let index = 0; index < count; index += 1) {
    const [here, there] = portPair().ends.map(createChannel);
    if (here === undefined || there === undefined) throw new Error('A pair has two ends');
    offerShared(here, { services, logs }, () =>
      apps.filter((_, other) => other !== index).map((app) => app.services.runtimeSettings),
    );
    const offer: Pick<SupervisorOffer, 'wakeDispatcher'> = {
      wakeDispatcher: () => services.dispatcher.wake(),
    };
    here.offer('supervisor', offer);
    const shared = sharedOver(there, count, services.mailer.room());
    apps.push(await createApp(at(index === 0 ? port : 0), loadSecrets, { ...parts, shared }));
  }
  const [first] = apps;
  if (first === undefined) throw new Error('A service has at least one worker');
  let ports: number[] = [];
  const app: App = {
    ...first,
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
