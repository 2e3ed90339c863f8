import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pageWindow } from '../../../src/store/lists/pages.ts';
import { totals } from '../../../src/store/lists/lists.ts';

describe('the window of a page', () => {
  it('is read from the nearer end and returned in the requested order', () => {
    const request = { limit: 10, descending: true, now: 0 };
    assert.deepEqual(pageWindow({ ...request, page: 1 }, 95), {
      offset: 0,
      limit: 10,
      walk: 'desc',
      order: 'desc',
    });
    assert.deepEqual(pageWindow({ ...request, page: 10 }, 95), {
      offset: 0,
      limit: 5,
      walk: 'asc',
      order: 'desc',
    });
    assert.deepEqual(pageWindow({ ...request, page: 9 }, 95), {
      offset: 5,
      limit: 10,
      walk: 'asc',
      order: 'desc',
    });
    assert.equal(pageWindow({ ...request, page: 11 }, 95), null);
    assert.equal(pageWindow({ ...request, page: Number.MAX_SAFE_INTEGER }, 95), null);
    assert.equal(pageWindow({ ...request, page: 1 }, 0), null);
  });
});

describe('remembered totals', () => {
  it('are exact below 100,000, and at most a second old above', async () => {
    const total = totals();
    let rows = 99_999;
    const ask = (now: number, what: unknown = {}) => total(what, now, async () => rows);
    assert.equal(await ask(0), 99_999);
    rows = 100_000;
    assert.equal(await ask(0), 100_000);
    rows = 100_001;
    assert.equal(await ask(999), 100_000);
    assert.equal(await ask(999, { role: 'user' }), 100_001);
    assert.equal(await ask(1_000), 100_001);
  });
});
