import { once } from 'node:events';
import { createServer } from 'node:net';
import { inspect } from 'node:util';
import { createApp, type App } from './app.ts';
import { banner } from './banner.ts';
import type { Config } from './config/config.ts';
import { ConfigError, systemCode } from './config/error.ts';
import { loadSecrets } from './config/secrets.ts';
import { outlets } from './lib/outlet.ts';
import { stopOnSignal } from './stop.ts';

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
    // A start under way completes first: it takes over the mails that the last shutdown stored.
    const app = await starting?.catch(() => undefined);
    if (fatal !== undefined) app?.services.logs.print(inspect(fatal), 'CRITICAL');
    await app?.close();
  });
  // Before anything is created.
  await assertListenable(config);
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
  outlets.stdout.print(await banner(ready, app.services));
}

/** Listens for a moment, as a test. @throws ConfigError */
async function assertListenable(config: Config): Promise<void> {
  const probe = createServer();
  try {
    probe.listen(config.listen);
    await once(probe, 'listening');
  } catch (error) {
    throw listenError(error, config);
  }
  probe.close();
  await once(probe, 'close');
}

function listenError(error: unknown, { listen: { host, port } }: Config): unknown {
  switch (systemCode(error)) {
    case 'EADDRINUSE':
      return new ConfigError(
        `KEYWARD_PORT: ${port} is taken by another program, perhaps another Keyward; choose another port with --port, or 0 for a free one.`,
      );
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new ConfigError(
        `KEYWARD_HOST: "${host}" is not an address of this machine; use 127.0.0.1 or 0.0.0.0.`,
      );
    case 'EACCES':
      return new ConfigError(`KEYWARD_PORT: ${port} needs more rights; choose a port above 1023.`);
    default:
      return error;
  }
}
