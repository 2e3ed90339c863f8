import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfig } from '../../src/config/load.ts';
import { loadSecrets } from '../../src/config/secrets.ts';
import { createEvents } from '../../src/features/audit/events/events.ts';
import type { Subscriber } from '../../src/features/operations/logs/broker.ts';
import type { CreateKeeper } from '../../src/features/operations/logs/keeper.ts';
import { createLogs, type LogName, type Logs } from '../../src/features/operations/logs/logs.ts';
import { createSections } from '../../src/features/settings/sections.ts';
import { createSettings, type Settings } from '../../src/features/settings/settings.ts';
import { BY_SERVICE } from '../../src/features/audit/events/origin.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createChannel, type Message } from '../../src/workers/channel.ts';
import { createSharedLogs, type SharedLogs } from '../../src/workers/logs-supervisor.ts';
import { createRemoteKeeper } from '../../src/workers/logs-worker.ts';
import { createDisk, type Disk } from '../features/operations/logs/files.ts';
import { CLIENT } from '../http/people.ts';
import { makeTempFolder } from '../support/at-exit.ts';
import { portPair } from '../support/ports.ts';
import { stopwatch, until } from '../support/until.ts';

const BY = {
  kind: 'host',
  by: BY_SERVICE,
  client: CLIENT,
  caller: null,
  key: null,
  delegation: null,
} as const;
const ALL = { offset: 0, limit: 5_000, order: 'asc', filter: {} } as const;

interface Worker {
  logs: Logs;
  /** While it is true, messages of the worker wait, as those of a busy process do. */
  stalled: boolean;
  /** Characters that wait. */
  readonly waiting: number;
  die: () => void;
}

/** A supervisor's logs and those of two workers, connected as processes are. */
interface Processes {
  settings: Settings;
  supervisor: Logs;
  workers: [Worker, Worker];
  disk: Disk;
  reports: unknown[];
  close: () => Promise<void>;
}

async function start(): Promise<Processes> {
  const folder = makeTempFolder('keyward-shared-logs-');
  const config = loadConfig({ env: { KEYWARD_DATA_DIR: folder }, cwd: folder, dotenv: false });
  const { initial } = createSections({ config, secrets: loadSecrets(config), slots: [] });
  const settings = createSettings(initial);
  const disk = createDisk();
  const reports: unknown[] = [];
  const create = (createKeeper: CreateKeeper) =>
    createLogs({
      settings,
      events: createEvents(
        () => systemClock.now(),
        (error) => reports.push(error),
      ),
      store: {
        sessions: { ofSuperadmins: async () => new Set() },
        apiKeys: { live: async () => new Set() },
        transaction: (work) => work({ events: { add: async () => {} } }),
      },
      tokens: { verify: () => Promise.reject(new Error('there are no sessions')) },
      clock: systemClock,
      report: (error) => reports.push(error),
      secrets: [],
      files: disk,
      createKeeper,
    });
  const shared = createSharedLogs();
  const supervisor = create(shared.create);
  await supervisor.start();
  const startWorker = async (): Promise<Worker> => {
    const worker = connect(shared, create);
    await worker.logs.start();
    return worker;
  };
  const workers: [Worker, Worker] = [await startWorker(), await startWorker()];
  return {
    settings,
    supervisor,
    workers,
    disk,
    reports,
    async close() {
      await Promise.all(workers.map(({ logs }) => logs.close()));
      await supervisor.close();
    },
  };
}

function connect(shared: SharedLogs, create: (createKeeper: CreateKeeper) => Logs): Worker {
  const { ends, close } = portPair();
  const [here, there] = ends;
  const waiting: Message[] = [];
  let stalled = false;
  let waitingLength = 0;
  function send(message?: Message): void {
    if (message !== undefined) {
      waiting.push(message);
      waitingLength += JSON.stringify(message).length;
    }
    if (stalled) return;
    for (const one of waiting.splice(0)) there.send(one);
    waitingLength = 0;
  }
  shared.expose(createChannel(here));
  return {
    logs: create((parts) => createRemoteKeeper(createChannel({ ...there, send }), parts)),
    get stalled() {
      return stalled;
    },
    set stalled(isNow) {
      stalled = isNow;
      send();
    },
    get waiting() {
      return waitingLength;
    },
    die: close,
  };
}

async function lines(logs: Logs, name: LogName = 'app'): Promise<string[]> {
  const page = await logs.page(name, ALL);
  return page.lines.map((line) => (name === 'app' ? messageOf(line) : line));
}

function messageOf(line: string): string {
  const { message }: { message: string } = JSON.parse(line);
  return message;
}

function write(logs: Logs, message: string): void {
  logs.write({ event: 'test', message });
}

interface Reading extends Subscriber {
  seen: string[];
  ids: string[];
}

function reading(who = 'account:1'): Reading {
  const seen: string[] = [];
  const ids: string[] = [];
  return {
    seen,
    ids,
    who,
    right: null,
    begin: () => seen.push('begin'),
    receive(events) {
      seen.push(...events.map(({ line }) => messageOf(line)));
      ids.push(...events.map(({ id }) => id));
    },
    ping: () => {},
    end: () => seen.push('end'),
  };
}

