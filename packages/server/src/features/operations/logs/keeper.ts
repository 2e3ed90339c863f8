import type { Clock } from '../../../lib/clock.ts';
import type { Events } from '../../audit/events/events.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Broker } from './broker.ts';
import type { Format } from './filter.ts';
import type { Files } from './open-log.ts';
import type { Page, PageRequest } from './reader.ts';
import type { LogFacts, LogName } from './snapshots.ts';
import type { Changer, EventTransactions } from './audited-changes.ts';

export const FORMATS: Record<LogName, Format> = { app: 'jsonl', server: 'text' };

/** A primary log or a snapshot. */
export interface LogInfo extends LogFacts {
  /** `app`, `server`, or a snapshot's full name. */
  name: string;
  source: LogName;
}

/**
 * Stores the lines of recorders in files, sends them to the subscribers of streams, and prints them on the
 * console. One process does this for all processes.
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
  /** The subscribers in this process. */
  readonly streams: Omit<Broker, 'publish'>;
  /** The number of delivered lines that are not in a file yet. */
  waiting(): number;
  /** Whether lines wait because a file cannot be written. */
  isInTrouble(): boolean;
  /** Begins to store lines; earlier ones are lost. It does not fail if the folder cannot be written. */
  start(): Promise<void>;
  /** Stores all lines delivered so far, and stops. */
  close(): Promise<void>;
}

export interface KeeperParts {
  settings: Settings;
  events: Events;
  store: EventTransactions;
  clock: Clock;
  report: (error: unknown) => void;
  files: Files;
  /** Resolves when everything recorded so far has been delivered. */
  flush: () => Promise<void>;
}

/** Makes the keeper of a process that shares its logs with other processes. */
export type CreateKeeper = (parts: KeeperParts) => LogKeeper;
