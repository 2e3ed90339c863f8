import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';

import { KeywardError } from '../../../../src/errors.ts';
import { createHashQueue, hashQueueSize } from '../../../../src/features/identity/passwords/hash-queue.ts';

/** Tasks that end on request; `started` has the order in which the queue started them. */
function handTasks() {
  const started: string[] = [];
  const ends = new Map<string, { resolve: (value: string) => void; reject: (reason: Error) => void }>();
  const task = (name: string) => async (): Promise<string> => {
    started.push(name);
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    ends.set(name, { resolve, reject });
    return promise;
  };
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.resolve(name);
    await turn();
  };
  const fail = async (name: string): Promise<void> => {
    ends.get(name)?.reject(new Error(name));
    await turn();
  };
  return { started, task, end, fail };
}

describe('createHashQueue', () => {
  it('runs as many tasks as it has permits and lets the others in first come, first served', async () => {
    const queue = createHashQueue({ permits: 2, maxWaiting: 10 });
    const { started, task, end } = handTasks();
    const runs = ['a', 'b', 'c', 'd'].map((name) => queue.run(task(name)));
    await turn();
    assert.deepEqual(started, ['a', 'b']);
    assert.deepEqual(queue.state(), { running: 2, waiting: 2 });
    await end('b');
    assert.deepEqual(started, ['a', 'b', 'c']);
    await end('a');
    assert.deepEqual(started, ['a', 'b', 'c', 'd']);
    await end('c');
    await end('d');
    assert.deepEqual(await Promise.all(runs), ['a', 'b', 'c', 'd']);
    assert.deepEqual(queue.state(), { running: 0, waiting: 0 });
  });

  it('passes on the permit of a failed task', async () => {
    const queue = createHashQueue({ permits: 1, maxWaiting: 1 });
    const { started, task, end, fail } = handTasks();
    const failed = assert.rejects(queue.run(task('a')), /^Error: a$/);
    const next = queue.run(task('b'));
    await turn();
    await fail('a');
    await failed;
    assert.deepEqual(started, ['a', 'b']);
    await end('b');
    assert.equal(await next, 'b');
    assert.deepEqual(queue.state(), { running: 0, waiting: 0 });
  });

  it('refuses with ServiceUnavailableError and a retry time when every place is taken', async () => {
    const queue = createHashQueue({ permits: 1, maxWaiting: 1 });
    const { started, task, end } = handTasks();
    const accepted = [queue.run(task('a')), queue.run(task('b'))];
    await assert.rejects(
      queue.run(task('c')),
      (error) =>
        error instanceof KeywardError && error.kind === 'ServiceUnavailableError' && error.retryAfter === 1,
    );
    await end('a');
    await end('b');
    await Promise.all(accepted);
    assert.deepEqual(started, ['a', 'b']);
  });

  it('frees the place of a waiting task at once when its signal aborts', async () => {
    const queue = createHashQueue({ permits: 1, maxWaiting: 1 });
    const { started, task, end } = handTasks();
    const first = queue.run(task('a'));
    const abort = new AbortController();
    const abandoned = queue.run(task('b'), { signal: abort.signal });
    await turn();
    const reason = new Error('client gone');
    abort.abort(reason);
    assert.deepEqual(queue.state(), { running: 1, waiting: 0 });
    await assert.rejects(abandoned, (error) => error === reason);
    const next = queue.run(task('c'));
    await end('a');
    await end('c');
    assert.deepEqual(await Promise.all([first, next]), ['a', 'c']);
    assert.deepEqual(started, ['a', 'c']);
  });

  it('never starts a task whose signal has aborted already', async () => {
    const queue = createHashQueue({ permits: 1, maxWaiting: 1 });
    const { started, task } = handTasks();
    const reason = new Error('client gone');
    await assert.rejects(
      queue.run(task('a'), { signal: AbortSignal.abort(reason) }),
      (error) => error === reason,
    );
    assert.deepEqual(started, []);
    assert.deepEqual(queue.state(), { running: 0, waiting: 0 });
  });

  it('PW6: a running task keeps its permit until it ends, even when its signal aborts', async () => {
    const queue = createHashQueue({ permits: 1, maxWaiting: 1 });
    const { started, task, end } = handTasks();
    const abort = new AbortController();
    const first = queue.run(task('a'), { signal: abort.signal });
    const second = queue.run(task('b'));
    await turn();
    abort.abort();
    await turn();
    assert.deepEqual(started, ['a']);
    assert.deepEqual(queue.state(), { running: 1, waiting: 1 });
    await end('a');
    assert.deepEqual(started, ['a', 'b']);
    await end('b');
    await Promise.all([first, second]);
  });

  it('lets no newcomer overtake a task that waits', async () => {
    const queue = createHashQueue({ permits: 1, maxWaiting: 5 });
    const { started, task, end } = handTasks();
    const first = queue.run(task('a'));
    const waiting = queue.run(task('b'));
    const newcomer = first.then(() => queue.run(task('c')));
    await turn();
    await end('a');
    assert.deepEqual(started, ['a', 'b']);
    await end('b');
    await end('c');
    await Promise.all([waiting, newcomer]);
  });
});

