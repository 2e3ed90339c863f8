import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import { addPerson } from '../../../server/test/http/people.ts';
import { PASSWORD } from '../../../server/test/support/keyward.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { openConsole } from '../support/console.ts';
import { noViolations } from '../support/accessibility.ts';
import { idle } from '../support/idle.ts';
import { suiteSite } from '../support/site.ts';

describe('the page of accounts', IN_BROWSER, () => {
  const site = suiteSite();
  const rows = 'table[aria-label=Accounts] tbody tr';
  before(async () => {
    for (let index = 1; index <= 28; index += 1)
      await addPerson(site.keyward, {
        name: `Person ${index}`,
        email: `p${index}@example.org`,
        handle: `p${index}`,
      });
    await addPerson(site.keyward, {
      name: '=HYPERLINK("x")',
      email: 'formula@example.org',
      handle: 'formula',
    });
    await addPerson(site.keyward, { name: 'Grace Hopper', email: 'grace@example.org', status: 'suspended' });
  });

  it('keeps search, filters, sort, page and the open account in the address', async () => {
    await using visit = await openConsole(site, '/console/accounts?status=active');
    const { page } = visit;
    await page.getByText('30 entries').waitFor();
    assert.equal(await page.locator(rows).count(), 25);
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.waitForURL('**/accounts?status=active&page=2');
    await page.getByText('Page 2 of 2').waitFor();
    await page.goBack();
    await page.getByText('Page 1 of 2').waitFor();

    await page.getByRole('combobox', { name: 'Status' }).selectOption('suspended');
    await page.getByText('1 entry').waitFor();
    assert.match(await page.locator(rows).innerText(), /Grace Hopper[\s\S]*suspended/);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.keyboard.press('/');
    await page.keyboard.insertText('person 2');
    await page.waitForURL('**/accounts?q=person+2');
    await page.getByText('11 entries').waitFor();
    await page.getByRole('button', { name: 'Name' }).click();
    await page.waitForURL('**/accounts?q=person+2&sort=-name');
    await page.locator(rows).first().getByText('Person 28').waitFor();
    await noViolations(page);

    await page.locator(rows).first().click();
    await page.waitForURL(/accounts\/\d+\?q=person\+2&sort=-name$/);
    await page.getByRole('dialog').getByText('p28@example.org').first().waitFor();
    await idle(page);
    await page.keyboard.press('Escape');
    await page.waitForURL('**/accounts?q=person+2&sort=-name');

    await page.getByRole('searchbox').fill('nobody');
    await page.getByText('No account matches').waitFor();
    await page.getByRole('searchbox').fill('email:P28@');
    await page.getByText('1 entry').waitFor();
  });

  it('cancels the previous request, and keeps the old rows until the new ones arrive', async () => {
    await using visit = await openConsole(site, '/console/accounts');
    const { page } = visit;
    await page.getByText('Grace Hopper').waitFor();
    const slow = Promise.withResolvers<void>();
    await page.route('**/auth/account?*q=person*', async (route) => {
      await slow.promise;
      await route.continue().catch(() => {});
    });
    const asked = page.waitForRequest(/q=person/);
    await page.getByRole('searchbox').fill('person');
    const first = await asked;
    assert.ok(await page.getByText('Grace Hopper').isVisible(), 'the old rows');
    const cancelled = page.waitForEvent('requestfailed', (request) => request === first);
    await page.getByRole('searchbox').fill('grace');
    await page.getByText('1 entry').waitFor();
    await cancelled;
    assert.match(first.failure()?.errorText ?? '', /ABORTED/);
    slow.resolve();
  });

  it('creates an account, and shows each error at its field', async () => {
    await using visit = await openConsole(site, '/console/accounts', { statuses: [400, 409, 422] });
    const { page } = visit;
    await page.getByRole('button', { name: 'Create account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create an account' });
    await dialog.locator('[name=name]').fill('Katherine Johnson');
    await dialog.locator('[name=email]').fill('grace@example.org');
    await dialog.getByRole('button', { name: 'Create account' }).click();
    await dialog.getByText('exists already').waitFor();
    await dialog.locator('[name=email]').fill('katherine@example.org');
    await dialog.locator('[name=password]').fill('short');
    await dialog.getByRole('button', { name: 'Create account' }).click();
    await dialog.getByText(/at least \d+ characters|too weak/).waitFor();
    await noViolations(page);
    await dialog.locator('[name=password]').fill(PASSWORD);
    await dialog.getByLabel('Email verified').check();
    await dialog.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL(/\/console\/accounts\/\d+$/);
    await page.getByRole('dialog').getByText('Can sign in').waitFor();
    await site.keyward.logIn('katherine@example.org');
  });

  it('exports all that match, over many pages', async () => {
    await using visit = await openConsole(site, '/console/accounts?status=active');
    const { page } = visit;
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByText(/accounts were exported/).waitFor(),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    assert.equal(file.suggestedFilename(), 'accounts.csv');
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
    const { body } = await site.keyward.call('GET', '/account?status=active&limit=1', {
      token: visit.root.token,
    });
    assert.equal(lines.length, Number(body['total']) + 1);
    assert.ok(lines.some((line) => line.includes(`"'=HYPERLINK(""x"")"`)));
    assert.ok(lines.every((line) => !line.includes('grace@example.org')));
  });
  it('keeps every letter that is typed while the text before it is taken into the address', async () => {
    await using visit = await openConsole(site, '/console/accounts');
    const { page } = visit;
    const search = page.getByRole('searchbox');
    await search.focus();
    // One letter comes in the moment in which the address changes, and one when the page has followed it.
    await page.evaluate(`navigation.addEventListener('currententrychange', () => {
      if (location.search !== '?q=gra') return;
      const type = (letter) => document.execCommand('insertText', false, letter);
      type('c');
      requestAnimationFrame(() => requestAnimationFrame(() => type('e')));
    })`);
    await page.keyboard.insertText('gra');
    await page.waitForURL('**/accounts?q=grace');
    assert.equal(await search.inputValue(), 'grace');
    await page.getByText('1 entry').waitFor();
  });
});

