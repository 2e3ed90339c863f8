import { join } from 'node:path';
import type { Clock } from '../../lib/clock.ts';
import { outlets } from '../../lib/outlet.ts';
import { createSerial } from '../../lib/serial.ts';
import type { Events, Level } from '../events/events.ts';
import type { LoggingSettings, Settings } from '../settings/settings.ts';
import { BACKLOG, type Broker } from './broker.ts';
import { type Collector, createCollector } from './collector.ts';
import { type AppEntry, createAppFormat, createServerFormat, LEVELS, type ServerEntry } from './entries.ts';
import { createLogFile, type LogFile } from './log-file.ts';
import type { Files } from './open-log.ts';
import { createPatterns } from './patterns.ts';
import { readLines } from './read-lines.ts';
import { createKeyRedaction, createRedaction } from './redaction.ts';
import type { LogName } from './snapshots.ts';
import { terminal } from './terminal.ts';

/** Writes both logs as the settings in force say: to files, to followers, and to the console. */
export interface Journal {
  /** Whether a record of this level is written anywhere. To be asked before one is made. */
  takes(level: Level): boolean;
  /**
   * The same for a record of a settings change: also true if the settings before the last change would take it. An
   * attacker with a superadmin's session must not be able to turn the log down without a trace.
   */
  takesChange(level: Level): boolean;
  /** Adds a record that {@link takes} accepts to app.log. */
  record(entry: AppEntry): void;
  /** Adds a text to server.log, a record for each of its lines. */
  print(level: Level, text: string): void;
  /** The file of a log with every line that was added so far. */
  upToDate(name: LogName): Promise<LogFile>;
  /** Whether lines wait because a file cannot be written. */
  readonly inTrouble: boolean;
  /** Begins to write; earlier records are lost. A folder that cannot be written stops nothing. */
  start(): Promise<void>;
  /** Writes pending lines and closes the files. */
  close(): Promise<void>;
}

export interface JournalParts {
  settings: Settings;
  events: Events;
  broker: Broker;
  clock: Clock;
  report: (error: unknown) => void;
  /** Secrets of the service that are in no setting. */
  secrets: readonly string[];
  files: Files;
}

/** A shorter secret would redact half of every line. */
const MIN_SECRET_LENGTH = 6;

