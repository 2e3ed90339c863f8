import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { noViolations } from '../support/accessibility.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { type ConsoleVisit, openConsole } from '../support/console.ts';
import { idle } from '../support/idle.ts';
import { suiteSite } from '../support/site.ts';

const ORGANIZATIONS = { KEYWARD_ORGANIZATIONS_ENABLED: 'on' };

describe('the palette', IN_BROWSER, () => {
  const site = suiteSite({ settings: ORGANIZATIONS });

  /** Types a text by the keyboard alone, waits for an option, and opens it. */
  async function find(page: Page, text: string, option: string | RegExp): Promise<void> {
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Page, action, setting, account or ID' });
    // A panel below it may still take the focus for a moment, before the palette takes it back.
    await idle(page);
    await field.and(page.locator(':focus')).waitFor();
    await page.keyboard.type(text);
    assert.equal(await field.inputValue(), text);
    const sought = page
      .getByRole('listbox', { name: 'Palette' })
      .getByRole('option', { name: option })
      .first();
    await sought.waitFor();
    for (let steps = 0; (await sought.getAttribute('aria-selected')) !== 'true'; steps += 1) {
      assert.ok(steps < 20, `${text}: the keys do not reach ${option}`);
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Enter');
    await page.getByRole('listbox', { name: 'Palette' }).waitFor({ state: 'detached' });
  }
  const open = async (path = '/console/codes'): Promise<ConsoleVisit> => {
    const visit = await openConsole(site, path);
    await visit.page.getByRole('heading', { level: 1 }).waitFor();
    await idle(visit.page);
    return visit;
  };

  it('is loaded when it is opened, and has no finding', async () => {
    await using visit = await open();
    const { page } = visit;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.reload();
    await page.getByRole('heading', { name: 'Codes', level: 1 }).waitFor();
    await idle(page);
    assert.deepEqual(
      asked.filter((path) => /finder|config/.test(path)),
      [],
    );
    let pressed: Promise<void> | undefined;
    await page.route('**/finder-*.js', async (route) => {
      // With Control still down, the letters would be shortcuts.
      await pressed;
      await page.getByRole('textbox', { name: 'Palette' }).and(page.locator(':focus')).waitFor();
      await page.keyboard.type('inv');
      await route.continue();
    });
    pressed = page.keyboard.press('Control+k');
    await pressed;
    await page.getByRole('option', { name: 'Invite people' }).waitFor();
    await page.keyboard.type('ite');
    assert.equal(await page.getByRole('dialog').getByRole('combobox').inputValue(), 'invite');
    await noViolations(page);
    assert.ok(asked.some((path) => path.includes('finder')));
    await page.keyboard.type(' zzzz');
    await page.getByText('Nothing found').waitFor();
    await page.keyboard.press('Escape');
  });

  it('leads to a field of the settings, by its words, its name and its variable', async () => {
    await using visit = await open();
    const { page } = visit;
    for (const [text, name] of [
      ['verified email', 'require_verified_email'],
      ['captcha_fail_open', 'captcha_fail_open'],
      ['grace deletion', 'deletion_grace_days'],
    ] as const) {
      await find(page, text, /Sign-up/);
      await page.waitForURL(`**/console/settings/signup?field=${name}`);
      const field = page.locator(`[name="${name}"]`);
      await field.waitFor();
      await page.waitForFunction(`document.activeElement?.name === ${JSON.stringify(name)}`);
    }
  });

  it('leads to the place of an act, and opens its form', async () => {
    await using visit = await open();
    const { page } = visit;
    for (const [text, option, path] of [
      ['suspend', 'Suspend or activate an account', 'accounts'],
      ['brand', 'Change name, logo and colours', 'settings/branding'],
      ['rotate secret', 'Rotate the secret', 'settings/tokens'],
    ] as const) {
      await find(page, text, option);
      await page.waitForURL(`**/console/${path}`);
    }
    for (const [text, option, title] of [
      ['invite', 'Invite people', 'Invite'],
      ['create key', 'Create an API key', 'Create'],
      ['new webhook', 'Add a webhook', 'webhook'],
      ['new company', 'Create an organization', 'rganization'],
      ['add client', 'Create an application', 'application'],
      ['google', 'Add Google', 'Add Google'],
    ] as const) {
      await find(page, text, option);
      await page.getByRole('dialog', { name: title }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  });

  it('leads to a page of the documentation', async () => {
    await using visit = await open();
    await find(visit.page, 'argon2', /passwords?|migrating|security/i);
    await visit.page.waitForURL('**/docs/*');
  });

  it('leads to what a pasted id belongs to', async () => {
    await using visit = await open();
    const { page, root } = visit;
    const call = async (method: string, path: string, body?: unknown) =>
      (await site.keyward.call(method, path, { token: root.token, body })).body;
    const organization = await call('POST', '/organization', { name: 'Langley' });
    const made = await call('POST', '/apikey', { name: 'Nightly export', scopes: ['accounts:read'] });
    const { events } = await call('GET', '/event?limit=1');
    assert.ok(Array.isArray(events));
    const event = String(events[0].id);
    const request = String(events[0].data.request_id);
    const { sessions } = await call('GET', `/session?account_id=${root.id}`);
    assert.ok(Array.isArray(sessions));
    const session = String(sessions[0].id);
    const id = String(organization['id']);
    const key = String(made['key']);
    for (const [text, option, path, panel = false] of [
      [event, /^Event /, `events/${event}`, true],
      [request, /Log records/, `logs?q=request_id%3A${request}`],
      ['203.0.113.7', /^Events from/, 'events?ip_address=203.0.113.7'],
      ['2001:db8::7', /^Events from/, 'events?ip_address=2001%3Adb8%3A%3A7'],
      [key, /Nightly export/, `api-keys?key=${key.slice(0, 14)}`],
      [id, /^Organization /, `organizations/${id}`, true],
      [String(root.id), /^Account /, `accounts/${root.id}`, true],
      [`#${session}`, /^Session /, `sessions?id=${session}`],
    ] as const) {
      await find(page, text, option);
      await page.waitForURL(new URL(`/console/${path}`, site.url).href);
      await page
        .getByRole(panel ? 'dialog' : 'heading')
        .first()
        .waitFor();
      // A panel that opens takes the focus, perhaps after the next text has begun.
      if (panel) await page.locator('[role="dialog"] :focus, [role="dialog"]:focus').first().waitFor();
      await idle(page);
    }
  });
});
