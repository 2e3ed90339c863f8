import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gauge } from '../../../../src/features/operations/metrics/families.ts';
import { createTotals, type Measured } from '../../../../src/features/operations/metrics/totals.ts';

const saying = (value: number) => [gauge('one', 'One.', value)];

describe('the totals of several processes', () => {
  it('use the last values of one that hangs, and the current values of the others', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    const totals = createTotals();
    let value = 1;
    let hangs = false;
    const good: Measured = { snapshot: async () => saying(value) };
    const bad: Measured = {
      snapshot: () => (hangs ? new Promise(() => {}) : Promise.resolve(saying(value))),
    };
    totals.add(good);
    totals.add(bad);
    assert.deepEqual(await totals.snapshots(), [[], saying(1), saying(1)]);
    value = 2;
    hangs = true;
    const late = totals.snapshots();
    context.mock.timers.tick(2_000);
    assert.deepEqual(await late, [[], saying(2), saying(1)]);
    totals.close();
  });
});
