import { startBrowser, HAS_BROWSER } from '../../../../client/test/support/browser.ts';
import { Skipped } from '../part.ts';
import type { AnyBrowser } from './browser.ts';

/** The Chromium that npm brings. */
export async function startChromium(): Promise<AnyBrowser> {
  if (!HAS_BROWSER) throw new Skipped('npm brings a browser for Linux on x64 only');
  const browser = await startBrowser();
  const page = await browser.newPage();
  return {
    name: `Chromium ${browser.version()}`,
    async open(url) {
      await page.goto(url);
    },
    evaluate: (expression) => page.evaluate<string>(`String(${expression})`),
    [Symbol.asyncDispose]: () => browser.close(),
  };
}
