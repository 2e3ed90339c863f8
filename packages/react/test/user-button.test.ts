import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { addSuperadmin } from '../../server/test/http/admin/admin.ts';
import { addMember, addOrganization, ON } from '../../server/test/http/organizations/help.ts';
import { addPerson } from '../../server/test/http/people.ts';
import { noViolations } from '../../web/test/support/accessibility.ts';
import { IN_BROWSER } from '../../web/test/support/browser.ts';
import { suiteSite } from '../../web/test/support/site.ts';
import { arriveAt, signIn } from '../../web/test/pages/people.ts';
import { type Application, startApplication } from './application.ts';

const EXAMPLE = fileURLToPath(new URL('../../../examples/react-vite', import.meta.url));

/** What a page has; Node.js has no types for it. */
declare const document: { activeElement: { textContent: string } };

const focused = (page: Page) => page.evaluate(() => document.activeElement.textContent);

describe('the menu of the account', IN_BROWSER, () => {
  const site = suiteSite({ settings: ON });
  let application: Application;
  before(async () => {
    application = await startApplication(EXAMPLE, site.url);
  });
  after(() => application.close());

  it('warns developers of a service that does not answer', async () => {
    await using opened = await site.open(`${application.url}/signin`, { origins: [application.url] });
    const { page } = opened;
    await page.addInitScript('fetch = () => Promise.reject(new TypeError("refused"))');
    const warned = page.waitForEvent('console', (message) => message.type() === 'warning');
    await page.reload();
    assert.ok((await warned).text().startsWith(`Keyward does not answer at ${site.url}: check options.url`));
  });

  it('opens, moves and closes by keys, switches the organization, and signs out', async () => {
    const { keyward } = site;
    const root = await addSuperadmin(keyward);
    const person = await addPerson(keyward, { verified: true });
    const north = await addOrganization(keyward, root, root, { name: 'North' });
    await addMember(keyward, root, north, person, 'member');
    await using opened = await site.open(`${application.url}/signin`, { origins: [application.url] });
    const { page } = opened;
    await signIn(page, person.email);
    const button = page.getByRole('button', { name: /^Account menu of Added/ });
    const menu = page.getByRole('menu');
    await button.press('ArrowDown');
    await menu.getByRole('menuitemradio', { name: 'North' }).waitFor();
    assert.equal(await focused(page), 'Manage account');
    await page.getByText(person.email).waitFor();
    await noViolations(page);
    await page.keyboard.press('ArrowUp');
    assert.equal(await focused(page), 'Sign out');
    await page.keyboard.press('Home');
    await page.keyboard.press('n');
    assert.equal(await focused(page), 'North');
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    assert.equal(await button.evaluate((one) => one === document.activeElement), true);

    await page.keyboard.press('Enter');
    await page.keyboard.press('n');
    await page.keyboard.press('Enter');
    await menu.waitFor({ state: 'detached' });
    await button.press('ArrowUp');
    await menu.getByRole('menuitemradio', { name: 'North', checked: true }).waitFor();
    assert.equal(await focused(page), 'Sign out');
    await page.keyboard.press('Tab');
    await menu.waitFor({ state: 'detached' });
    await button.click();
    await menu.getByRole('menuitem', { name: 'Manage account' }).click();
    await arriveAt(page, 'Your account');

    await page.goto(application.url);
    await button.click();
    await menu.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    assert.equal(await button.count(), 0);
  });
});
