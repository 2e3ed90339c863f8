import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { IN_BROWSER } from '../support/browser.ts';
import { openConsole } from '../support/console.ts';
import { until } from '../../../server/test/support/until.ts';
import { noViolations } from '../support/accessibility.ts';
import { idle } from '../support/idle.ts';
import { suiteSite } from '../support/site.ts';

describe('the logs in the console', IN_BROWSER, () => {
  const site = suiteSite();

  /** Leaves a record with this id. */
  const visit = (id: string, path = '/nothing') =>
    site.keyward.call('GET', path, { headers: { 'x-request-id': id } });
  const fail = (id: string) =>
    site.keyward.call('POST', '/login', {
      headers: { 'x-request-id': id },
      body: { identifier: 'nobody@example.org', password: 'Wrong-1' },
    });
  const rows = (page: Page) => page.locator('.kc-row');
  const search = (page: Page) => page.getByRole('searchbox');

  it('shows records as they are written, waits while it is paused, and finds what is typed', async () => {
    await using console = await openConsole(site, '/console/logs');
    const { page } = console;
    await rows(page).first().waitFor();
    await visit('live-1', '/live-now');
    await rows(page).filter({ hasText: '/auth/live-now' }).waitFor();

    await page.getByRole('button', { name: 'Pause' }).click();
    await visit('live-2', '/while-paused');
    await page.getByText(/^[1-9]\d* waiting$/).waitFor();
    assert.equal(await rows(page).filter({ hasText: '/auth/while-paused' }).count(), 0);
    await page.getByRole('button', { name: 'Resume' }).click();
    await rows(page).filter({ hasText: '/auth/while-paused' }).waitFor();

    await search(page).fill('status_code:404 path:live-now');
    await page.waitForURL(/\?q=status_code%3A404\+path%3Alive-now$/);
    await page.getByText('1 record', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('1 record', { exact: true }).waitFor();
    assert.match(await rows(page).innerText(), /request\s+404\s+GET \/auth\/live-now/);

    await search(page).fill('no-such-word');
    await page.getByText('No record matches').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).last().click();
    await rows(page).nth(2).waitFor();
    await page.waitForURL((url) => url.search === '');
    await noViolations(page);
  });

  it('hides the requests of this console, unless they are wanted or searched for', async () => {
    await using console = await openConsole(site, '/console/logs');
    const { page } = console;
    await visit('other-1', '/of-others');
    await rows(page).filter({ hasText: '/auth/of-others' }).waitFor();
    const own = rows(page).filter({ hasText: 'GET /auth/me' });
    const ofOtherConsoles = await own.count();
    const shown = async () => (await own.count()) > ofOtherConsoles;
    const chip = page.getByRole('button', { name: /Console requests/ });
    await chip.click();
    await page.waitForURL('**/console/logs?own=1');
    await until(shown, 'its own requests');
    await chip.click();
    await until(async () => !(await shown()), 'none of its own');
    await search(page).fill('path:/auth/me');
    await until(shown, 'what is searched for');
  });

  it('keeps the rows in place while a mouse is over them', async () => {
    await using console = await openConsole(site, '/console/logs');
    const { page } = console;
    const top = rows(page).first();
    await top.hover();
    const before = await top.innerText();
    await visit('held-1', '/under-the-mouse');
    const above = page.getByRole('button', { name: /new record/ });
    await above.waitFor();
    assert.equal(await top.innerText(), before);
    await above.click();
    await rows(page).filter({ hasText: '/auth/under-the-mouse' }).waitFor();

    await top.hover();
    await visit('held-2', '/after-the-mouse');
    await above.waitFor();
    await search(page).hover();
    await rows(page).filter({ hasText: '/auth/after-the-mouse' }).waitFor();
    assert.equal(await above.count(), 0);
  });

  it('filters by level and by a drag over the histogram, and shows the whole time again', async () => {
    await fail('levels-1');
    await using console = await openConsole(site, '/console/logs');
    const { page } = console;
    const warnings = (pressed: boolean) => page.getByRole('button', { name: /^WARNING/, pressed });
    await warnings(false).click();
    await page.waitForURL(/\?level=WARNING$/);
    await warnings(true).waitFor();
    for (const text of await rows(page).allInnerTexts()) assert.match(text, /WARNING/);
    await warnings(true).click();
    await warnings(false).waitFor();

    const { x, y, width } = (await page.locator('.kc-histogram-bars').boundingBox()) ?? assert.fail();
    await page.mouse.move(x + width * 0.5, y + 20);
    await page.mouse.down();
    await page.mouse.move(x + width - 1, y + 20);
    // Only the drawn part counts when the pointer leaves the chart.
    await page.locator('.kc-histogram-stroke').waitFor();
    await page.mouse.up();
    await page.waitForURL(/[?&]from=[^&]+&to=/);
    await page.getByRole('button', { name: 'Show the whole time' }).click();
    await page.waitForURL((url) => !url.search.includes('from='));
    await rows(page).first().waitFor();
  });

  it('shows a span until now, and tells where a search ends', async () => {
    await visit('span-1', '/in-the-span');
    await using console = await openConsole(
      site,
      '/console/logs?from=2001-01-01T00:00:00Z&to=2001-01-02T00:00:00Z',
    );
    const { page } = console;
    await page.getByText('No record matches').waitFor();
    await page.getByRole('button', { name: /2001|– / }).click();
    await page.getByLabel('From', { exact: true }).waitFor();
    await noViolations(page);
    await page.getByRole('button', { name: 'Last hour' }).click();
    await page.waitForURL(/\/logs\?last=hour$/);
    await search(page).fill('path:in-the-span');
    await page.getByText('1 record', { exact: true }).waitFor();
    await page.getByText('No earlier record matches.').waitFor();
    await search(page).fill('request_id:none');
    await page.getByText('The log has no record of this request').waitFor();
    await page.getByRole('button', { name: 'Show all records' }).click();
    await page.waitForURL((url) => url.search === '');
    await rows(page).nth(2).waitFor();
  });

  it('opens a record by the keyboard, leads to those of its request, and to it again by its address', async () => {
    await fail('pivot-1');
    await using console = await openConsole(site, '/console/logs?q=pivot-1+event:login.failed');
    const { page } = console;
    await rows(page).first().waitFor();
    await idle(page);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog');
    await panel.getByLabel('Metadata').filter({ hasText: 'user_not_found' }).waitFor();
    const address = page.url();
    await noViolations(page);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });

    await page.goto(address);
    await panel.getByRole('button', { name: 'All of this request' }).click();
    await page.waitForURL(/\?q=request_id%3Apivot-1$/);
    await page.getByText('2 records', { exact: true }).waitFor();
    await rows(page).nth(1).waitFor();
    assert.deepEqual(
      (await rows(page).allInnerTexts())
        .map((text) => /login\.failed|request/.exec(text)?.[0])
        .toSorted((a = '', b = '') => a.localeCompare(b)),
      ['login.failed', 'request'],
    );
  });

  it('leads from a record to its account', async () => {
    const fields = { name: 'Reader of Logs' };
    await using console = await openConsole(site, '/console/logs', { fields });
    const { page, root } = console;
    await rows(page).first().waitFor();
    const gone = await site.keyward.signUp({ name: 'Gone', email: 'gone@example.org' });
    await site.keyward.call('DELETE', '/account', { token: root.token, body: { account_id: gone.id } });
    await search(page).fill(`account_id:${gone.id} event:account.signed_up`);
    await rows(page)
      .filter({ hasText: `#${gone.id}` })
      .first()
      .waitFor();
    await search(page).fill(`account_id:${root.id} event:request`);
    await rows(page).filter({ hasNotText: fields.name }).first().waitFor({ state: 'detached' });
    await rows(page).first().click();
    const panel = page.getByRole('dialog');
    await panel.getByRole('button', { name: 'All of this account' }).click();
    await page.waitForURL(new RegExp(`\\?q=account_id%3A${root.id}$`));
    await panel.waitFor({ state: 'detached' });
    await rows(page).first().click();
    assert.equal(
      await panel.getByRole('link', { name: 'Open account' }).getAttribute('href'),
      `/console/accounts/${root.id}`,
    );
  });

  it('shows the lines of the server', async () => {
    await using console = await openConsole(site, '/console/logs?tab=server', { theme: 'dark' });
    const { page } = console;
    site.keyward.app.services.logs.print('A line with a word', 'ERROR');
    await search(page).fill('level:error "a word"');
    await page.getByText('1 record', { exact: true }).waitFor();
    await rows(page).filter({ hasText: 'A line with a word' }).click();
    await page.getByRole('dialog').getByText('Line as written').waitFor();
    await page.keyboard.press('Escape');
    await noViolations(page);
  });

  it('takes snapshots, saves them as files, and asks before anything is lost', async () => {
    await visit('kept-1', '/kept');
    await using console = await openConsole(site, '/console/logs');
    const { page } = console;
    await page.getByRole('button', { name: 'Take snapshot' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('tab', { name: 'Snapshots' }).click();
    await page.getByText('There is no snapshot yet.').waitFor();

    await page.getByRole('textbox', { name: 'Name of the snapshot' }).fill('before-the-move');
    await page.getByRole('button', { name: 'Take snapshot' }).click();
    const row = page.getByRole('row').filter({ hasText: 'app-before-the-move.log' });
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('button', { name: /^Download/ }).click(),
    ]);
    assert.equal(file.suggestedFilename(), 'app-before-the-move.log');
    const lines = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\n');
    assert.ok(lines.map((line) => JSON.parse(line)).some(({ request_id }) => request_id === 'kept-1'));
    await noViolations(page);

    await row.click();
    await search(page).fill('kept-1');
    await page.getByText('1 record', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'All snapshots' }).click();

    await row.getByRole('button', { name: /^Delete/ }).click();
    const question = page.getByRole('dialog');
    const act = question.getByRole('button', { name: 'Delete' });
    assert.ok(await act.isDisabled());
    await question.getByRole('textbox').fill('app-before-the-move');
    await act.click();
    await page.getByText('There is no snapshot yet.').waitFor();

    await page.getByRole('button', { name: 'Empty log app.log' }).click();
    await question.getByRole('textbox').fill('CLEAR');
    await question.getByRole('button', { name: 'Empty log' }).click();
    await page.getByText('app.log is empty.').waitFor();
    await page.getByRole('tab', { name: 'App' }).click();
    await rows(page).filter({ hasText: 'admin.log_changed' }).waitFor();
    await search(page).fill('kept-1');
    await page.getByText('No record matches').waitFor();
    await search(page).fill('');
    // Also where the log is.
    await page.getByRole('button', { name: 'Empty log', exact: true }).click();
    await question.getByRole('textbox').fill('CLEAR');
    await question.getByRole('button', { name: 'Empty log' }).click();
    await rows(page).filter({ hasText: 'admin.log_changed' }).waitFor();
  });

  it('says that logging is off, and turns it on', async () => {
    await using console = await openConsole(site, '/console/logs', { statuses: [400] });
    const { page, root } = console;
    await rows(page).first().waitFor();
    await site.keyward.call('PATCH', '/config/logging', { token: root.token, body: { logging: false } });
    await page.getByText('Logging is turned off').waitFor();
    await noViolations(page);
    await page.getByRole('button', { name: 'Turn logging on' }).click();
    await rows(page).first().waitFor();
  });
});
