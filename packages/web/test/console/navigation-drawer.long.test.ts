import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { IN_BROWSER } from '../support/browser.ts';
import { noViolations } from '../support/accessibility.ts';
import { openConsole } from '../support/console.ts';
import { idle } from '../support/idle.ts';
import { suiteSite } from '../support/site.ts';

/** What an element has; Node.js has no types for it. */
interface Focusable {
  matches(selector: string): boolean;
}

describe('the navigation of a narrow window', IN_BROWSER, () => {
  const site = suiteSite();

  it('opens, keeps the focus, and closes by Esc, a click beside it or a choice', async () => {
    await using visit = await openConsole(site, '/console');
    const { page } = visit;
    await page.setViewportSize({ width: 360, height: 740 });
    const button = page.getByRole('button', { name: 'Menu' });
    const navigation = page.getByRole('navigation');
    const within = () => page.evaluate<boolean>("document.activeElement.closest('.kc-side') !== null");
    const open = async () => {
      await button.focus();
      await page.keyboard.press('Enter');
      await navigation.waitFor();
      await page.locator('.kc-side :focus').waitFor();
    };
    const assertClosed = async () => {
      await navigation.waitFor({ state: 'hidden' });
      await page.locator(':focus').waitFor();
      assert.ok(await button.evaluate((one: Focusable) => one.matches(':focus')));
    };
    await navigation.waitFor({ state: 'hidden' });
    await open();
    assert.equal(await button.getAttribute('aria-expanded'), 'true');
    await idle(page);
    await noViolations(page);
    const links = await navigation.getByRole('link').count();
    // More than there are: the focus goes round.
    for (let presses = 0; presses < links + 8; presses += 1) {
      await page.keyboard.press('Tab');
      assert.ok(await within(), `after ${presses + 1} times Tab`);
    }
    await page.keyboard.press('Escape');
    await assertClosed();
    await open();
    await page.mouse.click(340, 400);
    await assertClosed();
    await open();
    await navigation.getByRole('link', { name: 'Webhooks' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
    await navigation.waitFor({ state: 'hidden' });
  });
});