export function createJournal(parts: JournalParts): Journal {
  const { settings, events, broker, clock, report } = parts;
  const logging = () => settings.current.logging;
  const patterns = createPatterns(() => logging().redact_patterns, report);
  const redaction = createRedaction(() => logging().redact_sensitive, patterns, secretsInForce());
  const inTurn = createSerial();
  const app = createLog('app', createAppFormat(redaction));
  const server = createLog('server', createServerFormat(redaction));
  let stopListening: (() => void) | undefined;
  let unsubscribe: (() => void) | undefined;
  /** The settings before the last change of any of them. */
  let before = logging();

  interface Log<Entry> {
    name: LogName;
    file: LogFile;
    collector: Collector<Entry>;
  }

  function createLog<Entry>(name: LogName, format: (entry: Entry) => string): Log<Entry> {
    const lost = (lines: number) =>
      events.emit('log.lines_lost', { metadata: { log: `${name}.log`, lines } });
    const file = createLogFile({
      awaited: () => logging().logging,
      retention: () => ({ max: logging().max_log_lines, trim: logging().trim_log_lines }),
      files: parts.files,
      onTrouble: (error) =>
        report(new Error(`${name}.log cannot be written; Keyward keeps trying`, { cause: error })),
      onLost: lost,
    });
    const collector = createCollector(
      format,
      () => patterns.ready(),
      (lines) => {
        const text = `${lines.join('\n')}\n`;
        if (name === 'app' && logging().console_output) outlets.stdout.print(text);
        if (file.path !== null || logging().logging) {
          file.append(text, lines.length);
          broker.publish(name, lines);
        }
        const dropped = collector.takeLost();
        if (dropped > 0) lost(dropped);
        tellOfOutlets();
      },
    );
    return { name, file, collector };
  }

  /** Reports printed lines that could not be written, in the logs that can still be read. */
  function tellOfOutlets(): void {
    for (const [log, outlet] of Object.entries(outlets)) {
      const trouble = outlet.takeTrouble();
      if (trouble !== null)
        report(new Error(`${log} cannot be written; its lines are lost until it can`, { cause: trouble }));
      const lines = outlet.takeLost();
      if (lines > 0) events.emit('log.lines_lost', { metadata: { log, lines } });
    }
  }

  /** The values of the service's own secrets; refreshed when the settings change. */
  function secretsInForce(): () => readonly string[] {
    let of: Settings['current'] | undefined;
    let values: string[] = [];
    return () => {
      if (of === settings.current) return values;
      of = settings.current;
      const { jwt, email, providers } = of;
      const all = [
        ...parts.secrets,
        jwt.secret_key,
        jwt.previous_key?.secret_key ?? '',
        email.password,
        ...Object.values(providers).map(({ client_secret }) => client_secret),
      ];
      // A PEM key is printed line by line.
      values = all.flatMap((secret) => secret.split('\n')).filter(isLongEnough);
      return values;
    };
  }

  async function moveTo({ name, file, collector }: Log<never>, folder: string | null): Promise<void> {
    await collector.flush();
    const path = folder === null ? null : join(folder, `${name}.log`);
    if (path === file.path) return file.settle();
    await file.moveTo(path);
    const last = await file
      .read((handle, index) => readLines(handle, index, Math.max(0, index.lines - BACKLOG), index.lines))
      .catch(() => []);
    broker.remember(name, last);
  }

  async function apply(next: LoggingSettings): Promise<void> {
    if (!next.logging || !next.capture_terminal) {
      stopListening?.();
      stopListening = undefined;
    } else {
      stopListening ??= captureTerminal();
    }
    if (!next.logging) broker.endAll();
    const folder = next.logging ? next.logs_dir : null;
    await Promise.all([moveTo(app, folder), moveTo(server, folder)]);
  }

  function captureTerminal(): () => void {
    const withoutKeys = { stdout: createKeyRedaction(), stderr: createKeyRedaction() };
    return terminal.listen((stream, line) => add(stream, withoutKeys[stream](line)));
  }

  function add(source: ServerEntry['source'], text: string): void {
    if (logging().logging) server.collector.add({ at: clock.now(), source, text });
  }

  return {
    takes: (level) => takes(level, logging()),
    takesChange: (level) => takes(level, logging()) || takes(level, before),
    record: (entry) => app.collector.add(entry),
    print(level, text) {
      const withoutKeys = createKeyRedaction();
      for (const line of text.replace(/\n+$/, '').split('\n')) add(level, withoutKeys(line));
    },
    async upToDate(name) {
      // A change of the settings may be in progress.
      await inTurn(async () => {});
      const { file, collector } = name === 'app' ? app : server;
      await collector.flush();
      return file;
    },
    get inTrouble() {
      return app.file.trouble !== null || server.file.trouble !== null;
    },

    async start() {
      unsubscribe = settings.subscribe((next, previous) => {
        before = previous.logging;
        if (next.logging !== previous.logging) void inTurn(() => apply(next.logging));
      });
      await inTurn(() => apply(logging()));
    },

    close() {
      unsubscribe?.();
      stopListening?.();
      return inTurn(async () => {
        await Promise.all([moveTo(app, null), moveTo(server, null)]);
      });
    },
  };
}

function takes(level: Level, { logging, console_output, level: least }: LoggingSettings): boolean {
  return (logging || console_output) && LEVELS.indexOf(level) >= LEVELS.indexOf(least);
}

function isLongEnough(secret: string): boolean {
  return secret.length >= MIN_SECRET_LENGTH && !secret.startsWith('-----');
}
