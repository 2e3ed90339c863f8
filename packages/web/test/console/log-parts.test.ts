import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sharedWith } from '../../src/console/pages/logs/align.ts';
import { histogramOf } from '../../src/console/pages/logs/buckets.ts';

describe('where a stream continues from a page', () => {
  const page = ['e', 'd', 'c', 'b', 'a'];

  it('is found by how many of its lines the page has', () => {
    assert.equal(sharedWith(page, ['d', 'e']), 2);
    assert.equal(sharedWith(page, ['d', 'e', 'f', 'g']), 2);
    assert.equal(sharedWith(page, ['a', 'b', 'c', 'd', 'e']), 5);
  });

  it('is found by those that are still to come', () => {
    assert.equal(sharedWith(page, ['c']), 3);
  });

  it('is unknown if the page has none of its lines', () => {
    assert.equal(sharedWith(page, ['g', 'h']), null);
    assert.equal(sharedWith([], ['a']), null);
    assert.equal(sharedWith(page, ['c', 'x']), null, 'another c');
  });

  it('is found although lines repeat', () => {
    assert.equal(sharedWith(['b', 'a', 'b', 'a'], ['a', 'b', 'c']), 2);
  });
});

describe('the histogram', () => {
  const at = (minute: number, level = 'INFO') => ({ at: Date.UTC(2026, 0, 31, 12, minute), level });

  it('counts every record once, by time and level', () => {
    const histogram = histogramOf(
      [at(0), at(0, 'ERROR'), at(7), at(59)],
      { from: undefined, to: undefined },
      60,
    );
    assert.ok(histogram);
    const { buckets, stepMs, highest } = histogram;
    assert.equal(stepMs, 120_000);
    assert.equal(highest, 2);
    assert.deepEqual(buckets[0]?.counts, { INFO: 1, ERROR: 1 });
    assert.equal(buckets[3]?.total, 1);
    assert.equal(
      buckets.reduce((sum, { total }) => sum + total, 0),
      4,
    );
    assert.ok(buckets.length <= 60);
  });

  it('shows the chosen range, though it is empty at its ends', () => {
    const [from, to] = [at(10).at, at(20).at];
    const histogram = histogramOf([at(15)], { from, to }, 11);
    assert.equal(histogram?.buckets[0]?.from, from);
    assert.equal(histogram?.buckets.length, 10);
  });

  it('shows nothing without times', () => {
    assert.equal(histogramOf([], { from: undefined, to: undefined }, 60), null);
    assert.equal(histogramOf([{ at: Number.NaN, level: '' }], { from: undefined, to: undefined }, 60), null);
  });
});
