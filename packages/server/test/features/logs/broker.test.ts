import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createBroker, type Follower, type StreamEvent } from '../../../src/features/logs/broker.ts';

function follower(seen: string[]): Follower {
  return {
    who: 'account:1',
    right: { sessionId: 1, token: 'token' },
    receive: (events) => seen.push(...linesOf(events)),
    ping: () => seen.push('ping'),
    end: () => seen.push('end'),
  };
}

function linesOf(events: readonly StreamEvent[]): string[] {
  return events.map(({ line }) => line);
}

describe('the broker of streams', () => {
  it('pings everybody every 15 seconds, and nobody who has left', ({ mock }) => {
    mock.timers.enable({ apis: ['setInterval'] });
    const broker = createBroker(0);
    const [stays, leaves]: [string[], string[]] = [[], []];
    const leaving = follower(leaves);
    broker.follow('app', follower(stays));
    broker.follow('server', leaving);
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

  it('brings each log to those who follow it', () => {
    const broker = createBroker(0);
    const [app, server]: [string[], string[]] = [[], []];
    broker.follow('app', follower(app));
    broker.follow('server', follower(server));
    broker.publish('app', ['a', 'b']);
    broker.publish('server', ['c']);
    assert.deepEqual([app, server], [['a', 'b'], ['c']]);
    broker.endAll();
  });

  it('remembers a thousand lines, or half a million characters, for those who come back', () => {
    const broker = createBroker(7);
    const first = broker.follow('app', follower([]));
    assert.deepEqual(first, []);
    broker.publish('app', ['0']);
    const [seen] = broker.follow('app', follower([]));
    broker.publish(
      'app',
      Array.from({ length: 1_500 }, (_, index) => String(index + 1)),
    );
    const missed = broker.follow('app', follower([]), seen?.id);
    assert.deepEqual([missed.length, missed[0]?.line, missed.at(-1)?.line], [1_000, '501', '1500']);
    assert.deepEqual(broker.follow('app', follower([]), missed.at(-1)?.id), []);
    assert.deepEqual(linesOf(broker.follow('app', follower([]), missed.at(-3)?.id)), ['1499', '1500']);
    broker.publish(
      'app',
      Array.from({ length: 20 }, () => 'x'.repeat(100_000)),
    );
    assert.equal(broker.follow('app', follower([]), missed.at(-1)?.id).length, 5);
    broker.remember('app', ['new']);
    assert.deepEqual(linesOf(broker.follow('app', follower([]))), ['new']);
    broker.endAll();
  });
});
