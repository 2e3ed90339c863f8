import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as fc from 'fast-check';
import {
  type CounterKey,
  isOverflow,
  nameOf,
  rangeOf,
  subjectOf,
} from '../../../src/features/limits/counter-key.ts';

const value = fc.string({ unit: fc.constantFrom('a', '1', ' ', '\t', ':', '%', '!', '@') });
const key: fc.Arbitrary<CounterKey> = fc.record(
  {
    kind: fc.constantFrom('account' as const, 'address' as const, 'code' as const),
    subject: value,
    scope: fc.record({ kind: fc.constantFrom('address' as const, 'browser' as const), value }),
  },
  { requiredKeys: ['kind'] },
);

it('gives each key a name of its own, in the range of its subject alone', () => {
  fc.assert(
    fc.property(key, key, (one, other) => {
      const [name, otherName] = [nameOf(one), nameOf(other)];
      const same = (a: CounterKey, b: CounterKey) => a.kind === b.kind && a.subject === b.subject;
      const alike = same(one, other) && JSON.stringify(one.scope) === JSON.stringify(other.scope);
      assert.equal(name === otherName, alike, `${name}|${otherName}`);
      assert.equal(subjectOf(name), nameOf({ kind: one.kind, subject: one.subject }));
      const { from, below } = rangeOf(subjectOf(name));
      assert.equal(otherName >= from && otherName < below, same(one, other), `${name}|${otherName}`);
      assert.ok(!isOverflow(name));
    }),
    { numRuns: 2_000 },
  );
});
