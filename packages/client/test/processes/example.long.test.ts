import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { tempFolder } from '../../../server/test/support/at-exit.ts';
import { type KeywardProcess, startProcess } from '../../../server/test/support/process.ts';
import { freePort } from '../../../server/test/support/servers.ts';
import { HAS_BROWSER, startBrowser } from '../support/browser.ts';
import { buildInto } from '../support/build.ts';

const ROOT = new URL('../../../../', import.meta.url);
const ADA = { name: 'Ada', email: 'ada@example.org', password: 'Analytical-1' };

it('`npm run example` builds the client and serves its page', async () => {
  const { scripts } = JSON.parse(await readFile(new URL('package.json', ROOT), 'utf8'));
  assert.equal(
    scripts.example,
    'npm run build --workspace packages/client && node examples/browser/serve.ts packages/client/dist',
  );
});

describe(
  'the example in a browser',
  { skip: !HAS_BROWSER && 'npm brings a browser for Linux on x64 only' },
  () => {
    let keyward: KeywardProcess;
    let example: KeywardProcess;
    let browser: Browser;
    const built = tempFolder();
    before(async () => {
      [keyward, browser] = await Promise.all([startProcess(), startBrowser(), buildInto(built.path)]);
      example = await startProcess({
        script: fileURLToPath(new URL('examples/browser/serve.ts', ROOT)),
        args: [built.path],
        env: { PORT: String(await freePort()), SERVICE: keyward.url },
        ready: /http:\/\/localhost:\d+/,
      });
    });
    after(async () => {
      await browser?.close();
      await example?.[Symbol.asyncDispose]();
      await keyward?.[Symbol.asyncDispose]();
      built.remove();
    });

    async function open(): Promise<Page> {
      const context = await browser.newContext();
      const page = await context.newPage();
      page.on('pageerror', (error) => assert.fail(error));
      await page.goto(example.url);
      return page;
    }
    async function fill(page: Page, fields: Partial<typeof ADA>): Promise<void> {
      if (fields.name !== undefined) await page.getByLabel('Name').fill(fields.name);
      if (fields.email !== undefined) await page.getByLabel('Email').fill(fields.email);
      if (fields.password !== undefined) await page.getByLabel('Password').fill(fields.password);
    }
    const click = (page: Page, name: string) => page.getByRole('button', { name }).click();
    const see = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();
    /** All messages of the page: requests that are still running when the session ends would report errors. */
    const seeAccount = async (page: Page) => {
      await see(page, 'Hello Ada');
      await see(page, 'Security');
    };
    const problem = async (page: Page) => {
      const alert = page.locator('#problem:not(:empty)');
      await alert.waitFor();
      return alert.textContent();
    };

    it('signs up, keeps the session over a reload and in two tabs, and logs out of both', async () => {
      const page = await open();
      await fill(page, ADA);
      await click(page, 'Sign up');
      await seeAccount(page);
      await page.getByText('ada@example.org').waitFor();
      await page.getByText(/\d{4}/).waitFor();

      await page.reload();
      await seeAccount(page);
      const tab = await page.context().newPage();
      await tab.goto(example.url);
      await seeAccount(tab);
      await click(page, 'Log out');
      await Promise.all([see(page, 'Who are you?'), see(tab, 'Who are you?')]);
      assert.equal(await page.locator('#problem').textContent(), '');
      await page.context().close();
    });

    it('logs in, and explains what was refused', async () => {
      const page = await open();
      await fill(page, { ...ADA, email: 'eva@example.org', password: 'short' });
      await click(page, 'Sign up');
      assert.match((await problem(page)) ?? '', /password is too weak/);
      await fill(page, { password: ADA.password });
      await click(page, 'Sign up');
      await seeAccount(page);
      await click(page, 'Log out');
      await click(page, 'I have an account');
      await fill(page, { email: 'eva@example.org', password: 'Wrong-1' });
      await click(page, 'Log in');
      assert.match((await problem(page)) ?? '', /password is wrong/);
      await fill(page, { password: ADA.password });
      await click(page, 'Log in');
      await seeAccount(page);
      await page.context().close();
    });
  },
);
