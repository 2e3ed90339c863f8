import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createBroker,
  type Broker,
  type Subscriber,
  type StreamEvent,
} from '../../../../src/features/operations/logs/broker.ts';
import { createMemory, type NumberedLines } from '../../../../src/features/operations/logs/memory.ts';

function subscriber(seen: string[]): Subscriber {
  return {
    who: 'account:1',
    right: { sessionId: 1, token: 'token' },
    begin: () => {},
    receive: (events) => seen.push(...linesOf(events)),
    ping: () => seen.push('ping'),
    end: () => seen.push('end'),
  };
}

function linesOf(events: readonly StreamEvent[]): string[] {
  return events.map(({ line }) => line);
}

function createBoth(startedAt: number) {
  const memory = createMemory(startedAt);
  const broker = createBroker({ join: (_log, _who, lastId) => memory.since(lastId) });
  return { memory, broker, publish: (lines: string[]) => broker.publish('app', memory.add(lines)) };
}

/** The lines that a follower gets at the beginning. */
async function backlog(broker: Broker, lastId?: string): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  const one: Subscriber = { ...subscriber([]), receive: (more) => events.push(...more) };
  await broker.follow('app', one, lastId);
  broker.leave(one);
  return events;
}

const NOTHING: NumberedLines = { run: 'x', first: 1, lines: [] };

describe('the broker of streams', () => {
  it('pings every follower every 15 seconds, and nobody who has left', async ({ mock }) => {
    mock.timers.enable({ apis: ['setInterval'] });
    const { broker } = createBoth(0);
    const [stays, leaves]: [string[], string[]] = [[], []];
    const leaving = subscriber(leaves);
    await broker.follow('app', subscriber(stays));
    await broker.follow('server', leaving);
    mock.timers.tick(14_999);
    assert.deepEqual([stays, leaves], [[], []]);
    mock.timers.tick(1);
    assert.deepEqual([stays, leaves], [['ping'], ['ping']]);
    broker.leave(leaving);
    mock.timers.tick(30_000);
    assert.deepEqual([stays, leaves], [['ping', 'ping', 'ping'], ['ping']]);
    broker.endAll();
    mock.timers.tick(30_000);
    assert.deepEqual(stays.slice(3), ['end']);
  });

  it('sends each log to its followers', async () => {
    const broker = createBroker({ join: () => NOTHING });
    const [app, server]: [string[], string[]] = [[], []];
    await broker.follow('app', subscriber(app));
    await broker.follow('server', subscriber(server));
    broker.publish('app', { run: 'x', first: 1, lines: ['a', 'b'] });
    broker.publish('server', { run: 'x', first: 1, lines: ['c'] });
    assert.deepEqual([app, server], [['a', 'b'], ['c']]);
    broker.endAll();
  });

  it('sends what is published while a follower joins once, after the backlog', async () => {
    const joined = Promise.withResolvers<NumberedLines>();
    const broker = createBroker({ join: () => joined.promise });
    const seen: string[] = [];
    const following = broker.follow('app', { ...subscriber(seen), begin: () => seen.push('begin') });
    broker.publish('app', { run: 'x', first: 3, lines: ['3'] });
    broker.publish('app', { run: 'x', first: 4, lines: ['4', '5'] });
    joined.resolve({ run: 'x', first: 2, lines: ['2', '3'] });
    broker.publish('app', { run: 'x', first: 6, lines: ['6'] });
    assert.deepEqual(seen, []);
    await following;
    broker.publish('app', { run: 'x', first: 7, lines: ['7'] });
    assert.deepEqual(seen, ['begin', '2', '3', '4', '5', '6', '7']);
    broker.endAll();
  });

  it('frees a place once, also for a follower who leaves while joining', async () => {
    const joined = Promise.withResolvers<NumberedLines>();
    const left: string[] = [];
    const broker = createBroker({ join: () => joined.promise, left: (log, who) => left.push(log, who) });
    const seen: string[] = [];
    const leaving = { ...subscriber(seen), begin: () => seen.push('begin') };
    const following = broker.follow('app', leaving);
    broker.leave(leaving);
    assert.deepEqual(left, []);
    joined.resolve({ ...NOTHING, lines: ['1'] });
    await following;
    assert.deepEqual([seen, left], [[], ['app', 'account:1']]);
    const stays = subscriber([]);
    await broker.follow('server', stays);
    broker.endAll();
    broker.leave(stays);
    assert.deepEqual(left.slice(2), ['server', 'account:1']);
  });

  it('keeps no place for a follower who is refused', async () => {
    const left: string[] = [];
    const broker = createBroker({
      join: () => Promise.reject(new Error('refused')),
      left: (log) => left.push(log),
    });
    await assert.rejects(broker.follow('app', subscriber([])), /refused/);
    assert.deepEqual([broker.subscribers.size, left], [0, []]);
  });

  it('remembers a thousand lines, or half a million characters, for those who come back', async () => {
    const { broker, memory, publish } = createBoth(7);
    assert.deepEqual(await backlog(broker), []);
    publish(['0']);
    const [seen] = await backlog(broker);
    publish(Array.from({ length: 1_500 }, (_, index) => String(index + 1)));
    const missed = await backlog(broker, seen?.id);
    assert.deepEqual([missed.length, missed[0]?.line, missed.at(-1)?.line], [1_000, '501', '1500']);
    assert.deepEqual(await backlog(broker, missed.at(-1)?.id), []);
    assert.deepEqual(linesOf(await backlog(broker, missed.at(-3)?.id)), ['1499', '1500']);
    publish(Array.from({ length: 20 }, () => 'x'.repeat(100_000)));
    assert.equal((await backlog(broker, missed.at(-1)?.id)).length, 5);
    memory.replace(['new']);
    assert.deepEqual(linesOf(await backlog(broker)), ['new']);
  });
});
