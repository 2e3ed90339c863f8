import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseIdentifier } from '../../src/lib/identifier.ts';

describe('parseIdentifier', () => {
  const cases: [input: string, expected: ReturnType<typeof parseIdentifier>][] = [
    ['Mike@Example.COM', { kind: 'email', key: 'mike@example.com' }],
    ['Mike', { kind: 'handle', key: 'mike' }],
    ['+49 30 123456', { kind: 'phone', key: '+4930123456' }],
    ['0049 30 123456', { kind: 'phone', key: '+4930123456' }],
    ['4930123456', null],
    ['4930123456x', { kind: 'handle', key: '4930123456x' }],
    ['mike@localhost', null],
    ['@mike', null],
    ['12', null],
    ['030123456', null],
    ['', null],
    ['+', null],
    ['mike jones', null],
  ];
  for (const [input, expected] of cases) {
    it(`reads ${JSON.stringify(input)} as ${expected?.kind ?? 'nothing'}`, () => {
      assert.deepEqual(parseIdentifier(input), expected);
    });
  }

  it('OT13: look-alikes of an email, handle or phone are no identifiers', () => {
    for (const input of [
      'mıke@example.com',
      'mi\u212Ae@example.com',
      'mi\u212Ae',
      'mike＠example.com',
      '＋4930123456',
    ]) {
      assert.equal(parseIdentifier(input), null, input);
    }
  });
});
