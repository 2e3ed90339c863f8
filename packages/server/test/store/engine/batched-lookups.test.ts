import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { batched } from '../../../src/store/engine/batched-lookups.ts';

describe('batched look-ups', () => {
  it('share a statement in one turn, and no later one', async () => {
    const asked: (readonly number[])[] = [];
    let content = 'first';
    const find = batched(async (keys: readonly number[]) => {
      asked.push(keys);
      return new Map(keys.filter((key) => key > 0).map((key) => [key, `${content} ${key}`]));
    });
    assert.deepEqual(await Promise.all([find(1), find(2), find(1), find(0)]), [
      'first 1',
      'first 2',
      'first 1',
      undefined,
    ]);
    content = 'second';
    assert.equal(await find(1), 'second 1');
    assert.deepEqual(asked, [[1, 2, 0], [1]]);
  });

  it('run at once when there are many', async () => {
    const sizes: number[] = [];
    const find = batched(async (keys: readonly number[]) => {
      sizes.push(keys.length);
      return new Map(keys.map((key) => [key, key]));
    });
    const keys = Array.from({ length: 150 }, (_, index) => index);
    assert.deepEqual(await Promise.all(keys.map(find)), keys);
    assert.deepEqual(sizes, [64, 64, 22]);
  });

  it('fail together, and later ones do not', async () => {
    let down = true;
    const find = batched(async (keys: readonly number[]) => {
      if (down) throw new Error('The database is away');
      return new Map(keys.map((key) => [key, key]));
    });
    const results = await Promise.allSettled([find(1), find(2)]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    down = false;
    assert.equal(await find(1), 1);
  });
});
