import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addSuperadmin } from '../../../server/test/http/admin/admin.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { openConsole } from '../support/console.ts';
import { noViolations } from '../support/accessibility.ts';
import { idle } from '../support/idle.ts';
import { suiteSite } from '../support/site.ts';

/** A button for each kind of dialog, by its page. */
const OPENERS = [
  ['accounts', /^Create account$/],
  ['codes', /^Clear all$/],
  ['invitations', /^Invite$/],
  ['settings/sign-up', /^Roll back$/],
  ['settings/tokens', /^Create a key$/],
  ['logs?tab=snapshots', /^Empty log app.log/],
] as const;

/** What an element has; Node.js has no types for it. */
interface Focusable {
  matches(selector: string): boolean;
}

describe('dialogs and bars of the console', IN_BROWSER, () => {
  const site = suiteSite();
  const twice = async () => {
    const { token } = await addSuperadmin(site.keyward);
    for (const send_verification of [true, false])
      await site.keyward.call('PATCH', '/config/signup', { token, body: { send_verification } });
  };

  it('Esc closes each, and the focus goes back to what opened it', async () => {
    await twice();
    await using visit = await openConsole(site, '/console');
    const { page } = visit;
    for (const [path, name] of OPENERS) {
      await page.goto(`${site.url}/console/${path}`);
      const opener = page.getByRole('button', { name }).first();
      await opener.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await idle(page);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.locator(':focus').waitFor();
      assert.ok(await opener.evaluate((button: Focusable) => button.matches(':focus')), path);
    }
    await page.goto(`${site.url}/console/accounts`);
    const row = page.getByRole('row', { name: new RegExp(visit.root.email) });
    await row.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await idle(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('tr:focus').waitFor();
  });

  it('the bar that saves hides no field with the focus', async () => {
    await using visit = await openConsole(site, '/console/settings/tokens');
    const { page } = visit;
    await page.setViewportSize({ width: 1280, height: 700 });
    await page.locator('[name="session_duration_days"]').fill('6');
    await page.locator('.kc-save[data-pending]').waitFor();
    await page.locator('.kc-field input').first().focus();
    for (let fields = 0; fields < 60; fields += 1) {
      const { inside, below } = await page.evaluate<{ inside: boolean; below: number }>(`(() => {
        const at = document.activeElement;
        const bar = document.querySelector('.kc-save').getBoundingClientRect();
        return { inside: at.closest('.kc-field') !== null, below: at.getBoundingClientRect().bottom - bar.top };
      })()`);
      if (!inside) break;
      assert.ok(
        below <= 0,
        `${String(await page.evaluate('document.activeElement.outerHTML'))} by ${below} px`,
      );
      await page.keyboard.press('Tab');
    }
  });

  it('the buttons of a dialog that is taller than the window stay in view, and hide no field', async () => {
    await using visit = await openConsole(site, '/console/applications');
    const { page } = visit;
    await page.setViewportSize({ width: 1024, height: 600 });
    await page.getByRole('button', { name: 'Create application' }).first().click();
    const dialog = page.getByRole('dialog');
    const cancel = dialog.getByRole('button', { name: 'Cancel' });
    await dialog.getByLabel('Name').focus();
    for (let fields = 0; fields < 40; fields += 1) {
      if (await cancel.evaluate((button: Focusable) => button.matches(':focus'))) return;
      const bar = (await dialog.locator('.kc-dialog-acts').boundingBox()) ?? assert.fail('a bar');
      const field = (await page.locator(':focus').boundingBox()) ?? assert.fail('a field');
      assert.ok(bar.y + bar.height <= 600, `the buttons end at ${bar.y + bar.height} px`);
      assert.ok(field.y + field.height <= bar.y, await page.locator(':focus').innerHTML());
      await page.keyboard.press('Tab');
    }
    assert.fail('the focus never comes to the buttons');
  });

  it('the dialog that rolls back shows names and values apart', async () => {
    await twice();
    await using visit = await openConsole(site, '/console/settings/sign-up');
    const { page } = visit;
    await page.getByRole('button', { name: 'Roll back', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Roll back' });
    await dialog.getByRole('rowheader', { name: 'Mail a code to verify' }).waitFor();
    await noViolations(page);
    const over = await dialog
      .locator('th, td')
      .evaluateAll((cells: { scrollWidth: number; clientWidth: number }[]) =>
        cells.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
      );
    assert.deepEqual(over, []);
  });

  it('without a connection, an unloaded section says so, stays, and loads by itself later', async () => {
    await using visit = await openConsole(site, '/console/sessions');
    const storageState = await visit.context.storageState();
    // Without the watch of a visit: the browser reports each request that fails.
    const context = await visit.context.browser()?.newContext({ storageState });
    assert.ok(context);
    const page = await context.newPage();
    await page.goto(`${site.url}/console/sessions`);
    await page.getByRole('row').nth(1).waitFor();
    await context.setOffline(true);
    await page.getByRole('navigation').getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Can’t reach Keyward').first().waitFor();
    assert.equal(new URL(page.url()).pathname, '/console/webhooks');
    await context.setOffline(false);
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
    await context.close();
  });

  it('shows the problem with a field as soon as it is known', async () => {
    await using visit = await openConsole(site, '/console/invitations', { statuses: [422] });
    const { page } = visit;
    await page.getByRole('button', { name: 'Invite' }).first().click();
    await page.getByRole('dialog').locator('[name="email"]').fill('nobody');
    await page.getByRole('dialog').getByRole('button', { name: 'Send invitation' }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
  });
});
