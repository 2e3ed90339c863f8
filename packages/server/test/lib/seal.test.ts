import assert from 'node:assert/strict';
import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { createSeal } from '../../src/lib/seal.ts';

const TEXT = 'geheim – 🗝️';

describe('sealed text', () => {
  const key = createSecretKey(randomBytes(32));
  const seal = createSeal(key);

  it('opens with the same key and context', () => {
    for (const text of [TEXT, '', 'x'.repeat(100_000)]) {
      assert.equal(createSeal(key).open(seal.close(text, 'a'), 'a'), text);
    }
  });

  it('is different each time, and shows nothing of the text', () => {
    const all = Array.from({ length: 100 }, () => seal.close(TEXT, 'a'));
    assert.equal(new Set(all).size, 100);
    for (const sealed of all) assert.ok(!Buffer.from(sealed, 'base64url').includes('geheim'));
  });

  it('does not open with another key or context', () => {
    const sealed = seal.close(TEXT, 'a');
    assert.equal(createSeal(createSecretKey(randomBytes(32))).open(sealed, 'a'), null);
    assert.equal(seal.open(sealed, 'b'), null);
  });

  it('does not open with any bit changed, nor cut, nor made longer', () => {
    const bytes = Buffer.from(seal.close(TEXT, 'a'), 'base64url');
    for (let index = 0; index < bytes.length * 8; index++) {
      const changed = Buffer.from(bytes);
      const byte = index >> 3;
      changed[byte] = (changed[byte] ?? 0) ^ (1 << (index & 7));
      assert.equal(seal.open(changed.toString('base64url'), 'a'), null, `bit ${index}`);
    }
    for (let length = 0; length < bytes.length; length++) {
      assert.equal(seal.open(bytes.subarray(0, length).toString('base64url'), 'a'), null, `${length} bytes`);
    }
    assert.equal(seal.open(Buffer.concat([bytes, Buffer.of(0)]).toString('base64url'), 'a'), null);
    assert.equal(seal.open('', 'a'), null);
    assert.equal(seal.open('not base64 !', 'a'), null);
  });
});
