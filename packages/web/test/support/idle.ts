import type { Page } from 'playwright-core';

/**
 * Waits until the page is idle: React draws first, and adds its key listeners a moment later. A busy machine has no
 * idle time.
 */
export async function idle(page: Page): Promise<void> {
  await page.evaluate('new Promise((resolve) => requestIdleCallback(() => resolve(), { timeout: 2000 }))');
}
