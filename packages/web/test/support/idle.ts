import type { Page } from 'playwright-core';

/** Waits until the page has nothing to do: React draws first, and listens to keys a moment later. A busy machine leaves no idle time. */
export async function idle(page: Page): Promise<void> {
  await page.evaluate('new Promise((resolve) => requestIdleCallback(() => resolve(), { timeout: 2000 }))');
}
