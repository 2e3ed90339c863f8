import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { deriveHandle, parseHandle, withSuffix } from '../../src/lib/handle.ts';
import { looksLikePhone } from '../../src/lib/phone.ts';
import { fastest } from '../support/resources.ts';

describe('parseHandle', () => {
  it('keeps the handle as typed and compares in lower case', () => {
    assert.deepEqual(parseHandle('Mike_B.2-x'), { handle: 'Mike_B.2-x', key: 'mike_b.2-x' });
    for (const input of ['a', 'Z', '_a', 'a_', '1a', 'a'.repeat(30), '1'.repeat(29) + 'x']) {
      assert.ok(parseHandle(input), input);
    }
  });

  it('refuses bad lengths, ends and characters', () => {
    for (const input of [
      '',
      'a'.repeat(31),
      '.a',
      'a.',
      '-a',
      'a-',
      'a b',
      ' a',
      'a ',
      'a\n',
      'a/b',
      'a+b',
      'a\0',
    ]) {
      assert.equal(parseHandle(input), null, JSON.stringify(input));
    }
    for (const input of ['mıke', 'mi\u212Ae', 'ｍike', 'mіke', 'é', 'a\u200db'])
      assert.equal(parseHandle(input), null);
  });

  it('PW11: a handle never reads as an email or a phone number', () => {
    for (const input of ['a@example.com', '@a', '123', '1-2.3', '_1', '+491', '4930123456']) {
      assert.equal(parseHandle(input), null, input);
    }
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'aZ09._-+@ ()'.split('')), maxLength: 32 }),
        (input) => {
          return parseHandle(input) === null || !(looksLikePhone(input) || input.includes('@'));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('takes linear time', async () => {
    const text = `${'1.'.repeat(50_000)}a!`;
    assert.ok((await fastest(5, () => assert.equal(parseHandle(text), null))) < 5);
  });
});

describe('deriveHandle', () => {
  const cases: [name: string, email: string, handle: string][] = [
    ['Ada Lovelace', 'x@example.com', 'ada.lovelace'],
    ['  José   Núñez ', 'x@example.com', 'jose.nunez'],
    ["Conan O'Brien", 'x@example.com', 'conan.obrien'],
    ['ＡＤＡ & Co. (2)', 'x@example.com', 'ada.co.2'],
    ['田中太郎', 'Taro_T+news@example.com', 'taro.t.news'],
    ['123', 'ada@example.com', 'ada'],
    ['田中', '123@example.com', 'user'],
    ['', '', 'user'],
    ['x'.repeat(100_000), '', 'x'.repeat(24)],
    ['abcdefghijklmnopqrstuvw xyz', '', 'abcdefghijklmnopqrstuvw'],
  ];
  for (const [name, email, handle] of cases) {
    it(`makes ${handle}`, () => assert.equal(deriveHandle(name, email), handle));
  }

  it('gives a valid handle for every name and email, with and without a suffix', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string());
    fc.assert(
      fc.property(
        text,
        text,
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (name, email, random) => {
          const handle = deriveHandle(name, email);
          assert.ok(handle.length <= 24);
          assert.equal(parseHandle(handle)?.key, handle);
          const suffixed = withSuffix(handle, (limit) => Math.floor(random * limit));
          assert.equal(parseHandle(suffixed)?.key, suffixed);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('deriveHandle on a long name', () => {
  it('takes no longer than on a short one', async () => {
    const name = '\ufdfa'.repeat(500_000);
    assert.ok((await fastest(5, () => assert.equal(deriveHandle(name, ''), 'user'))) < 5);
  });
});

describe('withSuffix', () => {
  it('adds a dot and five characters', () => {
    assert.equal(
      withSuffix('ada', () => 0),
      'ada.00000',
    );
    assert.equal(
      withSuffix('ada', (limit) => limit - 1),
      'ada.zzzzz',
    );
  });
});
