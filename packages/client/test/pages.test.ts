import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { startProcess } from '../../server/test/support/process.ts';
import { HAS_BROWSER, startBrowser } from './support/browser.ts';

const PASSWORD = 'Analytical-1';

describe(
  "the service's own pages in a browser",
  { skip: !HAS_BROWSER && 'npm brings a browser for Linux on x64 only' },
  () => {
    let browser: Browser;
    before(async () => {
      browser = await startBrowser();
    });
    after(() => browser?.close());

    async function open(url: string): Promise<Page> {
      const context = await browser.newContext();
      context.setDefaultTimeout(5_000);
      const page = await context.newPage();
      page.on('pageerror', (error) => assert.fail(error));
      await page.goto(url);
      return page;
    }
    const see = (page: Page, text: string | RegExp) => page.getByText(text).waitFor();

    it('the set-up link creates a superadmin, says what comes next, and is no form any more', async () => {
      await using keyward = await startProcess({ env: { KEYWARD_PREFIX: '/api/auth' } });
      const link = /http:\S+\/setup#\S+/.exec(keyward.stdout())?.[0] ?? '';
      const page = await open(link);
      await page.getByLabel('Name').fill('Ada');
      await page.getByLabel('Email').fill("o'hara@example.org");
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Create superadmin' }).click();
      await see(page, 'The superadmin exists');

      const line = (await page.locator('#sign-in').textContent()) ?? '';
      assert.ok(line.startsWith('curl --json '), line);
      const script = line
        .replace('YOUR-PASSWORD', PASSWORD)
        .replace('--json', "-sS -H 'Content-Type: application/json' -d");
      const { stdout } = await promisify(execFile)('bash', ['--norc', '-euc', script]);
      assert.match(stdout, /"role":"superadmin".*"access_token":"/);
      await page.getByRole('link', { name: 'reference' }).click();
      await page.waitForURL('**/reference');
      assert.equal(await page.title(), 'Keyward API reference');

      for (const [address, reason] of [
        [link, /has been used/],
        [link.replace(/#.*/, ''), /token is missing/],
      ] as const) {
        const again = await open(address);
        await see(again, reason);
        await see(again, 'keyward superadmin create --email you@example.org');
        assert.equal(await again.locator('form').isVisible(), false);
        await again.context().close();
      }
      await page.context().close();
    });
  },
);
