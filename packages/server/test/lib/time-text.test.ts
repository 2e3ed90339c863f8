import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DAY_OR_TIME_PATTERN, parseTime, TIME_PATTERN } from '../../src/lib/time-text.ts';

const NOON = Date.UTC(2026, 0, 31, 12);

it('reads RFC 3339 and UTC without a zone, as the patterns describe it', () => {
  for (const text of [
    '2026-01-31T12:00:00Z',
    '2026-01-31t12:00z',
    '2026-01-31 12:00:00.000000000',
    '2026-01-31T13:30+01:30',
    // The plus was not encoded.
    '2026-01-31T13:00:00 01:00',
    '2026-01-31T07:00:00-05:00',
  ]) {
    assert.equal(parseTime(text), NOON, text);
    assert.match(text, new RegExp(TIME_PATTERN, 'u'));
    assert.match(text, new RegExp(DAY_OR_TIME_PATTERN, 'u'));
  }
  assert.equal(parseTime('2026-01-31'), NOON - 12 * 3_600_000);
  assert.match('2026-01-31', new RegExp(DAY_OR_TIME_PATTERN, 'u'));
  assert.doesNotMatch('2026-01-31', new RegExp(TIME_PATTERN, 'u'));
  for (const text of [
    '',
    'now',
    '2026',
    '2026-13-01T00:00Z',
    '2026-01-31T24:00Z',
    '2026-01-31T12:00+24:00',
  ]) {
    assert.ok(Number.isNaN(parseTime(text)), text);
    assert.doesNotMatch(text, new RegExp(DAY_OR_TIME_PATTERN, 'u'));
  }
  assert.ok(Number.isNaN(parseTime('2026-02-30T12:00:00Z')), 'a day that its month does not have');
});
