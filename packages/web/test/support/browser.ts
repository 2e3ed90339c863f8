import { after } from 'node:test';
import type { Browser } from 'playwright-core';
import { HAS_BROWSER, startBrowser } from '../../../client/test/support/browser.ts';

/** For `describe`: its tests need a browser. */
export const IN_BROWSER = { skip: !HAS_BROWSER && 'npm brings a browser for Linux on x64 only' };

let started: Promise<Browser> | undefined;

/** The browser that all tests of a process share. */
export function browser(): Promise<Browser> {
  return (started ??= startBrowser());
}

after(async () => (await started)?.close());
