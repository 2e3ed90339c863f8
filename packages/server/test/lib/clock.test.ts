import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { timestamp } from '../../src/lib/clock.ts';

describe('timestamp', () => {
  it('is the ISO form without its zone, at every time of four-digit years', () => {
    const time = fc.integer({ min: Date.UTC(1000, 0), max: Date.UTC(9999, 11, 31, 23, 59, 59, 999) });
    fc.assert(
      fc.property(time, (ms) => assert.equal(`${timestamp(ms)}Z`, new Date(ms).toISOString())),
      { examples: [[0], [Date.UTC(2024, 1, 29, 9, 8, 7, 6)], [Date.UTC(2026, 11, 31, 23, 59, 59, 999)]] },
    );
  });
});