describe('the page of codes', IN_BROWSER, () => {
  const site = suiteSite();

  it('lists, filters, removes, cleans up and clears', async () => {
    const person = await addPerson(site.keyward, { email: 'ada@example.org' });
    const send = async (purpose: string) => {
      const answer = await site.keyward.call('POST', `/send/email/otp/${purpose}`, {
        body: { email: person.email },
      });
      assert.equal(answer.status, 200, answer.text);
    };
    const total = async () =>
      (await site.keyward.database.query('select count(*) as n from codes', []))[0]?.['n'];
    await using visit = await openConsole(site, '/console/codes');
    const { page } = visit;
    await page.getByText('No open codes').waitFor();
    await send('login');
    await send('reset');
    await page.reload();
    await page.getByText('2 entries').waitFor();
    await noViolations(page);
    await page.getByRole('combobox', { name: 'Purpose' }).selectOption('reset');
    await page.waitForURL('**/codes?purpose=reset');
    await page.getByText('1 entry').waitFor();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No code matches').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('1 entry').waitFor();
    assert.equal(Number(await total()), 1);

    await page.getByRole('button', { name: 'Clear expired' }).click();
    await page.getByText('0 expired codes were removed.').waitFor();
    await page.getByRole('button', { name: 'Clear all' }).click();
    const dialog = page.getByRole('dialog');
    assert.ok(await dialog.getByRole('button', { name: 'Clear all' }).isDisabled());
    await dialog.getByLabel('Type CLEAR to confirm').fill('CLEAR');
    await dialog.getByRole('button', { name: 'Clear all' }).click();
    await page.getByText('No open codes').waitFor();
    assert.equal(Number(await total()), 0);
  });
});
