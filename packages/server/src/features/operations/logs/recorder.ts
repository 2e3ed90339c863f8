import { replacedKeys } from '../../../config/sections/jwt.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Events, Level } from '../../audit/events/events.ts';
import type { LoggingSettings, Settings } from '../../settings/settings.ts';
import { createCollector } from './collector.ts';
import { type AppEntry, createAppFormat, createServerFormat, LEVELS, type ServerEntry } from './entries.ts';
import type { LogKeeper } from './keeper.ts';
import { createPatterns } from './patterns.ts';
import { createKeyRedaction, createRedaction } from './redaction.ts';
import type { LogName } from './snapshots.ts';
import { terminal } from './terminal.ts';

/**
 * Turns the events of this process into lines, formatted and redacted by the settings in force, and captures its
 * output.
 */
export interface Recorder {
  /** Whether a record of this level is written anywhere. Check it before making one. */
  takes(level: Level): boolean;
  /**
   * The same for a record of a settings change. Also true if the previous settings would write it. An attacker
   * with a superadmin's session must not be able to turn the log off without a trace.
   */
  takesChange(level: Level): boolean;
  /** Adds a record that {@link takes} accepts to app.log. */
  record(entry: AppEntry): void;
  /** Adds a text to server.log, a record for each of its lines. */
  print(level: Level, text: string): void;
  /** Records that have not been delivered. */
  readonly waiting: number;
  /** Resolves when all that was added so far has been delivered. */
  flush: () => Promise<void>;
  /** Follows the settings, and captures the output if they require it. */
  start(): void;
  /** Ends capturing. Added lines can still be flushed. */
  stop(): void;
}

export interface RecorderParts {
  settings: Settings;
  events: Events;
  clock: Clock;
  report: (error: unknown) => void;
  /** Secrets of the service that are not settings. */
  secrets: readonly string[];
  deliver: LogKeeper['deliver'];
}

/** A shorter secret would redact half of every line. */
const MIN_SECRET_LENGTH = 6;

export function createRecorder(parts: RecorderParts): Recorder {
  const { settings, events, clock, report, deliver } = parts;
  const logging = () => settings.current.logging;
  const patterns = createPatterns(() => logging().redact_patterns, report);
  const redaction = createRedaction(() => logging().redact_sensitive, patterns, secretsInForce());
  const app = collect('app', createAppFormat(redaction));
  const server = collect('server', createServerFormat(redaction));
  let stopListening: (() => void) | undefined;
  let unsubscribe: (() => void) | undefined;
  /** The settings before their last change. */
  let before = logging();

  function collect<Entry>(name: LogName, format: (entry: Entry) => string) {
    const collector = createCollector(
      format,
      () => patterns.ready(),
      (lines) => {
        deliver(name, lines);
        const dropped = collector.takeLost();
        if (dropped > 0) events.emit('log.lines_lost', { metadata: { log: `${name}.log`, lines: dropped } });
      },
    );
    return collector;
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
        ...replacedKeys(jwt).map(({ secret_key }) => secret_key),
        email.password,
        ...Object.values(providers).map(({ client_secret }) => client_secret),
      ];
      // A PEM key is printed line by line.
      values = all.flatMap((secret) => secret.split('\n')).filter(isLongEnough);
      return values;
    };
  }

  function capture(next: LoggingSettings): void {
    if (!next.logging || !next.capture_terminal) {
      stopListening?.();
      stopListening = undefined;
    } else {
      stopListening ??= captureTerminal();
    }
  }

  function captureTerminal(): () => void {
    const withoutKeys = { stdout: createKeyRedaction(), stderr: createKeyRedaction() };
    return terminal.listen((stream, line) => add(stream, withoutKeys[stream](line)));
  }

  function add(source: ServerEntry['source'], text: string): void {
    if (logging().logging) server.add({ at: clock.now(), source, text });
  }

  return {
    takes: (level) => takes(level, logging()),
    takesChange: (level) => takes(level, logging()) || takes(level, before),
    record: (entry) => app.add(entry),
    print(level, text) {
      const withoutKeys = createKeyRedaction();
      for (const line of text.replace(/\n+$/, '').split('\n')) add(level, withoutKeys(line));
    },
    get waiting() {
      return app.waiting + server.waiting;
    },
    async flush() {
      await Promise.all([app.flush(), server.flush()]);
    },

    start() {
      unsubscribe = settings.subscribe((next, previous) => {
        before = previous.logging;
        if (next.logging !== previous.logging) capture(next.logging);
      });
      capture(logging());
    },

    stop() {
      unsubscribe?.();
      stopListening?.();
    },
  };
}

function takes(level: Level, { logging, console_output, level: least }: LoggingSettings): boolean {
  return (logging || console_output) && LEVELS.indexOf(level) >= LEVELS.indexOf(least);
}

function isLongEnough(secret: string): boolean {
  return secret.length >= MIN_SECRET_LENGTH && !secret.startsWith('-----');
}
