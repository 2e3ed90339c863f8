import { inspect } from 'node:util';
import { createApp, type App } from './app.ts';
import { banner } from './start/banner.ts';
import type { Config } from './config/config.ts';
import { loadSecrets } from './config/secrets.ts';
import { processOutputs } from './lib/process-output.ts';
import { findPort, listenError } from './start/listening.ts';
import { stopOnSignal } from './start/stop.ts';

/**
 * Runs the service until a signal: listens and prints its address. On SIGTERM or SIGINT it stops accepting, finishes
 * the work under way and closes the database. Resolves when the service is ready.
 * @throws ConfigError when it cannot listen at the address; and the errors of `createApp`
 */
export async function main(config: Config): Promise<void> {
  let starting: Promise<App> | undefined;
  let stopped = false;
  stopOnSignal(async (fatal) => {
    stopped = true;
    // A start in progress completes first: it takes over the mails that the last shutdown stored.
    const app = await starting?.catch(() => undefined);
    if (fatal !== undefined) app?.services.logs.print(inspect(fatal), 'CRITICAL');
    await app?.close();
  });
  // Checked before anything is created.
  await findPort(config);
  starting = createApp(config, () => loadSecrets(config));
  const app = await starting;
  if (stopped) return;

  let ready: Config;
  try {
    ready = await app.listen();
  } catch (error) {
    await app.close();
    throw listenError(error, config);
  }
  processOutputs.stdout.print(await banner(ready, app.services));
}
