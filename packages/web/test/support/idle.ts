import type { Page } from 'playwright-core';

/** Waits until the page has nothing to do: React draws first, and listens to keys a moment later. */
export async function idle(page: Page): Promise<void> {
  await page.evaluate('new Promise((resolve) => requestIdleCallback(() => resolve()))');
}
