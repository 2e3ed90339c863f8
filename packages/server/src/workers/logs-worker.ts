import { createBroker } from '../features/operations/logs/broker.ts';
import type { Keeping, KeeperParts, LogKeeper } from '../features/operations/logs/keeper.ts';
import { tellOfOutlets } from '../features/operations/logs/outlet-troubles.ts';
import type { LogName } from '../features/operations/logs/snapshots.ts';
import type { Channel } from './channel.ts';
import { type LogsOffer, MAX_UNDER_WAY, type RecorderOffer } from './logs-contract.ts';

/** How long lines wait for others: a message for each few would cost more than the lines do. */
const HAND_MS = 25;

/** The logs that the supervisor keeps. Followers are in this process. */
export function remoteLogs(channel: Channel, now: () => number): Keeping {
  return { now, create: (parts) => createRemoteKeeper(channel, parts) };
}

function createRemoteKeeper(channel: Channel, parts: KeeperParts): LogKeeper {
  const { settings, events, flush } = parts;
  const logs = channel.remote<LogsOffer>('logs');
  const { left, take } = channel.posted<LogsOffer>('logs');
  const broker = createBroker({ join: (...follower) => logs.join(...follower), left });
  const lost: Record<LogName, number> = { app: 0, server: 0 };
  let pending = nothing();
  /** Characters, of which the supervisor says how many it has taken. */
  let handed = 0;
  let taken = 0;
  let timer: NodeJS.Timeout | undefined;
  let inTrouble = false;
  let unsubscribe: (() => void) | undefined;

  const offer: RecorderOffer = {
    async flush(nowTaken) {
      taken = nowTaken;
      for (const [name, lines] of Object.entries(lost))
        if (lines > 0) events.emit('log.lines_lost', { metadata: { log: `${name}.log`, lines } });
      Object.assign(lost, { app: 0, server: 0 });
      await flush();
      hand();
    },
    publish: (...lines) => broker.publish(...lines),
    setTrouble(isNow) {
      inTrouble = isNow;
    },
    endStreams: () => broker.endAll(),
  };
  channel.offer('recorder', offer);

  function hand(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting() === 0) return;
    take(pending);
    pending = nothing();
  }

  function waiting(): number {
    return pending.app.times.length + pending.server.times.length;
  }

  return {
    deliver(name, lines, times) {
      const text = `${lines.join('\n')}\n`;
      if (handed - taken + text.length > MAX_UNDER_WAY) lost[name] += lines.length;
      else {
        handed += text.length;
        pending[name].text += text;
        pending[name].times.push(...times);
        timer ??= setTimeout(hand, HAND_MS).unref();
      }
      tellOfOutlets(parts);
    },

    list: () => logs.list(),
    page: (...request) => logs.page(...request),
    snapshot: (...copy) => logs.snapshot(...copy),
    reset: (...log) => logs.reset(...log),
    deleteSnapshot: (...snapshot) => logs.deleteSnapshot(...snapshot),
    streams: broker,
    waiting,
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
      hand();
      // Without the supervisor, this process ends too.
      await logs.end().catch(() => {});
    },
  };
}

function nothing() {
  const none = (): { text: string; times: number[] } => ({ text: '', times: [] });
  return { app: none(), server: none() };
}
