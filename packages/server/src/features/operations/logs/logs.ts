import { KeywardError } from '../../../errors.ts';
import type { Clock } from '../../../lib/clock.ts';
import { cutText, plainJson } from '../../../lib/plain-json.ts';
import type { ApiKeyStore } from '../../../store/tables/api-keys.ts';
import type { SessionStore } from '../../../store/tables/sessions.ts';
import { type Actor, factsOf as factsOfActor } from '../../audit/actors/actor.ts';
import type { Events, Level, ServiceEvent } from '../../audit/events/events.ts';
import { askedFactors } from '../../audit/serializers/factor-kinds.ts';
import { guardStreams } from '../../identity/sessions/stream-guard.ts';
import type { Tokens } from '../../identity/sessions/tokens.ts';
import type { Settings } from '../../settings/settings.ts';
import { type ClientFacts, factsOf } from './client-facts.ts';
import { type AppEntry, LEVELS, REQUEST } from './entries.ts';
import { createFileKeeper, primaryOrSnapshot } from './file-keeper.ts';
import type { CreateKeeper, LogInfo, LogKeeper } from './keeper.ts';
import { type Files, systemFiles } from './open-log.ts';
import { createRecorder } from './recorder.ts';
import type { LogName } from './snapshots.ts';
import type { Changer, EventTransactions } from './audited-changes.ts';

export { FORMATS, type LogInfo } from './keeper.ts';
export type { LogName } from './snapshots.ts';

/** The facts about a request that was answered, or whose client disconnected. */
export type RequestFacts = {
  /** A successful probe, or a file of a page. Because there are many, their records are DEBUG. */
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
  /** Any value. It is converted to plain JSON, bounded and redacted. */
  metadata?: unknown;
}

/** The two logs of the service, app.log with JSON records and server.log with text, and their snapshots. */
export interface Logs {
  /** Writes an event to app.log. @throws TypeError for an invalid name or level */
  write(event: HostEvent): void;
  /** Writes text to server.log, a record for each of its lines. */
  print(text: string, level?: Level): void;
  /** Whether requests are written. Check it before collecting their facts. */
  readonly wantsRequests: boolean;
  request(facts: RequestFacts): void;
  /** @throws KeywardError `LoggingDisabledError` while logging is turned off */
  assertOn(): void;
  list: LogKeeper['list'];
  /** The log that a primary log or a snapshot belongs to. @throws KeywardError `LogNotFoundError` for any other name */
  sourceOf(name: string): LogName;
  page: LogKeeper['page'];
  /** @throws KeywardError `SnapshotAlreadyExistsError`, `ServiceUnavailableError` */
  snapshot(source: LogName, name: string, by: Actor): Promise<LogInfo>;
  /** Empties a primary log; open handles on the file stay valid. @throws KeywardError `ServiceUnavailableError` */
  reset(name: LogName, by: Actor): Promise<void>;
  /** @throws KeywardError `LogNotFoundError` */
  deleteSnapshot(name: string, by: Actor): Promise<void>;
  follow: LogKeeper['streams']['follow'];
  leave: LogKeeper['streams']['leave'];
  /** The streams of this process. */
  readonly openStreams: number;
  /** Ends them all. Called when the service stops. */
  endStreams(): void;
  /** Records and lines that are not in a file yet. */
  readonly waiting: number;
  /** Whether lines wait because a file cannot be written. */
  readonly inTrouble: boolean;
  start(): Promise<void>;
  /** Writes pending lines. */
  close(): Promise<void>;
}

export interface LogsParts {
  settings: Settings;
  events: Events;
  store: EventTransactions & {
    sessions: Pick<SessionStore, 'ofSuperadmins'>;
    apiKeys: Pick<ApiKeyStore, 'live'>;
  };
  tokens: Pick<Tokens, 'verify'>;
  clock: Clock;
  report: (error: unknown) => void;
  secrets: readonly string[];
  files?: Files | undefined;
  /** Default: this process keeps its lines, and only these. */
  createKeeper?: CreateKeeper | undefined;
}

const HOST_EVENT = /^[A-Za-z0-9_.-]{1,64}$/;

export function createLogs(parts: LogsParts): Logs {
  const { settings, events, store, tokens, clock, report, secrets, files = systemFiles } = parts;
  const { createKeeper = createFileKeeper } = parts;
  const recorder = createRecorder({
    settings,
    events,
    clock,
    report,
    secrets,
    deliver: (...lines) => keeper.deliver(...lines),
  });
  const keeper = createKeeper({ settings, events, store, clock, report, files, flush: recorder.flush });
  let stopGuard: (() => void) | undefined;

  function onEvent(event: ServiceEvent): void {
    const { name, level, message, at, client, accountId, sessionId, apiKey, metadata } = event;
    if (name === 'settings.changed' ? !recorder.takesChange(level) : !recorder.takes(level)) return;
    recorder.record({
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
    if (name.startsWith('service.')) recorder.print(level, message);
  }

  return {
    write({ event, level = 'INFO', message, client, accountId, sessionId, metadata }) {
      if (!HOST_EVENT.test(event)) throw new TypeError(`not an event name: ${JSON.stringify(event)}`);
      if (!LEVELS.includes(level)) throw new TypeError(`not a level: ${JSON.stringify(level)}`);
      if (!recorder.takes(level)) return;
      recorder.record({
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
    print: (text, level = 'INFO') => recorder.print(level, text),

    get wantsRequests() {
      return recorder.takes(REQUEST.level);
    },
    request(facts) {
      const level = facts.routine ? 'DEBUG' : REQUEST.level;
      if (!recorder.takes(level)) return;
      // Field by field, because a spread would double the cost.
      const entry: AppEntry = {
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
      };
      recorder.record(entry);
    },

    assertOn() {
      if (!settings.current.logging.logging) throw new KeywardError('LoggingDisabledError');
    },

    list: () => keeper.list(),
    sourceOf: primaryOrSnapshot,
    page: (name, request) => keeper.page(name, request),
    snapshot: (source, name, by) => keeper.snapshot(source, name, changerOf(by)),
    reset: (name, by) => keeper.reset(name, changerOf(by)),
    deleteSnapshot: (name, by) => keeper.deleteSnapshot(name, changerOf(by)),

    follow: (...subscriber) => keeper.streams.follow(...subscriber),
    leave: (subscriber) => keeper.streams.leave(subscriber),
    get openStreams() {
      return keeper.streams.subscribers.size;
    },
    endStreams: () => keeper.streams.endAll(),

    get waiting() {
      return recorder.waiting + keeper.waiting();
    },
    get inTrouble() {
      return keeper.isInTrouble();
    },

    async start() {
      events.subscribe(onEvent);
      stopGuard = guardStreams({
        open: () => keeper.streams.subscribers,
        sessions: store.sessions,
        apiKeys: store.apiKeys,
        factorsAsked: () => askedFactors('superadmin', settings.current.factors),
        tokens,
        clock,
        report,
      });
      recorder.start();
      await keeper.start();
    },

    async close() {
      stopGuard?.();
      recorder.stop();
      await keeper.close();
    },
  };
}

function changerOf(actor: Actor): Changer {
  return { by: actor.by, facts: factsOfActor(actor) };
}
