import type { FileHandle } from 'node:fs/promises';
import { KeywardError } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { cutText, plainJson } from '../../lib/plain-json.ts';
import type { ApiKeyStore } from '../../store/api-keys.ts';
import type { SessionStore } from '../../store/sessions.ts';
import type { Events, Level, ServiceEvent } from '../events/events.ts';
import { askedFactors } from '../factors/kinds.ts';
import { guardStreams } from '../sessions/stream-guard.ts';
import type { Tokens } from '../sessions/tokens.ts';
import { storeDir } from '../settings/sections/logging.ts';
import type { Settings } from '../settings/settings.ts';
import { type Broker, createBroker } from './broker.ts';
import { type ClientFacts, factsOf } from './client-facts.ts';
import { type AppEntry, LEVELS, REQUEST } from './entries.ts';
import type { Format } from './filter.ts';
import { createJournal } from './journal.ts';
import type { LineIndex } from './line-index.ts';
import { type Files, systemFiles } from './open-log.ts';
import { type Page, type PageRequest, readPage } from './reader.ts';
import { copyLines, createSnapshots, type LogFacts, type LogName, sourceOf } from './snapshots.ts';
import type { Actor } from '../actors/actor.ts';
import { createTellChanges, orUnavailable, type TrailTransactions } from './tell-changes.ts';

export type { LogName } from './snapshots.ts';

export const FORMATS: Record<LogName, Format> = { app: 'jsonl', server: 'text' };

/** A primary log or a snapshot. */
export interface LogInfo extends LogFacts {
  /** `app`, `server`, or a snapshot's full name. */
  name: string;
  source: LogName;
}

/** The facts about a request that was answered, or that its client gave up. */
export type RequestFacts = {
  /** A probe without findings. Probes come every few seconds, so their records are DEBUG. */
  routine: boolean;
} & Pick<
  AppEntry,
  | 'requestId'
  | 'method'
  | 'path'
  | 'pathIsOurs'
  | 'statusCode'
  | 'clientIp'
  | 'userAgent'
  | 'durationMs'
  | 'accountId'
  | 'sessionId'
  | 'apiKey'
>;

/** An event of a host application. */
export interface HostEvent {
  /** 1 to 64 letters, digits, `_`, `.` and `-`. */
  event: string;
  /** Default: INFO. */
  level?: Level;
  message: string;
  /** The sender of the request. */
  client?: ClientFacts;
  accountId?: number;
  sessionId?: number;
  /** Any value; it is made plain, bounded and redacted. */
  metadata?: unknown;
}

/** The two logs of the service, app.log with JSON records and server.log with text, and their snapshots. */
export interface Logs {
  /** Writes an event to app.log. @throws TypeError for an invalid name or level */
  write(event: HostEvent): void;
  /** Writes text to server.log, a record for each of its lines. */
  print(text: string, level?: Level): void;
  /** Whether requests are written. To be asked before their facts are collected. */
  readonly wantsRequests: boolean;
  request(facts: RequestFacts): void;
  /** @throws KeywardError `LoggingDisabledError` while logging is turned off */
  assertOn(): void;
  list(): Promise<{ primary: LogInfo[]; snapshots: LogInfo[] }>;
  /** The log that a primary log or a snapshot belongs to. @throws KeywardError `LogNotFoundError` for any other name */
  sourceOf(name: string): LogName;
  /** @throws KeywardError `LogNotFoundError`, `ServiceUnavailableError` while the disk is unavailable */
  page(name: string, request: PageRequest): Promise<Page>;
  /** @throws KeywardError `SnapshotAlreadyExistsError`, `ServiceUnavailableError` */
  snapshot(source: LogName, name: string, by: Actor): Promise<LogInfo>;
  /** Empties a primary log; open handles on the file stay valid. @throws KeywardError `ServiceUnavailableError` */
  reset(name: LogName, by: Actor): Promise<void>;
  /** @throws KeywardError `LogNotFoundError` */
  deleteSnapshot(name: string, by: Actor): Promise<void>;
  follow: Broker['follow'];
  leave: Broker['leave'];
  readonly openStreams: number;
  /** Ends all streams. Called when the service stops. */
  endStreams(): void;
  /** Whether lines wait because a file cannot be written. */
  readonly inTrouble: boolean;
  start(): Promise<void>;
  /** Writes pending lines. */
  close(): Promise<void>;
}

export interface LogsParts {
  settings: Settings;
  events: Events;
  store: TrailTransactions & {
    sessions: Pick<SessionStore, 'ofSuperadmins'>;
    apiKeys: Pick<ApiKeyStore, 'live'>;
  };
  tokens: Pick<Tokens, 'verify'>;
  clock: Clock;
  report: (error: unknown) => void;
  secrets: readonly string[];
  files?: Files | undefined;
}

const HOST_EVENT = /^[A-Za-z0-9_.-]{1,64}$/;

