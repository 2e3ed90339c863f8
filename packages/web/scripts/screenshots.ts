/**
 * Takes screenshots of every page: light, dark, and at 1024 and 360 px, of a service that looks as if it were in use.
 *
 * `npm run screenshots --workspace packages/web -- [folder [name …]]`; a name is the name of a picture without its
 * theme or width. The default folder is `packages/web/screenshots`.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { startBrowser } from '../../client/test/support/browser.ts';
import { createFakeClock } from '../../server/test/support/fake-clock.ts';
import {
  PASSWORD,
  type SignedUp,
  startKeyward,
  type TestKeyward,
} from '../../server/test/support/keyward.ts';
import { freePort } from '../../server/test/support/servers.ts';
import { ensureBuilt } from './ensure-built.ts';
import { consoleShots, openShots, type Shot } from './screenshots/pages.ts';
import { HISTORY, seed } from './screenshots/seed.ts';

const LOOKS = [
  ['light', 'light', { width: 1280, height: 800 }],
  ['dark', 'dark', { width: 1280, height: 800 }],
  ['laptop', 'light', { width: 1024, height: 700 }],
  ['narrow', 'light', { width: 360, height: 780 }],
] as const;

/** In pixels; some documents are very long. */
const TALLEST = 1600;

const [folder, ...names] = process.argv.slice(2);
const target =
  folder === undefined
    ? join(import.meta.dirname, '../screenshots')
    : resolve(process.env['INIT_CWD'] ?? '.', folder);
mkdirSync(target, { recursive: true });
await ensureBuilt((text) => process.stderr.write(`${text}\n`));

const port = await freePort();
const url = `http://localhost:${port}`;
await using keyward = await startKeyward('sqlite', {
  clock: createFakeClock(Date.now() - HISTORY),
  settings: {
    KEYWARD_PORT: String(port),
    KEYWARD_PUBLIC_URL: url,
    KEYWARD_TRUSTED_PROXIES: '127.0.0.0/8,::1/128',
    KEYWARD_WEBHOOK_NETWORKS: '127.0.0.0/8,::1/128',
    KEYWARD_ORGANIZATIONS_ENABLED: 'on',
    KEYWARD_ORGANIZATIONS_CREATION: 'anyone',
    KEYWARD_ORGANIZATIONS_OWN_ROLES: 'on',
    KEYWARD_IDP1_CLIENT_ID: 'client.apps.googleusercontent.com',
    KEYWARD_IDP1_CLIENT_SECRET: 'secret of the client',
    KEYWARD_IDP2_PRESET: 'github',
    KEYWARD_IDP2_CLIENT_ID: 'client',
    KEYWARD_IDP2_CLIENT_SECRET: 'secret of the client',
  },
});
const browser = await startBrowser();
try {
  const setUp = await openContext();
  const first = await takeSetUp(setUp, keyward);
  await setUp.close();
  await using seeded = await seed(keyward, first);
  await takeAll(openShots(keyward, seeded), await openContext());
  const signedIn = await openContext();
  await signIn(signedIn, first.email);
  await takeAll(consoleShots(seeded), signedIn);
} finally {
  await browser.close();
}

function openContext(): Promise<BrowserContext> {
  return browser.newContext({ locale: 'en', reducedMotion: 'reduce', viewport: LOOKS[0][2] });
}

/** The pictures of the set-up, which happens once. */
async function takeSetUp(context: BrowserContext, running: TestKeyward): Promise<SignedUp> {
  const page = await context.newPage();
  // The first day of the service is some days ago.
  await page.clock.setSystemTime(running.clock.now());
  await page.goto(`${url}/console`);
  await settle(page);
  await take(page, 'first-visit');
  await page.goto(`${url}/setup#${await running.app.services.setUpLink.issue()}`);
  await page.getByLabel('Name').fill('Ada Lovelace');
  await page.getByLabel('Email').fill('ada@example.org');
  await take(page, 'setup');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create superadmin' }).click();
  await page.getByRole('heading', { name: 'The superadmin is created' }).waitFor();
  await take(page, 'setup-passkey');
  await page.goto(`${url}/console`);
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  await settle(page);
  await take(page, 'overview-empty');
  for (const name of [
    'organizations',
    'events',
    'webhooks',
    'invitations',
    'api-keys',
    'applications',
    'mailbox',
    'codes',
  ]) {
    await page.goto(`${url}/console/${name}`);
    await settle(page);
    await take(page, `${name}-empty`);
  }
  return running.logIn('ada@example.org');
}

async function signIn(context: BrowserContext, email: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${url}/console`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  await page.close();
}

async function takeAll(shots: readonly Shot[], context: BrowserContext): Promise<void> {
  for (const { name, path, act } of shots) {
    if (!isWanted(name)) continue;
    const page = await context.newPage();
    page.setDefaultTimeout(8000);
    keepTime();
    try {
      await page.goto(url + path);
      await settle(page);
      await act?.(page);
      if (act !== undefined) await settle(page);
      await take(page, name);
    } catch (error) {
      complain(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
    await page.close();
  }
  await context.close();
}

function isWanted(name: string): boolean {
  return names.length === 0 || names.includes(name);
}

/** Pages follow streams, so the network is never idle on some of them. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await page.waitForTimeout(500);
}

async function take(page: Page, name: string): Promise<void> {
  if (!isWanted(name)) return;
  for (const [look, colorScheme, viewport] of LOOKS) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(viewport);
    await page.waitForTimeout(200);
    const whole = Number(await page.evaluate('document.documentElement.scrollHeight'));
    // The window grows, so that elements that are fixed to its edges stay there.
    if (whole > viewport.height) {
      await page.setViewportSize({ ...viewport, height: Math.min(whole, TALLEST) });
      await page.waitForTimeout(150);
    }
    await page.screenshot({ path: join(target, `${name}-${look}.png`) });
    const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
    if (wide === true) complain(`${name}, ${look}: wider than the window`);
  }
  await page.setViewportSize(LOOKS[0][2]);
}

function complain(text: string): void {
  process.exitCode = 1;
  process.stderr.write(`${text}\n`);
}

/** The clock of the app does not advance by itself. */
function keepTime(): void {
  keyward.clock.advance(Math.max(0, Date.now() - keyward.clock.now()));
}
