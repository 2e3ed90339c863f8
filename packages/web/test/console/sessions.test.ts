import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PASSWORD } from '../../../server/test/support/keyward.ts';
import { addPerson } from '../../../server/test/http/people.ts';
import { noViolations } from '../support/accessibility.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { openConsole } from '../support/console.ts';
import { suiteSite } from '../support/site.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('the page of sessions', IN_BROWSER, () => {
  const site = suiteSite();

  it('finds sessions by device, account, address and method, with one request for each page', async () => {
    const person = await addPerson(site.keyward);
    await site.keyward.call('POST', '/login', {
      body: { identifier: person.email, password: PASSWORD },
      headers: { 'user-agent': FIREFOX },
    });
    await using visit = await openConsole(site, '/console/codes');
    const { page, root } = visit;
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/\/auth\/(?!me$)/.test(pathname)) asked.push(pathname);
    });
    await page.getByRole('navigation').getByRole('link', { name: 'Sessions' }).click();
    const row = (text: string) => page.getByRole('row').filter({ hasText: text }).first();
    await row('this one').getByText(root.email).waitFor();
    await row('Firefox, Windows').getByText(person.email).waitFor();
    assert.deepEqual(
      asked.filter((path) => !path.includes('/otp')),
      ['/auth/session'],
    );
    await noViolations(page);

    await page.keyboard.press('/');
    await page.keyboard.type('firefox win');
    await page.waitForURL('**/console/sessions?device=firefox+win');
    await row(root.email).waitFor({ state: 'detached' });
    await page.getByLabel('Signed in').selectOption('Signed in: Passkey');
    await page.getByText('No session matches').waitFor();
    await page.getByLabel('Signed in').selectOption('Signed in: Password');
    await row(person.email).waitFor();
    await page.getByRole('button', { name: 'Clear filters', exact: true }).last().click();
    await row(root.email).waitFor();
    await page.getByRole('textbox', { name: 'IP address' }).fill('192.0.2.9');
    await page.getByText('No session matches').waitFor();
    await page.getByRole('textbox', { name: 'IP address' }).fill('127.0.0.1');
    await page.getByRole('combobox', { name: 'Account' }).fill(person.email);
    await page.getByRole('option', { name: person.email }).click();
    await row(root.email).waitFor({ state: 'detached' });
    await row('Firefox, Windows').waitFor();
    await page.waitForURL(`**/console/sessions?ip_address=127.0.0.1&account_id=${person.id}`);
  });
});
