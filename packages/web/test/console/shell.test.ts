import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HAS_BROWSER } from '../../../client/test/support/browser.ts';
import { addSuperadmin } from '../../../server/test/http/admin/admin.ts';
import { addPerson } from '../../../server/test/http/people.ts';
import { PASSWORD } from '../../../server/test/support/keyward.ts';
import { openConsole } from '../support/console.ts';
import { noViolations } from '../support/accessibility.ts';
import { idle } from '../support/idle.ts';
import { suiteSite } from '../support/site.ts';

const GROUPS = {
  People: [
    ['Accounts', '/accounts'],
    ['Sessions', '/sessions'],
    ['Codes', '/codes'],
    ['Invitations', '/invitations'],
  ],
  Activity: [
    ['Logs', '/logs'],
    ['Events', '/events'],
  ],
  Developers: [
    ['API keys', '/api-keys'],
    ['Webhooks', '/webhooks'],
    ['Applications', '/applications'],
    ['API', '/api'],
  ],
  Settings: [
    ['Settings', '/settings'],
    ['Mailbox', '/mailbox'],
  ],
} as const;

describe('the console', { skip: !HAS_BROWSER && 'npm brings a browser for Linux on x64 only' }, () => {
  const site = suiteSite();

  it('lets superadmins in to the address that they asked for, and nobody else', async () => {
    const root = await addSuperadmin(site.keyward);
    const user = await addPerson(site.keyward);
    await using visit = await site.open('/console/accounts?q=ada');
    const { page } = visit;
    const signIn = async (email: string) => {
      await page.getByLabel('Email').first().fill(email);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    };
    await signIn(user.email);
    await page.getByText(`${user.email} is not a superadmin`).waitFor();
    await signIn(root.email);
    await page.getByRole('heading', { name: 'Accounts', level: 1 }).waitFor();
    assert.equal(new URL(page.url()).search, '?q=ada');
    assert.equal(await page.evaluate(() => localStorage.length), 0, 'no token in reach');
    await page.getByRole('button', { name: `Signed in as ${root.email}` }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  });

  it('has its sections in one navigation, in named groups, each with its name as the heading', async () => {
    await using visit = await openConsole(site, '/console/accounts');
    const { page } = visit;
    const navigation = page.getByRole('navigation');
    const open = async (name: string, path: string) => {
      await navigation.getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { name, level: 1, exact: true }).waitFor();
      await page.waitForURL(`**/console${path}`);
    };
    await open('Overview', '');
    assert.deepEqual(await navigation.locator('p').allTextContents(), Object.keys(GROUPS));
    for (const [group, pages] of Object.entries(GROUPS)) {
      const links = navigation.getByRole('list', { name: group }).getByRole('link');
      const documentation = group === 'Developers' ? ['Documentation'] : [];
      assert.deepEqual(await links.allTextContents(), [...pages.map(([name]) => name), ...documentation]);
      for (const [name, path] of pages) await open(name, path);
    }
  });

  it('works by keyboard: the palette, a letter after g, and the list of all keys', async () => {
    await using visit = await openConsole(site, '/console/sessions');
    const { page } = visit;
    await page.getByRole('heading', { name: 'Sessions' }).waitFor();
    await idle(page);
    // Together: the letter counts for a moment only.
    await Promise.all([page.keyboard.press('g'), page.keyboard.press('c')]);
    await page.getByRole('heading', { name: 'Codes', level: 1 }).waitFor();
    const focused = (name: string) => page.getByRole('main', { name }).and(page.locator(':focus')).waitFor();
    await focused('Codes');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('API keys');
    await page.getByRole('option', { name: 'API keys', exact: true }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/console/api-keys');
    await focused('API keys');
    await page.getByRole('navigation').getByRole('link', { name: 'Events' }).click();
    await focused('Events');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill(visit.root.email);
    await page.getByRole('option', { name: new RegExp(visit.root.email) }).waitFor();
    await noViolations(page);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/console/accounts/${visit.root.id}`);
    await page.getByRole('dialog').and(page.locator(':focus-within')).waitFor();
  });

  it('keeps the search and the person in view on a low screen', async () => {
    await using visit = await openConsole(site, '/console/sessions');
    const { page, root } = visit;
    const [width, height] = [1024, 500];
    await page.setViewportSize({ width, height });
    const search = await page.getByRole('button', { name: /^Search/ }).boundingBox();
    assert.equal(search?.height, 32);
    await page.getByRole('link', { name: 'Mailbox' }).scrollIntoViewIfNeeded();
    const person = await page.getByRole('button', { name: `Signed in as ${root.email}` }).boundingBox();
    assert.ok(person !== null && person.y + person.height <= height);
    const top = await page.getByRole('button', { name: /^Search/ }).boundingBox();
    assert.equal(top?.y, search.y);
  });

  it('says that a session has ended, and continues at the same address', async () => {
    await using visit = await openConsole(site, '/console/webhooks');
    const { page, root } = visit;
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
    // Not before the click: any other answer would take the link away.
    await page.route(
      /\/auth\/invitation/,
      async (route) => {
        await site.keyward.call('POST', '/logout-all', { token: root.token });
        await route.continue();
      },
      { times: 1 },
    );
    await page.getByRole('navigation').getByRole('link', { name: 'Invitations' }).click();
    await page.getByText('Your session has ended').waitFor();
    await page.getByLabel('Email').first().fill(root.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Invitations', level: 1 }).waitFor();
  });

  it('speaks German to those who prefer it, and keeps a choice', async () => {
    await using visit = await openConsole(site, '/console/sessions', { language: 'de' });
    const { page } = visit;
    await page.getByRole('heading', { name: 'Sitzungen' }).waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'de');
    await page.getByRole('button', { name: /Angemeldet als/ }).click();
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'Sessions', level: 1 }).waitFor();
  });

  it('draws its charts where the system of the browser names no locale', async () => {
    await using visit = await openConsole(site, '/console/sessions', { used: false });
    const { page } = visit;
    await page.addInitScript(
      "Object.defineProperty(Navigator.prototype, 'language', { get: () => 'en-US@posix', configurable: true })",
    );
    await page.goto(`${site.url}/console`);
    await page.getByRole('heading', { name: 'Sign-ins over time' }).waitFor();
    await page.locator('.uplot').first().waitFor();
    await page.locator('.u-over').first().hover();
    await page
      .locator('.u-legend .u-series:first-child')
      .getByText(/, 2026, \d{1,2}:00:00/)
      .first()
      .waitFor();
    await page.getByText('Database: SQLite').waitFor();
  });

  it('says that the service does not answer, and continues when it does', async () => {
    await using visit = await openConsole(site, '/console/sessions');
    const storageState = await visit.context.storageState();
    // Without the watch of a visit: the browser reports each request that fails.
    const context = await visit.context.browser()?.newContext({ storageState });
    assert.ok(context);
    const page = await context.newPage();
    await page.goto(`${site.url}/console/sessions`);
    await page.getByRole('row').nth(1).waitFor();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Clear expired' }).click();
    await page.getByText('Can’t reach Keyward').first().waitFor();
    await context.setOffline(false);
    await page.getByText('Can’t reach Keyward').first().waitFor({ state: 'detached' });
    await context.close();
  });
});
