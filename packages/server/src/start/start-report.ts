import os from 'node:os';
import { SETTINGS } from '../config/settings.ts';
import type { Config } from '../config/config.ts';
import { version } from '../package.ts';

/**
 * The facts about a start, for the log: versions, the machine, the sources of settings. Only counts, kinds, ports and
 * sizes, so it contains no secret.
 * @param config with the actual ports
 */
export function startReport(config: Config, databaseVersion: string): Readonly<Record<string, unknown>> {
  const { database, listen, workers, management, production, profile, given } = config;
  const sources = Object.fromEntries(
    [...Map.groupBy(given.values(), ({ source }) => source)].map(([source, some]) => [source, some.length]),
  );
  return {
    version: version(),
    node: process.versions.node,
    mode: production ? 'production' : 'development',
    profile,
    database: database.kind,
    database_version: databaseVersion,
    ...(database.kind === 'postgres' && { pool_size: database.poolSize }),
    workers,
    cores: os.availableParallelism(),
    memory_limit_mib: memoryLimit(),
    port: listen.port,
    ...(management !== undefined && { management_port: management.port }),
    settings: {
      ...sources,
      default: SETTINGS.length - SETTINGS.filter(({ name }) => given.has(name)).length,
    },
  };
}

/**
 * The limit of the container; null if there is none. A runtime without a limit reports 0 or an absurdly large number.
 */
function memoryLimit(): number | null {
  const bytes = process.constrainedMemory();
  return bytes > 0 && bytes < os.totalmem() ? Math.floor(bytes / 2 ** 20) : null;
}
