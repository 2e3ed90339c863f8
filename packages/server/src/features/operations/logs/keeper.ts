import type { Clock } from '../../../lib/clock.ts';
import type { Events } from '../../audit/events/events.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Broker } from './broker.ts';
import type { Format } from './filter.ts';
import type { Files } from './open-log.ts';
import type { Page, PageRequest } from './reader.ts';
import type { LogFacts, LogName } from './snapshots.ts';
import type { Changer, TrailTransactions } from './audited-changes.ts';

export const FORMATS: Record<LogName, Format> = { app: 'jsonl', server: 'text' };

/** A primary log or a snapshot. */
export interface LogInfo extends LogFacts {
  /** `app`, `server`, or a snapshot's full name. */
  name: string;
  source: LogName;
}

/**
 * Keeps the lines that recorders have made: in files, for the followers of streams, and on the console. One process
 * does this, also for the recorders of others.
 */
export interface LogKeeper {
  /** Takes lines, in the order in which they were recorded. */
  deliver(name: LogName, lines: readonly string[]): void;
  list(): Promise<{ primary: LogInfo[]; snapshots: LogInfo[] }>;
  /** @throws KeywardError `LogNotFoundError`, `ServiceUnavailableError` while the disk is unavailable */
  page(name: string, request: PageRequest): Promise<Page>;
  /** @throws KeywardError `SnapshotAlreadyExistsError`, `ServiceUnavailableError` */
  snapshot(source: LogName, name: string, changer: Changer): Promise<LogInfo>;
  /** Empties a primary log; open handles on the file stay valid. @throws KeywardError `ServiceUnavailableError` */
  reset(name: LogName, changer: Changer): Promise<void>;
  /** @throws KeywardError `LogNotFoundError` */
  deleteSnapshot(name: string, changer: Changer): Promise<void>;
  /** The followers in this process. */
  readonly streams: Omit<Broker, 'publish'>;
  /** Lines that were delivered and are in no file. */
  waiting(): number;
  /** Whether lines wait because a file cannot be written. */
  isInTrouble(): boolean;
  /** Begins to keep lines; earlier ones are lost. A folder that cannot be written stops nothing. */
  start(): Promise<void>;
  /** Keeps the lines that were delivered so far, and ends. */
  close(): Promise<void>;
}

export interface KeeperParts {
  settings: Settings;
  events: Events;
  store: TrailTransactions;
  clock: Clock;
  report: (error: unknown) => void;
  files: Files;
  /** Resolves when all that was recorded so far has been delivered. */
  flush: () => Promise<void>;
}

/** Makes the keeper of a process whose lines are kept together with those of others. */
export type CreateKeeper = (parts: KeeperParts) => LogKeeper;
