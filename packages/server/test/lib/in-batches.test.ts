import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { currentAsker, SERVICE } from '../../src/lib/asker.ts';
import { inBatches } from '../../src/lib/in-batches.ts';

describe('steps in batches', () => {
  it('P2-3: run in turn by asker, and in the name of nobody', async () => {
    const batches: string[][] = [];
    const step = inBatches<string>(async (steps) => {
      assert.equal(currentAsker.getStore(), SERVICE);
      await Promise.resolve();
      batches.push([...steps]);
    });
    const ask = (asker: string) => currentAsker.run(asker, () => step(asker));
    const busy = Array.from({ length: 200 }, () => ask('10.0.0 busy'));
    await ask('10.0.1 other');
    assert.deepEqual(
      batches.map((batch) => batch.length),
      [1, 64],
    );
    await Promise.all(busy);
  });

  it('go on after one that fails', async () => {
    const step = inBatches<number>(([first]) =>
      first === 1 ? Promise.reject(new Error('on purpose')) : Promise.resolve(),
    );
    const failed = step(1);
    const fine = step(2);
    await assert.rejects(failed, /on purpose/);
    await fine;
    await step(3);
  });
});
