import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { IN_BROWSER } from '../support/browser.ts';
import { noViolations } from '../support/accessibility.ts';
import { openConsole } from '../support/console.ts';
import { suiteSite } from '../support/site.ts';

describe('the texts of mails in the console', IN_BROWSER, () => {
  const site = suiteSite();

  it('are edited with a preview, tested, and given back', async () => {
    await using visit = await openConsole(site, '/console/settings/mail-texts?mail=invitation', {
      statuses: [422],
    });
    const { page } = visit;
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const preview = page.frameLocator('iframe').getByRole('heading', { level: 1 });
    await preview.getByText('You are invited to Keyward').waitFor();
    await noViolations(page);

    await page.getByLabel('Heading').fill('Join {product} <now>');
    await preview.getByText('Join Keyward <now>').waitFor();
    const text = page.getByLabel('Text', { exact: true }).first();
    await text.fill('The link works for some days.');
    await page.getByText('must contain {until}').waitFor();
    await text.fill('The link works until {until}.');
    await page
      .frameLocator('iframe')
      .getByText(/works until .* UTC\./)
      .last()
      .waitFor();
    await button('Save').click();
    await page.getByText('Saved. The next mail has these texts.').waitFor();
    await page.locator('button[type="submit"]:focus').waitFor();

    await button('Send me a test').click();
    await page.getByText('the test mail is in the mailbox').waitFor();
    const [mail] = (await site.keyward.app.services.mailer.captured?.list()) ?? [];
    assert.deepEqual([mail?.kind, mail?.to], ['invitation', visit.root.email]);

    await button('Reset to the built-in text').click();
    await preview.getByText('You are invited to Keyward').waitFor();
    assert.deepEqual(site.keyward.app.services.settings.current.mails.texts, {});
  });
});
