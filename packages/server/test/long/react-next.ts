import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { HAS_BROWSER, startBrowser } from '../../../client/test/support/browser.ts';
import { PASSWORD, startKeyward } from '../support/keyward.ts';
import { withNextApp } from './next-app.ts';
import { type Part, Skipped } from './part.ts';

const EXAMPLE = fileURLToPath(new URL('../../../../examples/react-next', import.meta.url));

export const reactNext: Part = {
  name: 'react-next',
  about:
    'The example with the components in Next.js, installed and built from the packed packages; a person signs up in a browser',
  limit: 30,
  async run(tell) {
    if (!HAS_BROWSER) throw new Skipped('npm brings a browser for Linux on x64 only');
    await using keyward = await startKeyward('sqlite');
    await withNextApp(EXAMPLE, { NEXT_PUBLIC_KEYWARD_URL: keyward.url }, tell, signUp);
    return { sent: 0, injected: '–', checked: 3, lost: 0, worstMs: null, slopeKib: null };
  },
};

/** From the page of the application to its forms, its account page, and out. */
async function signUp(url: string): Promise<void> {
  const browser = await startBrowser();
  try {
    const page = await browser.newPage({ locale: 'en' });
    const problems: string[] = [];
    page.on('pageerror', ({ message }) => problems.push(message));
    await page.goto(url);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Email').fill('ada@example.org');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create the account' }).click();
    await page.getByText('Hello Ada.').waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'your account' }).click();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.waitForURL('**/signin');
    await page.goto(`${url}/nothing`);
    await page.getByText('could not be found').waitFor();
    assert.deepEqual(problems, []);
  } finally {
    await browser.close();
  }
}
