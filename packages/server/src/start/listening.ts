import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '../config/config.ts';
import { ConfigError, systemCode } from '../config/error.ts';

/**
 * Listens for a moment at the configured addresses, as a test.
 * @returns the port of the service, which is found for port 0
 * @throws ConfigError
 */
export async function findPort(config: Config): Promise<number> {
  const probe = createServer();
  try {
    probe.listen(config.listen);
    await once(probe, 'listening');
  } catch (error) {
    throw listenError(error, config);
  }
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (config.management !== undefined)
    await (await import('./measuring.ts')).assertListenable(config.management);
  return typeof address === 'object' && address !== null ? address.port : config.listen.port;
}

/** The error of listening at the configured address, with its remedy; any other error unchanged. */
export function listenError(error: unknown, { listen: { host, port } }: Config): unknown {
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
