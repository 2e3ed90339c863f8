import type { Page } from 'playwright-core';

/** Resolves after two frames, once no task of another priority waits. */
const IDLE = `new Promise((resolve) =>
  requestAnimationFrame(() =>
    requestAnimationFrame(() => scheduler.postTask(() => resolve(), { priority: 'background' })),
  ),
)`;

/**
 * Waits until the page is idle: React draws first, and adds its key listeners a moment later. `requestIdleCallback`
 * would wait for two seconds wherever a machine is busy.
 */
export async function idle(page: Page): Promise<void> {
  await page.evaluate(IDLE);
}
