import assert from 'node:assert/strict';
import { it } from 'node:test';
import { inChunks } from '../../../src/store/engine/in-chunks.ts';

it('values are divided into the parts that statements are prepared for', () => {
  const sizes = (count: number, limit?: number) =>
    [...inChunks(Array.from({ length: count }), limit)].map(({ length }) => length);
  assert.deepEqual(sizes(627), [500, 100, 20, 5, 1, 1]);
  assert.deepEqual(sizes(45, 30), [20, 20, 5]);
  assert.deepEqual(sizes(0), []);
});
