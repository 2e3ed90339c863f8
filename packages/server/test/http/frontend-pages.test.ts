import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { direct, mounted } from '../mount/mounted.ts';
import { startKeyward } from '../support/keyward.ts';

const PAGES = [
  '/oauth/callback',
  '/magic-link/callback',
  '/magic-link/confirm',
  '/reset-password',
  '/signup',
  '/invitation',
  '/email-undo',
];

describe('the pages for who comes where no frontend is named', () => {
  it('run nothing but their own style and script, are framed by nobody and kept by nobody', async () => {
    await using keyward = await startKeyward('sqlite', { settings: { KEYWARD_PREFIX: '/id' } });
    for (const path of PAGES) {
      const page = await keyward.callRoot('GET', `${path}?email=<b>&otp=123456&error=<i>`);
      assert.equal(page.status, 200, path);
      assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
      assert.equal(page.headers.get('cache-control'), 'no-store');
      assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
      const policy = page.headers.get('content-security-policy') ?? '';
      for (const element of ['style', 'script']) {
        const text = new RegExp(`<${element}>([^]*?)</${element}>`).exec(page.text)?.[1] ?? '';
        const hash = createHash('sha256').update(text).digest('base64');
        assert.ok(policy.includes(`${element}-src 'sha256-${hash}'`), policy);
      }
      assert.match(policy, /^default-src 'none';.*frame-ancestors 'none'$/);
      assert.match(page.text, /data-prefix="\/id"/);
      assert.doesNotMatch(page.text, /<b>|<i>|123456/);
    }
  });

  it('are the host’s in a host application', async () => {
    await using service = await mounted();
    for (const path of PAGES) {
      assert.equal(service.keyward.owns(path), false, path);
      assert.equal((await direct(service.keyward)(path)).status, 404, path);
    }
  });
});