describe('PW14: the queues of addresses', () => {
  /** Fills a queue with one permit, and ends its tasks in the order of their start. */
  function setUp(maxWaiting: number) {
    const queue = createHashQueue({ permits: 1, maxWaiting });
    const { started, task, end } = handTasks();
    const outcomes = new Map<string, string>();
    const ask = (name: string, ipAddress?: string, signal?: AbortSignal): void => {
      const told = (outcome: string) => void outcomes.set(name, outcome);
      queue.run(task(name), { ipAddress, signal }).then(
        () => told('done'),
        (error: Error) => told(error instanceof KeywardError ? error.kind : error.name),
      );
    };
    const runAll = async () => {
      await turn();
      for (let index = 0; index < started.length; index += 1) await end(started[index] ?? '');
      assert.deepEqual(queue.state(), { running: 0, waiting: 0 });
      return started;
    };
    const refused = () => Object.fromEntries([...outcomes].filter(([, outcome]) => outcome !== 'done'));
    return { queue, ask, runAll, refused };
  }

  it('take turns, so that a single caller waits for one of the many', async () => {
    const { ask, runAll } = setUp(10);
    for (const name of ['a1', 'a2', 'a3', 'a4']) ask(name, '192.0.2.1');
    ask('b1', '198.51.100.2');
    ask('service');
    ask('b2', '198.51.100.2');
    assert.deepEqual(await runAll(), ['a1', 'a2', 'b1', 'service', 'a3', 'b2', 'a4']);
  });

  it('take turns by network first, so that one with many addresses has no more turns', async () => {
    const { ask, runAll } = setUp(10);
    for (const host of [1, 2, 3, 4]) ask(`a${host}`, `2001:db8:1:${host}::1`);
    ask('b1', '2001:db8:2:1::1');
    ask('b2', '2001:db8:2:2::1');
    assert.deepEqual(await runAll(), ['a1', 'a2', 'b1', 'a3', 'b2', 'a4']);
  });

  it('give up places by network first, when an IPv6 /48 or an IPv4 /24 fills the queue', async () => {
    const { ask, runAll, refused } = setUp(4);
    for (const host of [0, 1, 2, 3, 4]) ask(`a${host}`, `2001:db8:1:${host}::1`);
    ask('b1', '198.51.100.1');
    ask('c1', '2001:db8:2::1');
    // No network may get less than another that requests the same number.
    ask('c2', '2001:db8:2:1::1');
    ask('c3', '2001:db8:2:2::1');
    assert.deepEqual(await runAll(), ['a0', 'a1', 'b1', 'c1', 'a2']);
    assert.deepEqual(Object.keys(refused()).toSorted(), ['a3', 'a4', 'c2', 'c3']);
  });

  it('are shared by every spelling of an IPv4 address, and by an IPv6 /64', async () => {
    const { ask, runAll } = setUp(10);
    ask('first', '203.0.113.9');
    for (const address of ['192.0.2.1', '::ffff:192.0.2.1', '2001:db8::1', '2001:db8::ffff:0:1'])
      ask(address, address);
    ask('lone', '203.0.113.1');
    const order = await runAll();
    assert.deepEqual(order.slice(1, 4), ['192.0.2.1', '2001:db8::1', 'lone']);
  });

  it('give up the newest place of the longest queue when all are taken, and none to a queue as long', async () => {
    const { ask, queue, runAll, refused } = setUp(4);
    for (const name of ['a0', 'a1', 'a2', 'a3', 'a4', 'a5']) ask(name, '192.0.2.1');
    ask('b1', '192.0.2.2');
    ask('c1', '192.0.2.3');
    ask('d1', '192.0.2.4');
    // Four queues of one task each leave no place for another address.
    ask('e1', '192.0.2.5');
    await turn();
    assert.deepEqual(
      refused(),
      Object.fromEntries(['a2', 'a3', 'a4', 'a5', 'e1'].map((name) => [name, 'ServiceUnavailableError'])),
    );
    assert.equal(queue.state().waiting, 4);
    assert.deepEqual(await runAll(), ['a0', 'a1', 'b1', 'c1', 'd1']);
  });

  it('forget tasks that leave', async () => {
    const { ask, runAll, refused } = setUp(2);
    const gone = new AbortController();
    ask('a0', '192.0.2.1');
    ask('a1', '192.0.2.1', gone.signal);
    ask('a2', '192.0.2.1');
    gone.abort();
    ask('b1', '192.0.2.2');
    assert.deepEqual(await runAll(), ['a0', 'a2', 'b1']);
    assert.deepEqual(refused(), { a1: 'AbortError' });
  });
});

describe('hashQueueSize', () => {
  const GiB = 2 ** 30;

  it('has a permit per core and about a second of waiting', () => {
    assert.deepEqual(hashQueueSize(8, 16 * GiB), { permits: 8, maxWaiting: 800 });
  });

  it('PW6: takes at most an eighth of the memory, but always one permit', () => {
    assert.deepEqual(hashQueueSize(16, GiB / 2), { permits: 3, maxWaiting: 300 });
    assert.equal(hashQueueSize(16, 4 * GiB, 262_144).permits, 2);
    assert.deepEqual(hashQueueSize(4, GiB / 16), { permits: 1, maxWaiting: 100 });
  });

  it('detects the machine by default', () => {
    const { permits, maxWaiting } = hashQueueSize();
    assert.ok(permits >= 1);
    assert.equal(maxWaiting, permits * 100);
  });
});
