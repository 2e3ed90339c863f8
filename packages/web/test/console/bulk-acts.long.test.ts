import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { accountRow, addPerson } from '../../../server/test/http/people.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { noViolations } from '../support/accessibility.ts';
import { openConsole } from '../support/console.ts';
import { suiteSite } from '../support/site.ts';
import { lookAtTables } from '../support/tables.ts';

describe('the rows of the console', IN_BROWSER, () => {
  const site = suiteSite();

  it('take an act on many accounts, with a result for each', async () => {
    const { keyward } = site;
    const people = [await addPerson(keyward), await addPerson(keyward), await addPerson(keyward)] as const;
    const [first, second, third] = people;
    await using visit = await openConsole(site, '/console/accounts', { statuses: [404] });
    const { page, root } = visit;
    const select = (email: string) => page.getByRole('checkbox', { name: `Select ${email}` });
    const bar = page.getByRole('group', { name: 'Actions for the selected accounts' });
    await select(first.email).focus();
    await page.keyboard.press('Space');
    await bar.getByText('1 account selected').waitFor();
    await page.getByRole('checkbox', { name: 'Select all of this page' }).check();
    await bar.getByText('4 accounts selected').waitFor();
    await select(third.email).uncheck();
    for (const width of [1280, 1024, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await noViolations(page);
      assert.deepEqual((await lookAtTables(page)).lost, [], `${width} px`);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      bar.getByRole('button', { name: 'Export selected' }).click(),
    ]);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/);
    assert.equal(lines.length, 4, 'a head and three accounts');

    // Somebody else deletes one of them meanwhile.
    await keyward.call('DELETE', '/account', { token: root.token, body: { account_id: second.id } });
    await bar.getByRole('button', { name: 'Suspend' }).click();
    const dialog = page.getByRole('dialog', { name: 'Suspend 3 accounts?' });
    await noViolations(page);
    // A long list scrolls.
    await dialog.getByRole('list', { name: 'Results' }).focus();
    await dialog.locator('ul:focus').waitFor();
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await dialog.getByText('3 of 3').waitFor();
    const result = (email: string) => dialog.getByRole('listitem').filter({ hasText: email });
    await result(first.email).getByText('suspended').waitFor();
    await result(second.email).getByText('failed').waitFor();
    await result(root.email).getByText('This is you').waitFor();
    await noViolations(page);
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    assert.deepEqual(
      [(await accountRow(keyward, first.id))['status'], (await accountRow(keyward, third.id))['status']],
      ['suspended', 'active'],
    );
    assert.equal((await accountRow(keyward, root.id))['status'], 'active');
    await bar.getByRole('button', { name: 'Clear selection' }).click();

    await select(third.email).check();
    await bar.getByRole('button', { name: 'End sessions' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End sessions' }).click();
    await page.getByRole('dialog').getByText('1 session ended').waitFor();
    assert.equal((await keyward.call('GET', '/me', { token: third.token })).status, 401);
  });

  it('are links, which open in a tab of their own', async () => {
    const person = await addPerson(site.keyward);
    await using visit = await openConsole(site, '/console/accounts?sort=-created_at');
    const { page, context } = visit;
    const row = page.getByRole('row').filter({ hasText: person.email });
    const href = `/console/accounts/${person.id}?sort=-created_at`;
    assert.equal(await row.getByRole('link').getAttribute('href'), href);
    const opened = async (act: () => Promise<void>, path: RegExp) => {
      const [tab] = await Promise.all([context.waitForEvent('page'), act()]);
      await tab.waitForURL(path);
      await tab.close();
    };
    const cell = row.getByText(person.email);
    const account = new RegExp(`/console/accounts/${person.id}\\b`);
    await opened(() => cell.click({ modifiers: ['ControlOrMeta'] }), account);
    await opened(() => cell.click({ button: 'middle' }), account);
    await opened(async () => {
      await row.focus();
      await page.keyboard.press('ControlOrMeta+Enter');
    }, account);
    await cell.click();
    await page.waitForURL(account);

    for (const [path, record] of [
      ['events', /\/console\/events\/evt_/],
      ['logs', /\/console\/logs\?record=/],
    ] as const) {
      await page.goto(`${site.url}/console/${path}`);
      const link = page.getByRole('row').nth(1).locator('a.kc-row-link');
      assert.match((await link.getAttribute('href')) ?? '', record);
      await opened(() => link.click({ modifiers: ['ControlOrMeta'] }), record);
      await link.click();
      await page.waitForURL(record);
    }
  });
});
