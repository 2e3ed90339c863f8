import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addWebhook, deliveriesOf, LOCAL } from '../../../server/test/http/webhooks/help.ts';
import { addPerson } from '../../../server/test/http/people.ts';
import { startReceiver } from '../../../server/test/http/webhooks/receiver.ts';
import { until } from '../../../server/test/support/until.ts';
import { noViolations } from '../support/accessibility.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { openConsole } from '../support/console.ts';
import { idle } from '../support/idle.ts';
import { suiteSite } from '../support/site.ts';

/** Height of the head of the panel, which stays. */
const HEAD_PX = 60;
/** More than one page of the list. */
const DELIVERIES = 25;

describe('the deliveries of a webhook', IN_BROWSER, () => {
  const site = suiteSite({ settings: LOCAL });

  it('open in view, even the last of many, by click and by keyboard', async () => {
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
        const detail = table.locator('.kc-row-detail');
        const retry = detail.getByRole('button', { name: 'Retry' });
        await retry.waitFor();
        await idle(page);
        const box = (await retry.boundingBox()) ?? assert.fail('no detail');
        assert.ok(box.y >= HEAD_PX && box.y + box.height <= height, `${by}: at ${box.y} of ${height} px`);
        const row = (await last.boundingBox()) ?? assert.fail('no row');
        assert.ok(row.y >= HEAD_PX, `${by}: the row at ${row.y} px`);
        await last.click();
        await detail.waitFor({ state: 'detached' });
      }
    }
  });

  it('begin with the failed ones if the webhook has ended, and name no next attempt', async () => {
    const { keyward } = site;
    await using receiver = await startReceiver();
    receiver.answer = (response) => response.writeHead(410).end('Moved away\nfor good');
    const webhook = await addWebhook(keyward, receiver.url, { types: ['session.started'] });
    await addPerson(keyward);
    const { id, root } = webhook;
    const isEnabled = async () =>
      (await keyward.call('GET', `/webhook/${id}`, { token: root.token })).body['enabled'];
    await until(async () => (await isEnabled()) === false, 'the end');
    await using visit = await openConsole(site, `/console/webhooks/${id}`);
    const { page } = visit;
    const panel = page.getByRole('dialog');
    await panel.getByText(/^410 Moved away · /).waitFor();
    await panel.getByText('held until you resume').waitFor();
    await panel.locator('tr[data-opens]').click();
    await panel.getByRole('button', { name: 'Retry' }).waitFor();
    assert.equal(await panel.getByText('Next attempt').count(), 0);
    await panel.locator('.kc-row-detail').getByText('410', { exact: true }).waitFor();
    assert.equal(await panel.getByText('the answer was').count(), 0, 'said once');
    await noViolations(page);
    await keyward.database.query("update webhooks set disabled_reason = 'failing' where uid = $1", [id]);
    await page.reload();
    await panel.getByRole('button', { name: 'Resume' }).waitFor();
    assert.equal(await panel.getByRole('radio', { name: 'Failed' }).isChecked(), true);
    await panel.getByRole('button', { name: 'Resume' }).click();
    await panel.getByRole('button', { name: 'Pause' }).waitFor();
    assert.equal(await panel.getByRole('radio', { name: 'All' }).isChecked(), true);
  });
});
