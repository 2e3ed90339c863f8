import { tooManyStreams } from '../features/operations/logs/broker.ts';
import { createFileKeeper, type FileKeeper } from '../features/operations/logs/file-keeper.ts';
import type { CreateKeeper, KeeperParts, LogKeeper } from '../features/operations/logs/keeper.ts';
import type { LogName } from '../features/operations/logs/snapshots.ts';
import { maySubscribe } from '../lib/subscribers.ts';
import { createTaskQueue } from '../lib/task-queue.ts';
import { settleWithin } from '../lib/settle-within.ts';
import type { Channel } from './channel.ts';
import { type LogsApi, MAX_IN_FLIGHT, type RecorderApi } from './logs-contract.ts';

/** The logs of a supervisor, which keeps the lines of its workers with its own. */
export interface SharedLogs {
  create: CreateKeeper;
  /** Lets a worker deliver its lines, and read the logs. Call it when the keeper exists. */
  expose(channel: Channel): void;
}

/** How long a process may take to deliver its lines: longer than a busy machine blocks one. */
const ANSWER_MS = 1_000;

/** A stream that a worker's client follows. */
interface RemoteSubscriber {
  log: LogName;
  who: string;
  reader: Reader;
}

/** The subscribers of one worker. */
type Reader = Pick<RecorderApi, 'publish'>;

export function createSharedLogs(): SharedLogs {
  const inTurn = createTaskQueue();
  /** One function per process; resolves when all its recorded lines are delivered. */
  const flushes = new Set<() => Promise<void>>();
  let nextFlush: Promise<void> | null = null;
  const remoteSubscribers = new Set<RemoteSubscriber>();
  const listeners = new Set<(inTrouble: boolean) => void>();
  let made: FileKeeper | undefined;

  function keeper(): FileKeeper {
    if (made === undefined)
      throw new Error('The logs of the supervisor are made before those of its workers');
    return made;
  }

  /** In any process. */
  function allSubscribers(): Iterable<{ who: string }> {
    return [...keeper().streams.subscribers, ...remoteSubscribers];
  }

  /**
   * Resolves when all recorded lines are delivered. A process that does not answer in time is left out; its
   * lines follow later.
   */
  function flushAll(): Promise<void> {
    nextFlush ??= inTurn(async () => {
      // A later caller may need lines that this run misses.
      nextFlush = null;
      await settleWithin(ANSWER_MS, Promise.allSettled([...flushes].map((flush) => flush())));
    });
    return nextFlush;
  }

  function create(parts: KeeperParts): LogKeeper {
    const files = createFileKeeper({
      ...parts,
      flush: flushAll,
      onLines(log, lines) {
        const readers = [...remoteSubscribers]
          .filter((subscriber) => subscriber.log === log)
          .map(({ reader }) => reader);
        for (const reader of new Set(readers)) reader.publish(log, lines);
      },
      onTrouble(inTrouble) {
        for (const listener of listeners) listener(inTrouble);
      },
    });
    made = files;
    flushes.add(parts.flush);
    return {
      ...files,
      streams: {
        ...files.streams,
        async follow(...[log, subscriber, lastId]) {
          if (!maySubscribe(allSubscribers(), subscriber.who)) throw tooManyStreams();
          await files.streams.follow(log, subscriber, lastId);
        },
      },
    };
  }

  return {
    create,

    expose(channel) {
      const recorder = channel.remote<RecorderApi>('recorder');
      const posted = channel.posted<RecorderApi>('recorder');
      const reader = createReader(channel);
      const flush = () => recorder.flush();

      const api: LogsApi = {
        begin() {
          flushes.add(flush);
          listeners.add(posted.setTrouble);
          return keeper().isInTrouble();
        },
        end: gone,
        take(lines) {
          for (const name of ['app', 'server'] as const) {
            const text = lines[name];
            if (text !== '') keeper().deliver(name, text.slice(0, -1).split('\n'));
          }
        },
        list: () => keeper().list(),
        page: (...request) => keeper().page(...request),
        snapshot: (...copy) => keeper().snapshot(...copy),
        reset: (...log) => keeper().reset(...log),
        deleteSnapshot: (...snapshot) => keeper().deleteSnapshot(...snapshot),
        async join(log, who, lastId) {
          if (!maySubscribe(allSubscribers(), who)) throw tooManyStreams();
          remoteSubscribers.add({ log, who, reader });
          await flushAll();
          return keeper().remembered(log, lastId);
        },
        left(log, who) {
          const subscriber = [...remoteSubscribers].find(
            (one) => one.reader === reader && one.log === log && one.who === who,
          );
          if (subscriber !== undefined) remoteSubscribers.delete(subscriber);
        },
      };

      function gone(): void {
        flushes.delete(flush);
        listeners.delete(posted.setTrouble);
        for (const subscriber of remoteSubscribers)
          if (subscriber.reader === reader) remoteSubscribers.delete(subscriber);
      }

      channel.expose('logs', api);
      channel.onClose(gone);
    },
  };
}

/**
 * A worker that receives lines too slowly misses some, so its streams end. Their readers reconnect and get the
 * missed lines.
 */
function createReader(channel: Channel): Reader {
  const recorder = channel.remote<RecorderApi>('recorder');
  let inFlight = 0;
  let missed = false;

  async function send(length: number, ...lines: Parameters<Reader['publish']>): Promise<void> {
    inFlight += length;
    await recorder.publish(...lines).catch(() => {});
    inFlight -= length;
    if (!missed || inFlight > 0) return;
    missed = false;
    await recorder.endStreams().catch(() => {});
  }

  return {
    publish(log, lines) {
      const length = lines.lines.reduce((sum, line) => sum + line.length, 0);
      missed ||= inFlight > 0 && inFlight + length > MAX_IN_FLIGHT;
      if (!missed) void send(length, log, lines);
    },
  };
}
