import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readParameters, repeated } from '../../../src/features/oauth/parameters.ts';
import { fastest } from '../../support/resources.ts';

describe('the parameters of a request of OAuth', () => {
  it('come once, but for resources', () => {
    assert.equal(repeated(new URLSearchParams('a=1&b=2&resource=x&resource=y&a=3')), 'a');
    assert.throws(() => readParameters(new URLSearchParams('state=1&state=')), /state comes more than once/);
    assert.deepEqual(readParameters(new URLSearchParams('resource=x&resource=y')).resources, ['x', 'y']);
  });

  it('take linear time, however many there are', async () => {
    const form = (count: number) =>
      new URLSearchParams(Array.from({ length: count }, (_, index) => `n${index}=`).join('&'));
    const [few, many] = [form(1_300), form(13_000)];
    const took = async (given: URLSearchParams) =>
      fastest(30, () => assert.equal(repeated(given), undefined));
    const ratio = (await took(many)) / (await took(few));
    assert.ok(ratio < 40, `ten times as many take ${ratio} times as long`);
  });
});
