import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startProcess } from '../../../server/test/support/process.ts';
import { HAS_BROWSER, startBrowser } from '../support/browser.ts';

describe('the reference', { skip: !HAS_BROWSER && 'npm brings a browser for Linux on x64 only' }, () => {
  it('fits a telephone', async () => {
    const browser = await startBrowser();
    try {
      await using keyward = await startProcess();
      const page = await browser.newPage({ viewport: { width: 400, height: 800 } });
      // The reference is a large script.
      page.setDefaultTimeout(15_000);
      page.on('pageerror', (error) => assert.fail(error));
      await page.goto(`${keyward.url}/reference#tag/sign-up-and-sign-in/POST/auth/signup/otp`);
      const [tabs, heading] = await Promise.all([
        page.locator('.response-card .scalar-card-header-title:visible').first().boundingBox(),
        page.locator('header').getByText('mailed code').boundingBox(),
      ]);
      // A row of their own, with nothing laid over the last.
      assert.ok(tabs && tabs.width > 300, JSON.stringify(tabs));
      assert.ok(heading && heading.x + heading.width <= 400, JSON.stringify(heading));
    } finally {
      await browser.close();
    }
  });
});
