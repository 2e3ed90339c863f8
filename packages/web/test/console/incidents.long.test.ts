import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { addPerson } from '../../../server/test/http/people.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { noViolations } from '../support/accessibility.ts';
import { openConsole } from '../support/console.ts';
import { suiteSite } from '../support/site.ts';

describe('the incidents of the overview', IN_BROWSER, () => {
  const site = suiteSite({ settings: { KEYWARD_LIMIT_ADDRESS: '1000/1h' } });

  it('say what fails now, what to do, and lead there', async () => {
    const { keyward } = site;
    await using visit = await openConsole(site, '/console');
    const { page, root } = visit;
    const incidents = page.getByRole('region', { name: 'What fails now' });
    await page.getByText(/attention|Everything is well/).waitFor();
    assert.equal(await incidents.count(), 0);

    const { email } = await addPerson(keyward);
    for (let guess = 0; guess < 40; guess += 1)
      await keyward.call('POST', '/login', { body: { identifier: `${guess}${email}`, password: 'Wrong-1' } });
    const hook = await keyward.call('POST', '/webhook', {
      token: root.token,
      body: { url: 'https://receiver.example/hook' },
    });
    assert.equal(hook.status, 201, hook.text);
    await keyward.database.query('update webhooks set failing_since = $1', [keyward.clock.now()]);
    keyward.clock.advance(3_000);
    await page.reload();
    await incidents.getByText('Webhook receivers miss events').waitFor();
    await incidents.getByText(/sign-ins were refused in the last hour/).waitFor();
    for (const width of [1280, 1024, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await noViolations(page);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false);
    }
    await incidents.getByRole('link', { name: 'Open webhooks' }).click();
    await page.waitForURL('**/console/webhooks');
    await page.goBack();
    await incidents.getByRole('link', { name: 'See the attempts' }).click();
    await page.waitForURL('**/console/events?type=login.failed');
  });
});
