import type { Config, DatabaseConfig } from '../config/config.ts';
import { grows, LEAST_CONNECTIONS } from '../config/load.ts';

/** Connections of the supervisor, which only sweeps, dispatches, and loads settings. */
const SUPERVISOR_CONNECTIONS = 2;

/** The database of one process, with its part of the connections that the instance may use. */
export function shareOf({ database, workers }: Config, of: 'supervisor' | 'worker'): DatabaseConfig {
  if (database.kind === 'sqlite') return database;
  if (of === 'supervisor') return { ...database, poolSize: SUPERVISOR_CONNECTIONS };
  const all = grows(workers) ? database.poolSize : database.poolSize - SUPERVISOR_CONNECTIONS;
  return { ...database, poolSize: Math.max(LEAST_CONNECTIONS, Math.floor(all / workers.most)) };
}

/** The connections to PostgreSQL that a first process keeps beside so many workers; null on SQLite. */
export function poolBeside(config: Config, workers: number): number | null {
  const { database } = config;
  const each = shareOf(config, 'worker');
  if (database.kind === 'sqlite' || each.kind === 'sqlite') return null;
  return Math.max(each.poolSize, database.poolSize - workers * each.poolSize);
}

/** The connections of clients that it keeps: no fewer than a worker has, because it gets no fewer. */
export function connectionsBeside({ maxConnections, workers: { most } }: Config, workers: number): number {
  const each = Math.ceil(maxConnections / most);
  return Math.max(each, maxConnections - workers * each);
}
