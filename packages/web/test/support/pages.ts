import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { browser } from './browser.ts';

export interface OpenPage {
  page: Page;
  context: BrowserContext;
}

/** Pages that are ready for the next visit, by the options of their contexts. */
const idle = new Map<string, OpenPage[]>();

/** A page in its own context, new or reused: a new context takes longer than loading the console. */
export async function takePage(options: BrowserContextOptions): Promise<OpenPage> {
  return idle.get(JSON.stringify(options))?.pop() ?? newPage(options);
}

export async function newPage(options: BrowserContextOptions): Promise<OpenPage> {
  const context = await (await browser()).newContext(options);
  return { context, page: await context.newPage() };
}

/**
 * Removes all traces of a visit: cookies, storage, listeners, routes, other pages.
 * @param options the options with which the page was taken
 * @param origin the origin that stored data
 */
export async function giveBackPage(
  options: BrowserContextOptions,
  { page, context }: OpenPage,
  origin: string,
): Promise<void> {
  if (page.isClosed()) return context.close();
  context.removeAllListeners();
  page.removeAllListeners();
  await Promise.all([
    ...context.pages().map((other) => (other === page ? undefined : other.close())),
    context.unrouteAll(),
    page.unrouteAll(),
  ]);
  if (page.url().startsWith(origin)) await page.evaluate('sessionStorage.clear()');
  await page.goto('about:blank');
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await devtools.detach();
  await context.clearCookies();
  await page.emulateMedia({ colorScheme: options.colorScheme ?? null });
  if (options.viewport) await page.setViewportSize(options.viewport);
  const key = JSON.stringify(options);
  idle.set(key, [...(idle.get(key) ?? []), { page, context }]);
}
