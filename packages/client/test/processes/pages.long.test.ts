import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startProcess } from '../../../server/test/support/process.ts';
import { until } from '../../../server/test/support/until.ts';
import { HAS_BROWSER, startBrowser } from '../support/browser.ts';

describe('the reference', { skip: !HAS_BROWSER && 'npm brings a browser for Linux on x64 only' }, () => {
  it('fits a phone', async () => {
    const browser = await startBrowser();
    try {
      await using keyward = await startProcess();
      const page = await browser.newPage({ viewport: { width: 400, height: 800 } });
      page.on('pageerror', (error) => assert.fail(error));
      await page.goto(`${keyward.url}/reference#tag/sign-up-and-sign-in/POST/auth/signup/otp`);
      // The reference is a large script, which draws its parts one after the other.
      await until(async () => {
        const [tabs, heading] = await Promise.all([
          page.locator('.response-card .scalar-card-header-title:visible').first().boundingBox(),
          page.getByRole('heading', { name: 'mailed code' }).first().boundingBox(),
        ]);
        // The row is separate, and nothing covers the last one.
        return tabs !== null && tabs.width > 300 && heading !== null && heading.x + heading.width <= 400;
      }, 'a row for the tabs, and the heading on the screen');
    } finally {
      await browser.close();
    }
  });
});
