import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { crc32 } from 'node:zlib';
import { checkedSecret, isCheckedSecret } from '../../src/lib/checked-secret.ts';

it('an API key has the checksum that the documentation describes, and its test vector', () => {
  const vector = checkedSecret(
    'kw_live_',
    Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 7) % 256)),
  );
  const page = readFileSync(new URL('../../docs/api-keys.md', import.meta.url), 'utf8');
  assert.ok(page.includes(`right checksum: \`${vector}\``), vector);
  const value = vector
    .slice(-6)
    .split('')
    .reduce(
      (sum, digit) =>
        sum * 62 + '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'.indexOf(digit),
      0,
    );
  assert.equal(value, crc32(vector.slice(0, -6)));
  for (const random of [0, 255].map((byte) => checkedSecret('kw_live_', Buffer.alloc(32, byte)))) {
    assert.match(random, /^kw_live_[0-9A-Za-z]{49}$/);
    assert.ok(isCheckedSecret('kw_live_', random));
    assert.ok(!isCheckedSecret('kw_live_', random.replace('kw_live_', 'kw_test_')));
  }
  assert.ok(!isCheckedSecret('kw_live_', vector.replace('P7', 'P8')));
});
