import { inspect } from 'node:util';
import { createApp, type App } from './app.ts';
import { banner } from './banner.ts';
import type { Config } from './config/config.ts';
import { grows } from './config/load.ts';
import { loadSecrets } from './config/secrets.ts';
import { outlets } from './lib/outlet.ts';
import { claimPort, findPort, listenError } from './listening.ts';
import { stopOnSignal } from './stop.ts';
import type { Pace } from './workers/growth.ts';

/**
 * Runs the service until a signal: listens and prints its address. On SIGTERM or SIGINT it stops accepting, finishes
 * the work under way and closes the database. Resolves when the service is ready.
 * @param pace when the service counts as busy
 * @throws ConfigError when it cannot listen at the address; and the errors of `createApp`
 */
export async function main(config: Config, pace?: Pace): Promise<void> {
  let starting: Promise<App> | undefined;
  let stopped = false;
  stopOnSignal(async (fatal) => {
    stopped = true;
    // A start under way completes first: it takes over the mails that the last shutdown stored.
    const app = await starting?.catch(() => undefined);
    if (fatal !== undefined) app?.services.logs.print(inspect(fatal), 'CRITICAL');
    await app?.close(growth?.stop);
  });
  const growth = grows(config.workers)
    ? (await import('./workers/growth.ts')).createGrowth(config, pace)
    : null;
  // Before anything is created.
  await findPort(config);
  if (growth !== null) await claimPort(config);
  starting = createApp(config, () => loadSecrets(config), growth?.parts);
  const app = await starting;
  if (stopped) return;

  let ready: Config;
  try {
    ready = await app.listen();
  } catch (error) {
    await app.close();
    throw listenError(error, config);
  }
  growth?.watch(app, ready);
  outlets.stdout.print(await banner(ready, app.services));
}
