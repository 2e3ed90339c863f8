import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFairTasks } from '../../src/lib/fair-tasks.ts';

describe('tasks of many askers', () => {
  it('run one at a time, and the askers take turns', async () => {
    const inTurn = createFairTasks();
    const done: string[] = [];
    let running = 0;
    const task = (asker: string) =>
      inTurn(asker, async () => {
        running += 1;
        assert.equal(running, 1);
        await Promise.resolve();
        running -= 1;
        done.push(asker);
      });
    const many = Array.from({ length: 40 }, () => task('busy'));
    await task('other');
    // The first ran at once, before the others came.
    assert.deepEqual(done, ['busy', 'busy', 'other']);
    await Promise.all(many);
  });

  it('leave half of the time to others', async () => {
    const inTurn = createFairTasks();
    const times: number[] = [];
    const work = () =>
      inTurn('one', async () => {
        const began = performance.now();
        while (performance.now() < began + 30);
        times.push(began, performance.now());
      });
    await Promise.all([work(), work()]);
    const [began = 0, ended = 0, next = 0] = times;
    // A timer may fire a millisecond early.
    assert.ok(next - ended >= ended - began - 1, times.join());
  });

  it('go on after one that fails', async () => {
    const inTurn = createFairTasks();
    const failed = inTurn('one', () => Promise.reject(new Error('on purpose')));
    await assert.rejects(failed, /on purpose/);
    assert.equal(await inTurn('one', async () => 'done'), 'done');
  });
});
