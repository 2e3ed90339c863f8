import { createBroker } from '../features/operations/logs/broker.ts';
import type { KeeperParts, LogKeeper } from '../features/operations/logs/keeper.ts';
import { reportOutputErrors } from '../features/operations/logs/report-output-errors.ts';
import type { LogName } from '../features/operations/logs/snapshots.ts';
import type { Channel } from './channel.ts';
import { type LogsApi, MAX_IN_FLIGHT, type RecorderApi } from './logs-contract.ts';

/** How long lines are collected, because a message for every few lines would cost more than the lines. */
const HAND_MS = 25;

/** The logs that the supervisor keeps. Subscribers are in this process. */
export function createRemoteKeeper(channel: Channel, parts: KeeperParts): LogKeeper {
  const { settings, events, flush } = parts;
  const logs = channel.remote<LogsApi>('logs');
  const { left } = channel.posted<LogsApi>('logs');
  const broker = createBroker({ join: (...subscriber) => logs.join(...subscriber), left });
  const lost: Record<LogName, number> = { app: 0, server: 0 };
  let pending = { app: '', server: '' };
  let pendingLines = 0;
  /** The number of characters that the supervisor has not confirmed yet. */
  let inFlight = 0;
  let timer: NodeJS.Timeout | undefined;
  let inTrouble = false;
  let unsubscribe: (() => void) | undefined;

  const api: RecorderApi = {
    async flush() {
      await flush();
      void hand();
    },
    publish: (...lines) => broker.publish(...lines),
    setTrouble(isNow) {
      inTrouble = isNow;
    },
    endStreams: () => broker.endAll(),
  };
  channel.expose('recorder', api);

  async function hand(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (pendingLines === 0) return;
    const lines = pending;
    pending = { app: '', server: '' };
    pendingLines = 0;
    // Ignored: without the supervisor, this process ends too.
    await logs.take(lines).catch(() => {});
    inFlight -= lines.app.length + lines.server.length;
    for (const name of ['app', 'server'] as const) {
      if (lost[name] > 0)
        events.emit('log.lines_lost', { metadata: { log: `${name}.log`, lines: lost[name] } });
      lost[name] = 0;
    }
  }

  return {
    deliver(name, lines) {
      const text = `${lines.join('\n')}\n`;
      if (inFlight + text.length > MAX_IN_FLIGHT) lost[name] += lines.length;
      else {
        inFlight += text.length;
        pending[name] += text;
        pendingLines += lines.length;
        timer ??= setTimeout(() => void hand(), HAND_MS).unref();
      }
      reportOutputErrors(parts);
    },

    list: () => logs.list(),
    page: (...request) => logs.page(...request),
    snapshot: (...copy) => logs.snapshot(...copy),
    reset: (...log) => logs.reset(...log),
    deleteSnapshot: (...snapshot) => logs.deleteSnapshot(...snapshot),
    streams: broker,
    waiting: () => pendingLines,
    isInTrouble: () => inTrouble,

    async start() {
      unsubscribe = settings.subscribe(({ logging }) => {
        if (!logging.logging) broker.endAll();
      });
      inTrouble = await logs.begin();
    },

    async close() {
      unsubscribe?.();
      broker.endAll();
      await flush();
      await hand();
      await logs.end().catch(() => {});
    },
  };
}
