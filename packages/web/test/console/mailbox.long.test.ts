import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mailboxAddress } from '../../../server/src/features/delivery/mail/mailbox-key.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { noViolations } from '../support/accessibility.ts';
import { suiteSite } from '../support/site.ts';

describe('the mailbox by its own address', IN_BROWSER, () => {
  const site = suiteSite();

  it('opens only with its key, which is removed from the address and survives a reload', async () => {
    await site.keyward.call('POST', '/send/email/otp/signup', { body: { email: 'ada@example.org' } });
    const code = (await site.mailTo('ada@example.org')).code ?? assert.fail('no code');
    const { key } = site.keyward.app.services.mailboxKey;
    const requested: string[] = [];
    await using visit = await site.open('/signin');
    const { page } = visit;
    page.on('request', (request) => requested.push(request.url() + (request.headers()['referer'] ?? '')));
    await page.goto(mailboxAddress(site.url, key));
    await page.getByRole('heading', { name: 'Mailbox', level: 1 }).waitFor();
    await page.waitForURL(`${site.url}/mailbox`);
    await page.reload();
    await page.getByText('ada@example.org').first().click();
    await page
      .getByText(code ?? assert.fail('no code'))
      .first()
      .waitFor();
    await page.frameLocator('iframe').getByText(code).first().waitFor();
    assert.ok(!requested.some((address) => address.includes(key)));
    await noViolations(page);

    // A phone shows the list, and then the mail.
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto(`${site.url}/mailbox`);
    const mails = page.getByRole('list', { name: 'Mails' });
    await mails.getByRole('button').first().click();
    await page.frameLocator('iframe').getByText(code).first().waitFor();
    assert.equal(await mails.isVisible(), false);
    await noViolations(page);
    await page.goBack();
    await mails.waitFor();
    assert.equal(await page.getByRole('article').isVisible(), false);

    await using keyless = await site.open('/mailbox');
    await keyless.page.getByRole('heading', { name: 'The key of the mailbox is missing' }).waitFor();
    await keyless.page.getByRole('link', { name: 'Open the console' }).waitFor();
    await noViolations(keyless.page);
    assert.ok(!(await keyless.page.content()).includes('ada@example.org'));
  });
});