export function createLogs(parts: LogsParts): Logs {
  const { settings, events, store, tokens, clock, report, secrets, files = systemFiles } = parts;
  const broker = createBroker(clock.now());
  const journal = createJournal({ settings, events, broker, clock, report, secrets, files });
  const snapshots = createSnapshots(() => storeDir(settings.current.logging));
  const telling = createTellChanges({ store, events, clock });
  let stopGuard: (() => void) | undefined;

  function onEvent(event: ServiceEvent): void {
    const { name, level, message, at, client, accountId, sessionId, apiKey, metadata } = event;
    if (name === 'settings.changed' ? !journal.takesChange(level) : !journal.takes(level)) return;
    journal.record({
      ...factsOf(client),
      at,
      level,
      event: name,
      message,
      accountId,
      sessionId,
      apiKey,
      metadata: metadata && plainJson(metadata),
    });
    if (name.startsWith('service.')) journal.print(level, message);
  }

  async function primary(name: LogName): Promise<LogInfo> {
    const log = await journal.upToDate(name);
    return log.read(async (file, { lines }) => {
      const { size, birthtimeMs, mtimeMs } = await file.stat();
      return { name, source: name, size, records: lines, createdAt: birthtimeMs, updatedAt: mtimeMs };
    });
  }

  return {
    write({ event, level = 'INFO', message, client, accountId, sessionId, metadata }) {
      if (!HOST_EVENT.test(event)) throw new TypeError(`not an event name: ${JSON.stringify(event)}`);
      if (!LEVELS.includes(level)) throw new TypeError(`not a level: ${JSON.stringify(level)}`);
      if (!journal.takes(level)) return;
      journal.record({
        ...factsOf(client),
        at: clock.now(),
        level,
        event,
        message: cutText(message),
        accountId,
        sessionId,
        metadata: metadata === undefined ? undefined : plainJson(metadata),
      });
    },
    print: (text, level = 'INFO') => journal.print(level, text),

    get wantsRequests() {
      return journal.takes(REQUEST.level);
    },
    request(facts) {
      const level = facts.routine ? 'DEBUG' : REQUEST.level;
      if (!journal.takes(level)) return;
      // Field by field: a spread costs as much as all the rest.
      journal.record({
        at: clock.now(),
        level,
        event: REQUEST.event,
        message: REQUEST.message,
        requestId: facts.requestId,
        method: facts.method,
        path: facts.path,
        statusCode: facts.statusCode,
        clientIp: facts.clientIp,
        userAgent: facts.userAgent,
        durationMs: facts.durationMs,
        accountId: facts.accountId,
        sessionId: facts.sessionId,
        apiKey: facts.apiKey,
        metadata: undefined,
        pathIsOurs: facts.pathIsOurs,
      });
    },

    assertOn() {
      if (!settings.current.logging.logging) throw new KeywardError('LoggingDisabledError');
    },

    list: () =>
      orUnavailable(async () => ({
        primary: [await primary('app'), await primary('server')],
        snapshots: (await snapshots.list()).map((facts) => ({
          ...facts,
          source: primaryOrSnapshot(facts.name),
        })),
      })),

    sourceOf: primaryOrSnapshot,

    page: (name, request) =>
      orUnavailable(async () => {
        const source = primaryOrSnapshot(name);
        const read = (file: FileHandle, index: LineIndex) => readPage(file, index, FORMATS[source], request);
        return name === source ? (await journal.upToDate(source)).read(read) : snapshots.read(name, read);
      }),

    snapshot: (source, name, by) =>
      orUnavailable(async () => {
        const log = await journal.upToDate(source);
        const copy = `${source}-${name}`;
        const facts = await snapshots.create(
          copy,
          // Through `read`, so that the copy starts again if the log is emptied meanwhile.
          (to) => log.read((file, index) => copyLines(file, index, to)),
          (keep) => telling(by, { log: copy, action: 'snapshot' }, keep),
        );
        return { ...facts, source };
      }),

    reset: (name, by) =>
      orUnavailable(async () => {
        const log = await journal.upToDate(name);
        await telling(by, { log: name, action: 'reset' }, () => log.reset());
        broker.remember(name, []);
      }),

    deleteSnapshot: (name, by) => telling(by, { log: name, action: 'delete' }, () => snapshots.delete(name)),

    follow: (...follower) => broker.follow(...follower),
    leave: (follower) => broker.leave(follower),
    get openStreams() {
      return broker.followers.size;
    },
    endStreams: () => broker.endAll(),

    get inTrouble() {
      return journal.inTrouble;
    },

    async start() {
      events.subscribe(onEvent);
      stopGuard = guardStreams({
        open: () => broker.followers,
        sessions: store.sessions,
        apiKeys: store.apiKeys,
        factorsAsked: () => askedFactors('superadmin', settings.current.factors),
        tokens,
        clock,
        report,
      });
      await journal.start();
      await snapshots.sweep().catch(report);
    },

    async close() {
      stopGuard?.();
      broker.endAll();
      await journal.close();
    },
  };
}

function primaryOrSnapshot(name: string): LogName {
  const source = name === 'app' || name === 'server' ? name : sourceOf(name);
  if (source === null) throw new KeywardError('LogNotFoundError');
  return source;
}
