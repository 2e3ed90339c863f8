import type { Config, DatabaseConfig } from '../config/config.ts';

/** Connections of the supervisor, which only sweeps, dispatches, and loads settings. */
const SUPERVISOR_CONNECTIONS = 2;
/** With a single one, a transaction keeps out everybody else. */
const LEAST_CONNECTIONS = 2;

/** The database of one process, with its part of the connections that the instance may use. */
export function shareOf({ database, workers }: Config, of: 'supervisor' | 'worker'): DatabaseConfig {
  if (database.kind === 'sqlite') return database;
  const left = Math.floor((database.poolSize - SUPERVISOR_CONNECTIONS) / workers);
  return {
    ...database,
    poolSize: of === 'supervisor' ? SUPERVISOR_CONNECTIONS : Math.max(LEAST_CONNECTIONS, left),
  };
}
