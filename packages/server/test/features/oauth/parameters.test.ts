import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readParameters, repeated } from '../../../src/features/oauth/parameters.ts';
import { fastest } from '../../support/resources.ts';

describe('the parameters of a request of OAuth', () => {
  it('occur once, except resources', () => {
    assert.equal(repeated(new URLSearchParams('a=1&b=2&resource=x&resource=y&a=3')), 'a');
    assert.throws(() => readParameters(new URLSearchParams('state=1&state=')), /state comes more than once/);
    assert.deepEqual(readParameters(new URLSearchParams('resource=x&resource=y')).resources, ['x', 'y']);
  });

  it('take linear time, however many there are', async () => {
    const many = new URLSearchParams(Array.from({ length: 200_000 }, (_, n) => `n${n}=`).join('&'));
    // A comparison of all with all takes a minute.
    assert.ok((await fastest(1_000, () => assert.equal(repeated(many), undefined))) < 1_000);
  });
});
