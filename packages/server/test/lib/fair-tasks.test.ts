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
    let clock = 0;
    const rests: number[] = [];
    const inTurn = createFairTasks({
      now: () => clock,
      rest: async (milliseconds) => {
        rests.push(milliseconds);
      },
    });
    const work = (milliseconds: number) =>
      inTurn('one', async () => {
        assert.equal(rests.length, milliseconds === 30 ? 0 : 1, 'the rest comes before the next task');
        clock += milliseconds;
      });
    await Promise.all([work(30), work(50)]);
    await inTurn('one', async () => {});
    assert.deepEqual(rests.slice(0, 2), [30, 50]);
  });

  it('go on after one that fails', async () => {
    const inTurn = createFairTasks();
    const failed = inTurn('one', () => Promise.reject(new Error('on purpose')));
    await assert.rejects(failed, /on purpose/);
    assert.equal(await inTurn('one', async () => 'done'), 'done');
  });
});
