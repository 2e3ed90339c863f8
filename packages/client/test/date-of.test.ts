import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dateOf } from '../src/index.ts';

describe('times of the API', () => {
  it('are UTC, with a zone or without', () => {
    const zone = process.env['TZ'];
    process.env['TZ'] = 'America/New_York';
    try {
      for (const time of [
        '2026-01-31T12:00:00.000',
        '2026-01-31T12:00:00.000Z',
        '2026-01-31T13:00:00.000+01:00',
      ])
        assert.equal(dateOf(time).toISOString(), '2026-01-31T12:00:00.000Z');
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });
});
