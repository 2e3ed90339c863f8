import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { version } from '../../server/src/package.ts';
import { IN_BROWSER } from './support/browser.ts';
import { noViolations } from './support/accessibility.ts';
import { suiteSite } from './support/site.ts';

/** What a page has; Node.js has no types for it. */
declare const navigator: { clipboard: { readText: () => Promise<string> } };
declare const document: { documentElement: { scrollWidth: number; clientWidth: number } };

describe('the documentation in a browser', IN_BROWSER, () => {
  const site = suiteSite();

  it('is found by its search: by keyboard, line for line, and each result is a link', async () => {
    await using visit = await site.open('/docs');
    const { page } = visit;
    await page.keyboard.press('/');
    // At once: results for a part of it would come in between, and take the focus along when they go.
    await page.keyboard.insertText('KEYWARD_PORT');
    const result = page.locator('.results').getByRole('link').filter({ hasText: 'Port to listen on' });
    assert.match((await result.getAttribute('href')) ?? '', /^\/docs\/settings#L\d+$/);
    const focused = result.and(page.locator(':focus'));
    for (let presses = 0; presses < 40 && (await focused.count()) === 0; presses += 1)
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs\/settings#server$/);
    await page.locator('tr.found', { hasText: 'KEYWARD_PORT' }).waitFor();

    await page.keyboard.press('/');
    await page.keyboard.type('xyzzy');
    await page.getByRole('status').filter({ hasText: 'No page contains “xyzzy”' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.results').waitFor({ state: 'hidden' });
  });

  it('copies code, leads on, and tells where the reader is', async () => {
    await using visit = await site.open('/docs/quick-start', {
      context: { permissions: ['clipboard-read', 'clipboard-write'] },
    });
    const { page } = visit;
    // The button tells it for two seconds, which do not pass.
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(3_600_000);
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'npm start');
    await page.clock.resume();
    await page.locator('.contents').getByRole('link', { name: 'Sign up' }).click();
    await page.waitForURL(/#sign-up$/);
    await page.locator('.contents [aria-current="location"]').waitFor();
    await page.getByRole('link', { name: 'Next Concepts' }).click();
    await page.waitForURL(/\/docs\/concepts$/);
    const current = page.locator('.pages [aria-current="page"]');
    assert.equal(await current.textContent(), 'Concepts');
  });

  it('is read without JavaScript, on a phone too, and nothing but code and tables scrolls sideways', async () => {
    await using visit = await site.open('/docs/settings', {
      narrow: true,
      context: { javaScriptEnabled: false },
    });
    const { page } = visit;
    assert.equal(await page.getByRole('searchbox').count(), 0);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.locator('.pages').getByRole('link', { name: 'Cookie mode' }).click();
    await page.getByRole('heading', { name: 'Cookie mode' }).waitFor();

    await using phone = await site.open('/docs/settings', { narrow: true });
    const sideways = await phone.page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    assert.equal(sideways, 0);
  });

  it('shows the components of React at work, beside their code, and sends nothing', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await using visit = await site.open('/docs/react/examples', { context: { colorScheme } });
      const { page } = visit;
      const api: string[] = [];
      page.on('request', (request) => {
        if (new URL(request.url()).pathname.startsWith('/auth')) api.push(request.url());
      });
      const example = (name: string) => page.locator(`[data-example="${name}"] + .example`);
      await example('sign-in')
        .getByRole('heading', { name: /Sign in/ })
        .waitFor();
      await example('session').getByText('Hello Ada Lovelace').waitFor();
      assert.equal(await page.locator(':focus').count(), 0);
      assert.equal(await page.locator('[data-example]').count(), await page.locator('.example').count());
      await noViolations(page);
      await example('sign-in').getByLabel('Email, handle or phone').fill('ada');
      await example('sign-in').getByLabel('Password', { exact: true }).fill('password');
      await example('sign-in').getByRole('button', { name: 'Sign in', exact: true }).click();
      await example('sign-in').getByRole('alert').waitFor();
      await example('sign-in').getByRole('button', { name: 'Continue with Google' }).click();
      await example('protect').getByRole('button', { name: 'New invoice' }).waitFor();
      await example('organization-switcher').getByRole('button').click();
      await noViolations(page);
      await page.getByRole('button', { name: 'Switch to Royal Society' }).click();
      await example('protect').getByText('You may only read invoices.').waitFor();
      await example('user-button').getByRole('button').click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await example('session').getByText('Nobody is signed in.').waitFor();
      assert.match(page.url(), /\/docs\/react\/examples$/);
      assert.deepEqual(api, []);
    }
    await using other = await site.open('/docs/react');
    const files: string[] = await other.page.evaluate(
      'performance.getEntriesByType("resource").map(({ name }) => name)',
    );
    assert.ok(!files.some((name) => name.includes('examples')), files.join(' '));
  });

  for (const path of ['/docs', '/docs/cookies', '/docs/nothing'])
    it(`${path} has no finding`, async () => {
      await using visit = await site.open(path, { statuses: [404] });
      await visit.page.locator('form.search').waitFor();
      await noViolations(visit.page);
    });

  for (const narrow of [false, true])
    it(`the reference has no finding${narrow ? ' at 360 px' : ', and leads back'}`, async () => {
      await using visit = await site.open('/reference', { narrow });
      const { page } = visit;
      await page.getByRole('heading', { name: 'Keyward' }).waitFor();
      await noViolations(page);
      if (narrow) return;
      await page.getByText(`v${version()}`, { exact: true }).waitFor();
      // It begins with signing in, and its list shows paths and names.
      await page.getByText(/^Sign in first/).waitFor();
      await page.locator('.t-doc__sidebar').filter({ hasText: '/auth/login/password' }).first().waitFor();
      await page.locator('.t-doc__sidebar [data-name="Sign in with a mailed code"]').first().waitFor();
      await page
        .getByRole('navigation', { name: 'Keyward' })
        .getByRole('link', { name: 'Documentation' })
        .click();
      await page.waitForURL(/\/docs$/);
    });
});
