import type { Config, DatabaseConfig } from '../config/config.ts';

/** Connections of the supervisor, which only sweeps, dispatches, and loads settings. */
const SUPERVISOR_CONNECTIONS = 2;
/** With a single one, a transaction keeps out everybody else. */
const LEAST_CONNECTIONS = 2;

/** The database of one process, with its part of the connections that the instance may use. */
export function shareOf({ database, workers }: Config, of: 'supervisor' | 'worker'): DatabaseConfig {
  if (database.kind === 'sqlite') return database;
  if (of === 'supervisor') return { ...database, poolSize: SUPERVISOR_CONNECTIONS };
  const all = grows(workers) ? database.poolSize : database.poolSize - SUPERVISOR_CONNECTIONS;
  return { ...database, poolSize: Math.max(LEAST_CONNECTIONS, Math.floor(all / workers.most)) };
}

/** Whether the first process answers too, and others begin when it is busy. */
export function grows({ first, most }: Config['workers']): boolean {
  return first < most;
}
