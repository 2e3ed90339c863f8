import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ANSWER_MS, createGathering, HOLD_MS } from '../../../src/features/operations/logs/gathering.ts';
import type { LogName } from '../../../src/features/operations/logs/snapshots.ts';
import { until } from '../../support/until.ts';

function setUp() {
  const delivered: Record<LogName, string[]> = { app: [], server: [] };
  const time = { now: 0 };
  const gathering = createGathering(
    () => time.now,
    (name, lines) => delivered[name].push(...lines),
  );
  return { delivered, time, gathering };
}

async function settled(): Promise<void> {
  for (let turns = 0; turns < 20; turns += 1) await Promise.resolve();
}

describe('the gathering of the lines of several processes', () => {
  it('holds lines, and delivers those of all processes in the order of their times', async ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const { delivered, time, gathering } = setUp();
    time.now = 10;
    gathering.hold('app', ['a1', 'a3'], [1, 3]);
    gathering.hold('server', ['s'], [2]);
    gathering.hold('app', ['b2', 'b3', 'b4'], [2, 3, 4]);
    mock.timers.tick(HOLD_MS - 1);
    await settled();
    assert.deepEqual(delivered, { app: [], server: [] });
    mock.timers.tick(1);
    await settled();
    assert.deepEqual(delivered, { app: ['a1', 'b2', 'a3', 'b3', 'b4'], server: ['s'] });
  });

  it('delivers at once what the only process records, and holds it from the moment at which another one joins', async () => {
    const { delivered, gathering } = setUp();
    gathering.add(async () => {});
    gathering.hold('app', ['a1'], []);
    assert.deepEqual(delivered.app, ['a1']);
    gathering.add(async () => {});
    gathering.hold('app', ['a2'], []);
    assert.deepEqual(delivered.app, ['a1']);
    await gathering.settle();
    assert.deepEqual(delivered.app, ['a1', 'a2']);
  });

  it('asks the processes first, and keeps lines from after the question back', async ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const { delivered, time, gathering } = setUp();
    time.now = 10;
    const ofB = ['b5'];
    gathering.add(async () => {
      for (const line of ofB.splice(0)) gathering.hold('app', [line], [5]);
    });
    const removed = gathering.add(async () => assert.fail('it was removed'));
    removed();
    const ofC = ['c15'];
    gathering.add(async () => {
      time.now = 20;
      for (const line of ofC.splice(0)) gathering.hold('app', [line], [15]);
    });
    gathering.hold('app', ['a9'], [9]);
    await gathering.settle();
    assert.deepEqual(delivered.app, ['b5', 'a9']);
    gathering.hold('app', ['a12'], [12]);
    mock.timers.tick(HOLD_MS);
    await settled();
    assert.deepEqual(delivered.app, ['b5', 'a9', 'a12', 'c15']);
  });

  it('leaves out a process that does not answer, and takes its lines when they come', async () => {
    const { delivered, time, gathering } = setUp();
    time.now = 10;
    const answer = Promise.withResolvers<void>();
    gathering.add(() => answer.promise);
    gathering.add(() => Promise.reject(new Error('it has just died')));
    gathering.hold('app', ['a5'], [5]);
    const began = performance.now();
    await gathering.settle();
    assert.ok(performance.now() - began >= ANSWER_MS - 5);
    assert.deepEqual(delivered.app, ['a5']);
    gathering.hold('app', ['late'], [3]);
    answer.resolve();
    await gathering.settle();
    assert.deepEqual(delivered.app, ['a5', 'late']);
  });

  it('answers many who ask at once by two turns at most', async () => {
    const { gathering } = setUp();
    let asked = 0;
    gathering.add(async () => void (asked += 1));
    await Promise.all(Array.from({ length: 50 }, () => gathering.settle()));
    assert.ok(asked <= 2, `${asked} questions`);
  });

  it('forgets older lines that come late, unless this is taken back', async () => {
    const { delivered, time, gathering } = setUp();
    time.now = 10;
    gathering.forget('app', 5);
    const takeBack = gathering.forget('app', 8);
    gathering.hold('app', ['old', 'new'], [7, 9]);
    gathering.hold('server', ['other'], [1]);
    await gathering.settle();
    assert.deepEqual(delivered, { app: ['new'], server: ['other'] });
    takeBack();
    gathering.hold('app', ['4', '7'], [4, 7]);
    await gathering.settle();
    assert.deepEqual(delivered.app, ['new', '7']);
  });

  it('waits for no line whose time is to come', async () => {
    const { delivered, time, gathering } = setUp();
    time.now = 10;
    gathering.hold('app', ['from a clock that is wrong'], [1_000_000]);
    await until(() => delivered.app.length === 1, 'the line is delivered');
  });
});
