import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  dataColumns,
  MAX_METADATA,
  mergeMetadata,
  metadataDifference,
} from '../../../../src/features/identity/accounts/account-data.ts';

const REFUSED = { name: 'ValidationError' };

describe('metadata', () => {
  it('merges as the examples of RFC 7396 (appendix A) whose ends are objects', () => {
    const examples: [target: string, patch: string, merged: string | null][] = [
      ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
      ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
      ['{"a":"b"}', '{"a":null}', null],
      ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
      ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
      ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
      ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
      ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
      ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
      ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
    ];
    for (const [target, patch, merged] of examples)
      assert.equal(mergeMetadata('metadata', target, JSON.parse(patch)), merged, `${target} + ${patch}`);
  });

  it('OW1: has at most 8 KiB in UTF-8, counted after the merge', () => {
    const text = (bytes: number) => 'é'.repeat((bytes - '{"a":""}'.length) / 2);
    const full = mergeMetadata('metadata', null, { a: text(MAX_METADATA) });
    assert.equal(Buffer.byteLength(full ?? ''), MAX_METADATA);
    const refused = () => mergeMetadata('metadata', full, { b: 1 });
    assert.throws(refused, REFUSED);
    assert.equal(mergeMetadata('metadata', full, { a: null, b: 1 }), '{"b":1}');
  });

  it('OW1: refuses names that could pollute prototypes, deep nesting, and numbers that JSON lacks', () => {
    const patches = [
      JSON.parse('{"a":{"__proto__":{"admin":true}}}'),
      { constructor: { prototype: { admin: true } } },
      JSON.parse(`{"a":${'['.repeat(10)}${']'.repeat(10)}}`),
      { a: Number.POSITIVE_INFINITY },
    ];
    for (const patch of patches) assert.throws(() => mergeMetadata('metadata', null, patch), REFUSED);
    assert.equal(mergeMetadata('metadata', null, { constructor: 'Lotus' }), '{"constructor":"Lotus"}');
  });

  it('reports changed members as patches in both directions', () => {
    const [before, after] = ['{"a":1,"b":{"c":2},"d":3}', '{"a":1,"b":{"c":4},"e":5}'];
    const { changed, previous } = metadataDifference(before, after);
    assert.deepEqual(changed, { b: { c: 4 }, d: null, e: 5 });
    assert.equal(mergeMetadata('metadata', before, changed), '{"a":1,"b":{"c":4},"e":5}');
    assert.deepEqual(previous, { b: { c: 2 }, d: 3, e: null });
  });
});

describe('an external id', () => {
  it('is a text of at most 255 characters, or null', () => {
    for (const external_id of ['x', '名'.repeat(255), null])
      assert.deepEqual(dataColumns({ external_id }), { external_id });
    for (const external_id of ['', ' x', 'x\n', 'x'.repeat(256)])
      assert.throws(() => dataColumns({ external_id }), REFUSED);
  });
});
