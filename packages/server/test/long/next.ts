import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { HAS_BROWSER, startBrowser } from '../../../client/test/support/browser.ts';
import { PASSWORD } from '../support/keyward.ts';
import { withNextApp } from './next-app.ts';
import { type Part, Skipped } from './part.ts';

const EXAMPLE = fileURLToPath(new URL('../../../../examples/next', import.meta.url));

export const next: Part = {
  name: 'next',
  about:
    'The example with Next.js, installed and built from the packed package; a person signs up in a browser',
  limit: 30,
  async run(tell) {
    if (!HAS_BROWSER) throw new Skipped('npm brings a browser for Linux on x64 only');
    await withNextApp(EXAMPLE, {}, tell, async (url) => {
      await signUp(url);
      await sameCompressed(url);
    });
    return { sent: 0, injected: '–', checked: 5, lost: 0, worstMs: null, slopeKib: null };
  },
};

/** From the server component to Keyward's page and back, and out again. */
async function signUp(url: string): Promise<void> {
  const browser = await startBrowser();
  try {
    const page = await browser.newPage({ locale: 'en' });
    const problems: string[] = [];
    page.on('pageerror', ({ message }) => problems.push(message));
    await page.goto(url);
    await page.waitForURL('**/id/signin?return_to=%2F');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Email').fill('ada@example.org');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create the account' }).click();
    await page.getByRole('heading', { name: 'Hello Ada' }).waitFor();
    assert.equal(page.url(), `${url}/`);
    const picture = process.env['TEST_PICTURE'];
    if (picture !== undefined) await page.screenshot({ path: picture });
    const menu = page.getByRole('button', { name: 'Account menu of Ada' });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Manage account' }).click();
    await page.waitForURL('**/id/account');
    await page.goto(url);
    await menu.click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/id/signin?return_to=%2F');
    assert.deepEqual(problems, []);
  } finally {
    await browser.close();
  }
}

/** Next.js compresses answers itself, so Keyward's must not be compressed already. */
async function sameCompressed(url: string): Promise<void> {
  const page = await (await fetch(`${url}/id/signin`)).text();
  const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(page) ?? [];
  for (const path of ['/id/signin', script]) {
    const [plain, compressed] = await Promise.all(
      ['identity', 'gzip'].map(async (encoding) => {
        const answer = await fetch(new URL(path, `${url}/id/signin`), {
          headers: { 'accept-encoding': encoding },
        });
        assert.equal(answer.status, 200, path);
        return (await answer.text()).replaceAll(/nonce="[^"]*"/g, '');
      }),
    );
    assert.equal(compressed, plain, path);
  }
}
