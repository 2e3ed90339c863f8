import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../../server/test/support/until.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { openConsole } from '../support/console.ts';
import { noViolations } from '../support/accessibility.ts';
import { idle } from '../support/idle.ts';
import { suiteSite } from '../support/site.ts';

describe('the events in the console', IN_BROWSER, () => {
  const site = suiteSite();
  const rows = (page: Page) => page.locator('.kc-row');

  it('shows events as they happen, and narrows them by filters that are in the address', async () => {
    await using console = await openConsole(site, '/console/events', { statuses: [422] });
    const { page, root } = console;
    await rows(page).first().waitFor();
    const ada = await site.keyward.signUp({ name: 'Ada', email: 'ada@example.org' });
    await rows(page).filter({ hasText: 'account.created' }).filter({ hasText: 'ada@example.org' }).waitFor();

    await page.getByRole('combobox', { name: 'Types' }).fill('account');
    await page.getByRole('option', { name: 'account.created' }).click();
    await page.keyboard.press('Escape');
    const pick = async (filter: string, typed: string, choice: RegExp) => {
      await page.getByRole('combobox', { name: filter, exact: true }).fill(typed);
      await page.getByRole('option', { name: choice }).click();
    };
    const search = page.getByRole('searchbox', { name: 'Search events' });
    await search.fill('created ADA@example');
    await page.waitForURL(/\?type=account.created&q=created\+ADA%40example$/);
    await until(async () => (await rows(page).count()) === 1, 'the one event with these words');
    await search.clear();
    await page.waitForURL(/\?type=account.created$/);
    await pick('Account', 'da@exam', /^ada@example\.org/);
    await page.waitForURL(new RegExp(`\\?type=account.created&account_id=${ada.id}$`));
    await page.reload();
    await rows(page).first().waitFor();
    assert.equal(await rows(page).count(), 1);
    // A shared link shows whom it is about, not an id.
    const field = page.getByRole('combobox', { name: 'Account', exact: true });
    await until(async () => (await field.inputValue()) === 'ada@example.org', 'the email of the account');
    assert.match(await rows(page).innerText(), /account\.created\s+by password\s+ada@example\.org/);

    await page.getByRole('button', { name: 'Clear filters' }).click();
    await pick('Actor', 'account:nonsense', /nonsense/);
    await page.getByText('must be account:ID').waitFor();
    await pick('Actor', root.email, new RegExp(`^${root.email}`));
    await page.waitForURL(new RegExp(`actor_id=account%3A${root.id}$`));
    await rows(page).first().waitFor();
    await page.getByRole('button', { name: 'Any time' }).click();
    await page.getByRole('button', { name: 'Last hour' }).click();
    await page.waitForURL(/&last=hour$/);
    await rows(page).first().waitFor();
    await page.getByRole('button', { name: 'Last hour' }).click();
    await page.getByLabel('To', { exact: true }).fill('2001-01-01T00:00');
    await page.getByText('No event matches').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await rows(page).first().waitFor();
    await noViolations(page);
  });

  it('opens an event with what changed, and leads to its account, its actor and its request', async () => {
    const grace = await site.keyward.signUp({ name: 'Grace', email: 'grace@example.org' });
    await using console = await openConsole(site, '/console/events?type=account.updated', {
      statuses: [404],
    });
    const { page, root } = console;
    await site.keyward.call('PATCH', '/account', {
      token: root.token,
      headers: { 'x-request-id': 'rename-1' },
      body: { account_id: grace.id, name: 'Grace Hopper' },
    });
    await rows(page).filter({ hasText: 'grace@example.org' }).waitFor();
    await idle(page);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog');
    await panel.locator('.kc-diff').getByText('Grace Hopper').waitFor();
    assert.deepEqual(await panel.locator('.kc-diff td').allInnerTexts(), ['Grace', 'Grace Hopper']);
    await page.waitForURL(/\/console\/events\/evt_[\w-]+\?type=account\.updated$/);
    assert.equal(
      await panel.getByRole('link', { name: 'Open account' }).getAttribute('href'),
      `/console/accounts/${grace.id}`,
    );
    await noViolations(page);
    const address = page.url().replace(/\?.*/, '');

    await page.keyboard.press('Escape');
    await page.waitForURL(/\/console\/events\?type=account\.updated$/);
    await page.goto(address);
    await panel.getByRole('button', { name: 'All by this actor' }).click();
    await page.waitForURL(new RegExp(`/console/events\\?actor_id=account%3A${root.id}$`));
    await page.goto(address);
    await panel.getByRole('link', { name: 'Request in the logs' }).click();
    await page.waitForURL(/\/console\/logs\?q=request_id%3Arename-1$/);
    await rows(page).filter({ hasText: 'admin.account_changed' }).waitFor();

    await page.goto(new URL('/console/events/evt_none', site.url).href);
    await panel.getByText('There is no such event').waitFor();
  });

  it('leads from a change of the settings to the section, with the question to roll it back', async () => {
    await using console = await openConsole(site, '/console/events?type=settings.changed');
    const { page, root } = console;
    await site.keyward.call('PATCH', '/config/factors', { token: root.token, body: { rp_name: 'Shop' } });
    await rows(page).first().click();
    const panel = page.getByRole('dialog');
    await noViolations(page);
    const open = panel.getByRole('link', { name: 'Open the setting' });
    assert.equal(await open.getAttribute('href'), '/console/settings/factors');
    await panel.getByRole('link', { name: 'Roll back' }).click();
    const question = page.getByRole('dialog', { name: 'Roll back' });
    await question.getByRole('button', { name: 'Roll back' }).click();
    await page.getByText('Version 0 is restored.').waitFor();
    await page.waitForURL(/\/console\/settings\/factors$/);
  });

  it('saves what the filters choose, as lines and as a table without formulas', async () => {
    await site.keyward.call('POST', '/login', {
      headers: { 'user-agent': '=HYPERLINK("http://example.org")' },
      body: { identifier: 'nobody@example.org', password: 'Wrong-1' },
    });
    await using console = await openConsole(site, '/console/events?type=login.failed');
    const { page } = console;
    const save = async (choice: string) => {
      // An exact match, because during an export the button cancels it.
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: choice }).click(),
      ]);
      return readFileSync(await file.path(), 'utf8');
    };
    const lines = (await save('As JSON lines')).trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).type),
      ['login.failed'],
    );
    const [head, line] = (await save('As CSV')).split('\r\n');
    assert.match(head ?? '', /^id,timestamp,type,account_id/);
    assert.ok(line?.includes(`"'=HYPERLINK(""http://example.org"")"`), line);
  });
});
