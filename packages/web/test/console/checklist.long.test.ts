import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addPerson } from '../../../server/test/http/people.ts';
import { noViolations } from '../support/accessibility.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { openConsole } from '../support/console.ts';
import { suiteSite } from '../support/site.ts';

describe('the first steps on the overview', IN_BROWSER, () => {
  const site = suiteSite();

  it('lead to each place, give code for an app, tick themselves off, and go away for everybody', async () => {
    await using visit = await openConsole(site, '/console');
    const { page } = visit;
    await page.getByRole('heading', { name: 'First steps' }).waitFor();
    await page.getByText('0 of 6 done').waitFor();
    await page.getByRole('button', { name: 'Show the code' }).click();
    for (const kind of ['React', 'Next.js', 'Express', 'Python', 'Go', 'Mobile']) {
      await page
        .getByRole('radiogroup', { name: 'Kind of application' })
        .getByText(kind, { exact: true })
        .click();
      await page.locator('pre', { hasText: site.url }).waitFor();
    }
    for (const width of [1280, 1024, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await noViolations(page);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false);
    }
    await addPerson(site.keyward);
    await page.reload();
    await page.getByText('1 of 6 done').waitFor();
    await page.getByRole('link', { name: 'Add a provider' }).click();
    await page.waitForURL('**/console/settings/providers');
    await page.goBack();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByText('no longer appear').waitFor();
    assert.equal(await page.getByRole('heading', { name: 'First steps' }).count(), 0);

    await using other = await openConsole(site, '/console', { language: 'de' });
    await other.page
      .getByText('Anmeldungen im Zeitverlauf')
      .or(other.page.locator('.kc-tiles'))
      .first()
      .waitFor();
    assert.equal(await other.page.getByRole('heading', { name: 'Erste Schritte' }).count(), 0);
  });
});
