import type { Config, DatabaseConfig } from '../config/config.ts';

/** Connections of the supervisor, which only sweeps, dispatches, and loads settings. */
const SUPERVISOR_CONNECTIONS = 2;
/** The minimum of a worker, so that it can answer reads while it writes. */
const LEAST_CONNECTIONS = 2;

/** The database settings of one process, with its share of the instance's connections. */
export function shareOf({ database, workers }: Config, of: 'supervisor' | 'worker'): DatabaseConfig {
  if (database.kind === 'sqlite') return database;
  if (of === 'supervisor') return { ...database, poolSize: SUPERVISOR_CONNECTIONS };
  const each = Math.floor((database.poolSize - SUPERVISOR_CONNECTIONS) / workers);
  return { ...database, poolSize: Math.max(LEAST_CONNECTIONS, each) };
}
