import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 360, height: 780 };

/**
 * Where `KEYWARD_SCREENSHOTS` names a folder, writes there what a page looks like: light, dark, and at 360 px.
 * @param name of the page, without an extension
 */
export async function takeScreenshots(page: Page, name: string): Promise<void> {
  const folder = process.env['KEYWARD_SCREENSHOTS'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  for (const [look, colorScheme, viewport] of [
    ['light', 'light', WIDE],
    ['dark', 'dark', WIDE],
    ['narrow', 'light', NARROW],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    await page.screenshot({ path: join(folder, `${name}-${look}.png`) });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(WIDE);
}
