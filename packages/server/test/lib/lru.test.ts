import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { createLru } from '../../src/lib/lru.ts';

const key = fc.integer({ min: 0, max: 6 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('set' as const), key, value: fc.nat() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('get' as const), key }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), key }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('clear' as const) }) },
);

/** The obvious cache: pairs from the least to the most recently used. */
function createModel(capacity: number) {
  let pairs: [key: number, value: number][] = [];
  const take = (wanted: number) => {
    const found = pairs.find(([held]) => held === wanted);
    pairs = pairs.filter((pair) => pair !== found);
    return found;
  };
  return {
    size: () => pairs.length,
    get(wanted: number) {
      const found = take(wanted);
      if (found) pairs.push(found);
      return found?.[1];
    },
    set(wanted: number, value: number) {
      take(wanted);
      pairs = [...pairs, [wanted, value] as [number, number]].slice(-capacity);
    },
    delete: (wanted: number) => take(wanted) !== undefined,
    clear() {
      pairs = [];
    },
  };
}

describe('createLru', () => {
  it('behaves as a list of pairs in order of use', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.array(step, { maxLength: 60 }), (capacity, steps) => {
        const lru = createLru<number, number>(capacity);
        const model = createModel(capacity);
        for (const next of steps) {
          if (next.do === 'set') {
            lru.set(next.key, next.value);
            model.set(next.key, next.value);
          } else if (next.do === 'get') assert.equal(lru.get(next.key), model.get(next.key));
          else if (next.do === 'delete') assert.equal(lru.delete(next.key), model.delete(next.key));
          else {
            lru.clear();
            model.clear();
          }
          assert.equal(lru.size, model.size());
        }
      }),
      { numRuns: 500 },
    );
  });

  it('drops the entry that was not used for longest', () => {
    const lru = createLru<string, number>(2);
    lru.set('a', 1);
    lru.set('b', 2);
    lru.get('a');
    lru.set('c', 3);
    assert.deepEqual([lru.get('a'), lru.get('b'), lru.get('c'), lru.size], [1, undefined, 3, 2]);
  });

  it('evicts in constant time', () => {
    const capacity = 20_000;
    const lru = createLru<number, number>(capacity);
    const start = performance.now();
    for (let i = 0; i < 10 * capacity; i++) lru.set(i, i);
    assert.ok(performance.now() - start < 1000);
    assert.equal(lru.size, capacity);
  });

  it('refuses a capacity that is not a positive integer', () => {
    for (const capacity of [0, -1, 1.5, Number.NaN, Infinity])
      assert.throws(() => createLru(capacity), RangeError);
  });
});
