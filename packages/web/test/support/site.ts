import assert from 'node:assert/strict';
import { after, afterEach, before } from 'node:test';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { CapturedMailSummary } from '../../../server/src/features/delivery/mail/captured-mails.ts';
import { type KeywardOptions, startKeyward, type TestKeyward } from '../../../server/test/support/keyward.ts';
import { freePort } from '../../../server/test/support/servers.ts';
import { until } from '../../../server/test/support/until.ts';
import { giveBackPage, newPage, takePage } from './pages.ts';
import { watch } from './watch.ts';

export interface OpenOptions {
  /** Default: English. */
  language?: string;
  /** Default: light. */
  theme?: 'light' | 'dark';
  /** Whether the window has the width of a phone, 360 px. */
  narrow?: boolean;
  /** Statuses of answers that the test causes; a browser reports each as an error. 401 is always allowed. */
  statuses?: readonly number[];
  /** Other origins that the test visits, such as a provider's. */
  origins?: readonly string[];
  /** Whether a cleaned page of an earlier visit may be reused. Not for pages with authenticators or scripts. */
  used?: boolean;
  /** Further options of the context: cookies, permissions and so on. */
  context?: BrowserContextOptions;
}

/** A page in its own context. The test fails if the page does anything forbidden: see {@link watch}. */
export interface Visit extends AsyncDisposable {
  page: Page;
  context: BrowserContext;
}

/** The real app with the built web pages, at `localhost`, because browsers do not support passkeys on IP addresses. */
export interface Site extends AsyncDisposable {
  keyward: TestKeyward;
  url: string;
  /** Opens a path, or an address such as a mailed link. Use with `await using`. */
  open(path: string, options?: OpenOptions): Promise<Visit>;
  /** Waits for the newest mail to an address, of a kind if one is given. */
  mailTo(email: string, kind?: string): Promise<CapturedMailSummary>;
  /** @throws AssertionError if a page that was closed since the last call did anything forbidden */
  assertNoProblems(): void;
}

export async function startSite(options: KeywardOptions = {}): Promise<Site> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const keyward = await startKeyward('sqlite', {
    ...options,
    settings: { KEYWARD_PORT: String(port), KEYWARD_PUBLIC_URL: url, ...options.settings },
  });
  const problems: string[] = [];
  // Not when a page is closed: the error of a failed test would be suppressed by one that follows from it.
  const assertNoProblems = () => assert.deepEqual(problems.splice(0), [], 'what no page may do');
  return {
    keyward,
    url,
    assertNoProblems,
    async open(path, { language = 'en', theme = 'light', narrow = false, used = false, ...rest } = {}) {
      const { storageState, ...more } = rest.context ?? {};
      const looks: BrowserContextOptions = {
        locale: language,
        colorScheme: theme,
        // No animations, so that tests need not wait for them.
        reducedMotion: 'reduce',
        viewport: narrow ? { width: 360, height: 780 } : { width: 1280, height: 800 },
        ...more,
      };
      const opened = await (used
        ? takePage(looks)
        : newPage({ ...looks, ...(storageState !== undefined && { storageState }) }));
      const { page, context } = opened;
      if (used && typeof storageState === 'object') await context.addCookies(storageState.cookies);
      const { origins = [], statuses = [] } = rest;
      const seen = watch(context, { origins: [url, ...origins], statuses: [401, ...statuses] });
      await page.goto(new URL(path, url).href);
      return {
        ...opened,
        async [Symbol.asyncDispose]() {
          await (used ? giveBackPage(looks, opened, url) : context.close());
          problems.push(...seen);
        },
      };
    },
    async mailTo(email, kind) {
      let found: CapturedMailSummary | undefined;
      await until(async () => {
        const mails = (await keyward.app.services.mailer.captured?.list()) ?? [];
        found = mails.find((mail) => mail.to === email && (kind === undefined || mail.kind === kind));
        return found !== undefined;
      }, `a mail to ${email}`);
      return found ?? assert.fail('no mail');
    },
    async [Symbol.asyncDispose]() {
      await keyward[Symbol.asyncDispose]();
      assertNoProblems();
    },
  };
}

/** The same for all tests of the suite (`describe`) that calls this. Only tests and hooks can use it. */
export function suiteSite(options?: KeywardOptions): Site {
  let started: Site | undefined;
  before(async () => {
    started = await startSite(options);
  });
  afterEach(() => started?.assertNoProblems());
  after(() => started?.[Symbol.asyncDispose]());
  const running = (): Site => {
    assert.ok(started, 'the site is there for tests and hooks only');
    return started;
  };
  return {
    get keyward() {
      return running().keyward;
    },
    get url() {
      return running().url;
    },
    open: (...args) => running().open(...args),
    mailTo: (...args) => running().mailTo(...args),
    assertNoProblems: () => running().assertNoProblems(),
    [Symbol.asyncDispose]: async () => {},
  };
}
