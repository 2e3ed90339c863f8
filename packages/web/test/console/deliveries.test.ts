import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addWebhook, deliveriesOf, LOCAL } from '../../../server/test/http/webhooks/help.ts';
import { addPerson } from '../../../server/test/http/people.ts';
import { until } from '../../../server/test/support/until.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { openConsole } from '../support/console.ts';
import { idle } from '../support/idle.ts';
import { suiteSite } from '../support/site.ts';

/** More than one page of the list. */
const DELIVERIES = 25;

describe('the deliveries of a webhook with many', IN_BROWSER, () => {
  const site = suiteSite({ settings: LOCAL });

  it('opens the detail of the last row in view, by click and by keyboard', async () => {
    // Nobody listens there.
    const webhook = await addWebhook(site.keyward, 'http://127.0.0.1:9/', { types: ['session.started'] });
    for (let count = 0; count < DELIVERIES; count += 1) await addPerson(site.keyward);
    await until(
      async () => (await deliveriesOf(site.keyward, webhook, '?limit=100')).length >= DELIVERIES,
      'all deliveries',
    );
    await using visit = await openConsole(site, `/console/webhooks/${webhook.id}`);
    const { page } = visit;
    for (const height of [900, 640]) {
      await page.setViewportSize({ width: 1280, height });
      const table = page.getByRole('table', { name: 'Deliveries' });
      const rows = table.locator('tr[data-opens]');
      await rows.nth(19).waitFor();
      assert.equal(await rows.count(), 20);
      for (const by of ['click', 'Enter']) {
        const last = rows.last();
        await last.scrollIntoViewIfNeeded();
        if (by === 'click') await last.click();
        else {
          await last.focus();
          await page.keyboard.press('Enter');
        }
        await idle(page);
        const detail = table.locator('.kc-row-detail');
        const retry = detail.getByRole('button', { name: 'Retry' });
        const box = (await retry.boundingBox()) ?? assert.fail('no detail');
        assert.ok(box.y >= 0 && box.y + box.height <= height, `${by}: at ${box.y} of ${height} px`);
        await last.click();
        await detail.waitFor({ state: 'detached' });
      }
    }
  });
});