describe('the logs of a supervisor and its workers', () => {
  let processes: Processes;
  let one: Worker;
  let other: Worker;
  before(async () => {
    processes = await start();
    [one, other] = processes.workers;
  });
  beforeEach(async () => {
    one.stalled = false;
    await one.logs.reset('app', BY);
  });
  after(() => processes.close());

  it('shows readers all lines from before, those of each process in their order', async () => {
    const { supervisor } = processes;
    const writers = { one: one.logs, other: other.logs, supervisor };
    for (let act = 1; act <= 100; act += 1) {
      for (const [name, logs] of Object.entries(writers)) write(logs, `${name} ${act}`);
      if (act % 20 !== 0) continue;
      for (const reader of Object.values(writers)) {
        const found = (await lines(reader)).slice(1);
        assert.equal(found.length, act * 3);
        for (const name of Object.keys(writers)) {
          const own = found.filter((line) => line.startsWith(`${name} `));
          assert.deepEqual(
            own,
            own.map((_, index) => `${name} ${index + 1}`),
          );
        }
      }
    }
  });

  it('waits for no worker that does not answer, and takes its lines when they come', async () => {
    one.stalled = true;
    write(one.logs, 'late');
    write(other.logs, 'in time');
    assert.deepEqual((await lines(other.logs)).slice(1), ['in time']);
    one.stalled = false;
    write(one.logs, 'later');
    assert.deepEqual((await lines(other.logs)).slice(1), ['in time', 'late', 'later']);
  });

  it('brings streams on any worker the lines of all, and continues where a reader was', async () => {
    const first = reading();
    await one.logs.follow('app', first);
    write(other.logs, 'a');
    await until(() => first.seen.includes('a'), 'the first line arrives');
    write(one.logs, 'b');
    await until(() => first.seen.includes('b'), 'the second line arrives');
    one.logs.leave(first);
    for (const message of ['c', 'd']) write(one.logs, message);
    const again = reading();
    await other.logs.follow('app', again, first.ids.at(-2));
    write(one.logs, 'e');
    await until(() => again.seen.includes('e'), 'the stream goes on');
    other.logs.leave(again);
    assert.deepEqual(first.seen.slice(-2), ['a', 'b']);
    assert.deepEqual(again.seen, ['begin', 'b', 'c', 'd', 'e']);
  });

  it('brings every line once to those who come while lines come', async () => {
    const readers = Array.from({ length: 9 }, (_, index) => reading(`account:${index}`));
    const from = await Promise.all(
      readers.map(async (reader, index) => {
        for (let line = 0; line < 40; line += 1) write(one.logs, `${index}:${line}`);
        await sleep(index * 10);
        const worker = index % 2 === 0 ? one : other;
        await worker.logs.follow('app', reader);
        return worker;
      }),
    );
    write(other.logs, 'last');
    await until(() => readers.every(({ seen }) => seen.includes('last')), 'the last line arrives');
    const all = await lines(one.logs);
    for (const [index, reader] of readers.entries()) {
      const seen = reader.seen.slice(1);
      assert.deepEqual(seen, all.slice(-seen.length), `reader ${index}`);
      assert.ok(seen.length >= 10);
      from[index]?.logs.leave(reader);
    }
  });

  it('counts the streams of all workers together, and those that end make room', async () => {
    const readers = Array.from({ length: 10 }, () => reading());
    for (const [index, reader] of readers.entries())
      await (index % 2 === 0 ? one : other).logs.follow('app', reader);
    await assert.rejects(one.logs.follow('server', reading()), { kind: 'RateLimitedError' });
    await assert.rejects(other.logs.follow('app', reading()), { kind: 'RateLimitedError' });
    assert.deepEqual([one.logs.openStreams, other.logs.openStreams], [5, 5]);
    const [leaving] = readers;
    assert.ok(leaving);
    one.logs.leave(leaving);
    const next = reading();
    await other.logs.follow('app', next);
    assert.deepEqual(next.seen[0], 'begin');
    one.logs.endStreams();
    other.logs.endStreams();
    assert.equal(readers.filter(({ seen }) => seen.at(-1) === 'end').length, 9);
    // The streams that ended leave room for others.
    for (let count = 0; count < 10; count += 1) await other.logs.follow('app', reading());
    other.logs.endStreams();
  });

  it('ends streams on every worker when logging is turned off, and writes on when it is turned on', async () => {
    const { settings } = processes;
    const readers = [reading(), reading()] as const;
    await one.logs.follow('app', readers[0]);
    await other.logs.follow('app', readers[1]);
    write(one.logs, 'before');
    const { current } = settings;
    settings.replace({ ...current, logging: { ...current.logging, logging: false } });
    assert.deepEqual(
      readers.map(({ seen }) => seen.at(-1)),
      ['end', 'end'],
    );
    settings.replace(current);
    write(other.logs, 'after');
    assert.deepEqual((await lines(one.logs)).slice(1).toSorted(), ['after', 'before']);
  });

  it('keeps snapshots and texts of all workers', async () => {
    write(other.logs, 'copied');
    one.logs.print('printed by a worker');
    const { name, records } = await one.logs.snapshot('app', 'copy', BY);
    assert.deepEqual([name, records], ['app-copy', 2]);
    await assert.rejects(other.logs.snapshot('app', 'copy', BY), { kind: 'SnapshotAlreadyExistsError' });
    const { primary, snapshots } = await other.logs.list();
    assert.deepEqual(
      [...primary, ...snapshots].map((info) => info.name),
      ['app', 'server', 'app-copy'],
    );
    await other.logs.deleteSnapshot('app-copy', BY);
    await assert.rejects(one.logs.page('app-copy', { offset: 0, limit: 1, order: 'asc', filter: {} }), {
      kind: 'LogNotFoundError',
    });
    assert.match((await lines(other.logs, 'server')).at(-1) ?? '', / INFO printed by a worker$/);
  });

  it('tells workers of a full disk, reports it once, and writes what waited', async () => {
    const { disk, reports } = processes;
    disk.full = true;
    write(one.logs, 'waits');
    await until(() => one.logs.inTrouble && other.logs.inTrouble, 'the workers know');
    write(other.logs, 'waits too');
    disk.full = false;
    await until(() => !one.logs.inTrouble && !other.logs.inTrouble, 'the workers know that it is over');
    assert.deepEqual((await lines(one.logs)).slice(1).toSorted(), ['waits', 'waits too']);
    assert.equal(reports.splice(0).length, 1);
  });

  it('bounds what waits for a busy supervisor, and says how many lines were lost', async () => {
    one.stalled = true;
    const padding = Array.from({ length: 7 }, () => 'x'.repeat(2_000));
    for (let count = 0; count < 800; count += 1)
      one.logs.write({ event: 'test', message: `big ${count}`, metadata: { padding } });
    let last = 0;
    await until(async () => {
      last = one.waiting;
      await sleep(200);
      return one.waiting > 5_000_000 && one.waiting === last;
    }, 'as much waits as may');
    assert.ok(one.waiting <= 9 * 1024 * 1024);
    one.stalled = false;
    const counted = async () => {
      const { lines: found } = await other.logs.page('app', ALL);
      const kept = found.filter((line) => line.includes('"message":"big'));
      // Lines that tell of losses can be lost too.
      const lost = found.map((line) =>
        Number(/"event":"log.lines_lost".*"lines":(\d+)/.exec(line)?.[1] ?? 0),
      );
      return { kept: kept.length, lost: lost.reduce((sum, count) => sum + count, 0) };
    };
    await until(async () => {
      const { kept, lost } = await counted();
      return kept > 100 && lost > 50 && kept + lost >= 800;
    }, 'every line is kept or counted');
  });

  it('ends the streams of a worker that takes their lines too slowly', async () => {
    const slow = reading();
    const quick = reading();
    await one.logs.follow('app', slow);
    await other.logs.follow('app', quick);
    one.stalled = true;
    const padding = Array.from({ length: 7 }, () => 'x'.repeat(2_000));
    for (let count = 0; count < 700; count += 1) {
      other.logs.write({ event: 'test', message: `big ${count}`, metadata: { padding } });
      // No more at once than a worker may have under way: lines beyond that are lost.
      if (count % 100 === 99)
        await until(() => quick.seen.includes(`big ${count}`), 'the other worker gets them');
    }
    one.stalled = false;
    await until(() => slow.seen.includes('end'), 'the stream ends');
    const seen = slow.seen.filter((line) => line.startsWith('big')).length;
    assert.ok(seen < 700 && !quick.seen.includes('end'), String(seen));
    const again = reading();
    await one.logs.follow('app', again, slow.ids.at(-1));
    write(other.logs, 'after');
    await until(() => again.seen.includes('after'), 'the stream goes on');
    one.logs.endStreams();
    other.logs.endStreams();
  });

  it('continues when a worker dies: with what it had handed over, and with its places for others', async () => {
    for (let count = 0; count < 5; count += 1) await one.logs.follow('app', reading('account:7'));
    for (let count = 0; count < 5; count += 1) await other.logs.follow('app', reading('account:7'));
    const watching = reading();
    await other.logs.follow('app', watching);
    write(one.logs, 'handed over');
    await until(() => watching.seen.includes('handed over'), 'the supervisor has the line');
    one.stalled = true;
    write(one.logs, 'lost');
    one.die();
    write(other.logs, 'lives');
    const took = stopwatch();
    assert.deepEqual((await lines(other.logs)).slice(1), ['handed over', 'lives']);
    assert.ok(took() < 500, 'the dead are not asked');
    for (let count = 0; count < 5; count += 1) await other.logs.follow('app', reading('account:7'));
    other.logs.endStreams();
  });
});
