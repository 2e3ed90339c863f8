import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { looksLikePhone, parsePhone } from '../../src/lib/phone.ts';
import { fastest } from '../support/resources.ts';

const separators = fc.string({ unit: fc.constantFrom(' ', '-', '.'), maxLength: 1 });

describe('parsePhone', () => {
  it('gives one E.164 form to every spelling', () => {
    for (const input of ['+4930123456', '004930123456', '+49 30 123-456', '+49 (30) 123.456']) {
      assert.equal(parsePhone(input), '+4930123456', input);
    }
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000_000, max: 9_999_999_999 }),
        fc.constantFrom('+', '00'),
        fc.array(separators, { minLength: 11, maxLength: 11 }),
        (number, prefix, gaps) => {
          const input =
            prefix +
            String(number)
              .split('')
              .map((digit, i) => digit + (gaps[i] ?? ''))
              .join('');
          assert.equal(parsePhone(input), input.length > 20 ? null : `+${number}`);
        },
      ),
    );
  });

  it('takes 7 to 15 digits', () => {
    assert.equal(parsePhone('+123456'), null);
    assert.equal(parsePhone('+1234567'), '+1234567');
    assert.equal(parsePhone('+123456789012345'), '+123456789012345');
    assert.equal(parsePhone('+1234567890123456'), null);
  });

  it('refuses numbers whose country it cannot know', () => {
    for (const input of [
      '030123456',
      '4930123456',
      '2025550123',
      '0 30 123456',
      '+030123456',
      '00030123456',
      '+49 (0)30 123456',
      '+49( 0 )30123456',
    ]) {
      assert.equal(parsePhone(input), null, input);
    }
  });

  it('refuses anything but ASCII digits and separators', () => {
    const inputs = [
      '',
      '+',
      '()',
      '+49+30123456',
      '4930123456+',
      '++4930123456',
      '+49a30123456',
      '+4930123456\n',
    ];
    inputs.push(
      '+49\t30123456',
      '+４９30123456',
      '+٤٩30123456',
      '+49/30123456',
      '+49‑30123456',
      '+49\u00a030123456',
    );
    for (const input of inputs) assert.equal(parsePhone(input), null, JSON.stringify(input));
  });

  it('refuses more than 20 characters', () => {
    assert.equal(parsePhone('+49 30 123 - 456 - 7'), '+49301234567');
    assert.equal(parsePhone('+49 30 123 - 456 - 78'), null);
  });
});

describe('looksLikePhone', () => {
  it('asks for a digit and nothing but digits, separators and a leading +', () => {
    for (const input of ['1', '+1', '(030) 12-34.5', '030123456', '- 1 -'])
      assert.ok(looksLikePhone(input), input);
    for (const input of ['', '+', '-', '1a', '1_2', '1+2', '１', '1\n'])
      assert.ok(!looksLikePhone(input), input);
  });

  it('takes linear time', async () => {
    const text = `${'1'.repeat(100_000)}x`;
    assert.ok((await fastest(5, () => assert.ok(!looksLikePhone(text)))) < 5);
  });
});
