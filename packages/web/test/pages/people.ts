import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { PASSWORD } from '../../../server/test/support/keyward.ts';
import type { Site } from '../support/site.ts';

/** What a page has; Node.js has no types for it. */
declare const localStorage: { getItem(key: string): string | null };
declare const document: { dispatchEvent(event: Event): void };

export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click();

export const see = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

/** Waits for a page by its heading. */
export const arriveAt = (page: Page, heading: string | RegExp) =>
  page.getByRole('heading', { level: 1, name: heading, exact: typeof heading === 'string' }).waitFor();

export async function typeIn(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text);
}

export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  // Once its fields are there: a page for applications has a scope of the name Email.
  await page.getByLabel('Password').waitFor();
  await typeIn(page, { Email: email, Password: password });
  await press(page, 'Sign in');
}

/** Waits for what stands behind the site's origin in the address bar. */
export const seeAddress = (page: Page, address: string) =>
  page.waitForURL(({ href, origin }) => href === origin + address);

/** The access token that the page keeps. */
export async function tokenOf(page: Page): Promise<string> {
  const session: { access_token: string } = JSON.parse(
    (await page.evaluate(() => localStorage.getItem('keyward'))) ?? assert.fail('nobody is signed in'),
  );
  return session.access_token;
}

/** As when the person comes back to the tab. */
export const comeBack = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

/** The weight of all scripts that the page has loaded, in bytes as they came. */
export const scriptBytes = (page: Page): Promise<number> =>
  page.evaluate(
    "performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)",
  );

let serial = 0;

export function newEmail(): string {
  serial += 1;
  return `guest${serial}@example.org`;
}

/** The code of the newest mail of a kind. */
export async function codeFor(site: Site, email: string, kind: string): Promise<string> {
  return (await site.mailTo(email, kind)).code ?? assert.fail('no code');
}

/** The link of the newest mail of a kind. */
export async function linkFor(site: Site, email: string, kind: string): Promise<string> {
  return (await site.mailTo(email, kind)).link ?? assert.fail('no link');
}

/** The link that undoes what the newest mail of a kind reports. */
export async function undoLinkFor(site: Site, email: string, kind: string): Promise<string> {
  const { link } = await site.mailTo(email, kind);
  return link ?? assert.fail('no link');
}

/** Asks for a mail that names no frontend, as another program would. @returns its link */
export async function mailedLink(site: Site, purpose: string, email: string): Promise<string> {
  const { keyward } = site;
  // An earlier one must not be taken for it, and a minute lies between two.
  await keyward.app.services.mailer.captured?.clear();
  keyward.clock.advance(120_000);
  const sent = await keyward.call('POST', `/send/email/link/${purpose}`, { body: { email } });
  assert.equal(sent.status, 200, sent.text);
  return linkFor(site, email, 'link');
}

/** How far the leftmost and the rightmost element are from the edges of the window, in pixels. */
const INSIDE = `(() => {
  const boxes = [...document.querySelectorAll('body *')]
    .filter((one) => one.checkVisibility() && one.closest('.kw-hidden') === null)
    .map((one) => one.getBoundingClientRect())
    .filter(({ width, height }) => width > 1 && height > 1);
  return [Math.min(...boxes.map(({ left }) => left)), Math.max(...boxes.map(({ right }) => right)) - innerWidth];
})()`;

/** Asserts that nothing reaches beyond the edges of the window. */
export async function assertInside(page: Page): Promise<void> {
  const [first, last] = await page.evaluate<[number, number]>(INSIDE);
  assert.ok(first >= 0 && last <= 0, `${first} px on the left, ${last} px on the right`);
}
