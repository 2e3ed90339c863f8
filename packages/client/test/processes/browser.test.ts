import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type MailedKeyward, startMailed } from '../../../server/test/http/codes/support/mailed.ts';
import { setCookies } from '../../../server/test/http/cookies/cookies.ts';
import { addPerson } from '../../../server/test/http/people.ts';
import { tempFolder } from '../../../server/test/support/at-exit.ts';
import { PASSWORD } from '../../../server/test/support/keyward.ts';
import { linkIn } from '../../../server/test/support/mail-server.ts';
import { closeServer, portOf } from '../../../server/test/support/servers.ts';
import { until } from '../../../server/test/support/until.ts';
import type { createClient, KeywardClient } from '../../src/index.ts';
import { HAS_BROWSER, startBrowser } from '../support/browser.ts';
import { buildInto } from '../support/build.ts';

/** The globals that the page's script sets. */
declare const window: {
  createClient: typeof createClient;
  client: KeywardClient;
  told: (string | null)[];
};
declare const document: { cookie: string };
declare const localStorage: Record<string, string>;

const PAGE = `<!doctype html><title>Frontend</title>
<script type="module">
  import { createClient } from '/client/index.js';
  window.createClient = createClient;
</script>`;

const MINUTE_MS = 60_000;

describe('in a browser', { skip: !HAS_BROWSER && 'npm brings a browser for Linux on x64 only' }, () => {
  let keyward: MailedKeyward;
  let browser: Browser;
  let frontend: Server;
  let origin: string;
  const built = tempFolder();
  before(async () => {
    [keyward, browser] = await Promise.all([
      startMailed('sqlite', { settings: { KEYWARD_DUAL_TOKEN_MODE: 'on' } }),
      startBrowser(),
      buildInto(built.path),
    ]);
    frontend = createServer((request, response) => void serve(request, response));
    await new Promise<void>((resolve) => frontend.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${portOf(frontend)}`;

    /** A page at any path, and the built files of the client. */
    async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const [, file] = /^\/client\/([\w-]+\.js)$/.exec(request.url ?? '') ?? [];
      response.setHeader('content-type', file === undefined ? 'text/html' : 'text/javascript');
      response.end(file === undefined ? PAGE : await readFile(join(built.path, file)));
    }
  });
  after(async () => {
    await browser?.close();
    if (frontend) await closeServer(frontend);
    await keyward?.[Symbol.asyncDispose]();
    built.remove();
  });

  /** Begins to use the client in a page. */
  async function use(page: Page, storage?: 'cookies'): Promise<void> {
    await page.evaluate(
      async ({ url, storage: kept }) => {
        window.client = window.createClient({ url, ...(kept && { storage: kept }) });
        window.told = [];
        window.client.onSessionChange((session) => window.told.push(session && session.account.name));
        await window.client.getSession();
      },
      { url: keyward.url, storage },
    );
  }
  async function open(context: BrowserContext, storage?: 'cookies'): Promise<Page> {
    const page = await context.newPage();
    await page.goto(`${origin}/`);
    await use(page, storage);
    return page;
  }
  const signUp = (page: Page, email: string) =>
    page.evaluate(async (person) => (await window.client.signupWithPassword(person)).error?.kind, {
      name: 'Ada',
      email,
      password: PASSWORD,
    });
  const nameIn = (page: Page) =>
    page.evaluate(async () => (await window.client.getSession()).data?.account.name);
  const me = (page: Page) => page.evaluate(async () => (await window.client.me()).error?.kind ?? 'signed in');
  const lastTold = (page: Page, name: string | null) =>
    page.waitForFunction((expected) => window.told.at(-1) === expected, name);

  it('a session outlives a reload, and tabs share it, its renewal and its end', async () => {
    const context = await browser.newContext();
    const page = await open(context);
    assert.equal(await signUp(page, 'tabs@example.org'), undefined);
    await page.reload();
    await use(page);
    assert.equal(await nameIn(page), 'Ada');

    const other = await open(context);
    assert.equal(await nameIn(other), 'Ada');
    const refreshes: number[] = [];
    context.on('response', (response) => {
      if (response.url().endsWith('/token/refresh') && response.request().method() === 'POST')
        refreshes.push(response.status());
    });
    for (let round = 1; round <= 3; round += 1) {
      keyward.clock.advance(16 * MINUTE_MS);
      assert.deepEqual(await Promise.all([me(page), me(other)]), ['signed in', 'signed in']);
    }
    await until(() => refreshes.length >= 3, 'three renewals');
    assert.ok(
      refreshes.every((status) => status === 200),
      refreshes.join(),
    );
    const tokenIn = (tab: Page) =>
      tab.evaluate(async () => (await window.client.getSession()).data?.access_token);
    await until(async () => (await tokenIn(page)) === (await tokenIn(other)), 'one token in both tabs');

    await page.evaluate(() => window.client.logout());
    await lastTold(other, null);
    assert.equal(await nameIn(other), undefined);
    await context.close();
  });

  it('cookies hold the session where no script sees it', async (t) => {
    t.after(() => setCookies(keyward, { cookie_mode: false }));
    setCookies(keyward, { cookie_mode: true });
    const context = await browser.newContext();
    const page = await open(context, 'cookies');
    const other = await open(context, 'cookies');
    assert.equal(await signUp(page, 'cookies@example.org'), undefined);
    await lastTold(other, 'Ada');
    assert.deepEqual(await page.evaluate(() => [document.cookie, Object.keys(localStorage)]), ['', []]);
    await page.reload();
    await use(page, 'cookies');
    assert.equal(await nameIn(page), 'Ada');
    keyward.clock.advance(16 * MINUTE_MS);
    assert.deepEqual(await Promise.all([me(page), me(other)]), ['signed in', 'signed in']);
    await page.evaluate(() => window.client.logout());
    await lastTold(other, null);
    assert.equal(await me(other), 'TokenMissingError');
    await context.close();
  });

  it('a magic link signs in, and leaves no token in the address', async () => {
    const context = await browser.newContext();
    const page = await open(context);
    const email = 'link@example.org';
    assert.equal(await signUp(page, email), undefined);
    await page.evaluate(() => window.client.logout());
    assert.equal(
      await page.evaluate(
        async (to) => (await window.client.sendLink({ purpose: 'login', email: to })).error?.kind,
        email,
      ),
      undefined,
    );
    const link = linkIn(await keyward.mail.nextMail(email));
    await page.goto(link);
    assert.ok(page.url().startsWith(`${origin}/oauth/callback?access_token=`), page.url());
    await use(page);
    // Nothing leaves the page while they are there.
    const seen: string[] = [];
    page.on('request', () => seen.push(page.url()));
    const redirect = await page.evaluate(async () => (await window.client.handleRedirect()).data);
    assert.equal(redirect?.page, 'oauth/callback');
    assert.deepEqual([...new Set(seen)], [`${origin}/oauth/callback`]);
    assert.equal(page.url(), `${origin}/oauth/callback`);
    assert.equal(await nameIn(page), 'Ada');
    await context.close();
  });

  it('OA21: a sign-in that another browser began needs confirmation, and planted addresses change nothing', async () => {
    const context = await browser.newContext();
    const page = await open(context);
    const { token } = await addPerson(keyward, { name: 'Eve' });
    const opened = async (path: string, answer: boolean) => {
      await page.goto(origin + path);
      await use(page);
      return page.evaluate(async (yes) => {
        const { data, error } = await window.client.handleRedirect({ confirm: () => yes });
        return error?.kind ?? data?.page;
      }, answer);
    };
    const arrival = `/oauth/callback?access_token=${token}&theirs=1`;
    assert.equal(await opened(arrival, true), 'oauth/callback');
    assert.equal(page.url(), `${origin}/oauth/callback?theirs=1`);
    assert.equal(await nameIn(page), 'Eve');
    for (const path of [
      '/search?code=theirs&email=a',
      '/oauth/callback?state=theirs',
      '/signup?email=a%40b.org',
    ]) {
      assert.equal(await opened(path, false), undefined);
      assert.equal(page.url(), origin + path);
    }
    const { token: other } = await addPerson(keyward);
    assert.equal(await opened(`/oauth/callback?access_token=${other}`, true), 'UnexpectedSignInError');
    assert.equal(page.url(), `${origin}/oauth/callback`);
    assert.equal(await nameIn(page), 'Eve');
    // An address that the page passes is not the address bar.
    await page.goto(`${origin}/oauth/callback?code=theirs`);
    await use(page);
    await page.evaluate(() =>
      window.client.handleRedirect({ href: 'http://x.org/oauth/callback?linked=idp1' }),
    );
    assert.equal(page.url(), `${origin}/oauth/callback?code=theirs`);

    // In localStorage, because the provider may return to a new tab, whose sessionStorage is empty.
    const url = await page.evaluate(
      async () => (await window.client.providers.loginUrl({ provider: 'idp1' })).data,
    );
    const challenge = new URL(url ?? '').searchParams.get('code_challenge') ?? '';
    assert.match(challenge, /^[\w-]{43}$/);
    assert.ok(await page.evaluate((known) => localStorage['keyward.begun']?.includes(known), challenge));
    await context.close();
  });
});
