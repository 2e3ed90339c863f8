import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { PASSWORD } from '../../../server/test/support/keyward.ts';
import { tempFolder } from '../../../server/test/support/at-exit.ts';
import { closeServer, portOf } from '../../../server/test/support/servers.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { suiteSite } from '../support/site.ts';
import { arriveAt, codeFor, linkFor, newEmail, press, see, seeAddress, typeIn } from './people.ts';

const EXAMPLE = fileURLToPath(new URL('../../../../examples/react-vite', import.meta.url));
const PACKAGES = fileURLToPath(new URL('../../..', import.meta.url));
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' };

/** Builds the example against the sources, with React itself. @returns the folder */
async function built(url: string): Promise<string> {
  const { path } = tempFolder();
  await build({
    root: EXAMPLE,
    configFile: false,
    logLevel: 'error',
    define: { 'import.meta.env.VITE_KEYWARD_URL': JSON.stringify(url) },
    resolve: {
      alias: [
        { find: /^@keyward\/client$/, replacement: join(PACKAGES, 'client/src/index.ts') },
        { find: /^@keyward\/client\/(.*)$/, replacement: join(PACKAGES, 'client/src/$1.ts') },
        { find: /^@keyward\/react$/, replacement: join(PACKAGES, 'react/src/index.ts') },
        { find: /^@keyward\/react\/styles\.css$/, replacement: join(PACKAGES, 'react/src/styles.css') },
      ],
    },
    build: {
      outDir: path,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: { checks: { moduleLevelDirective: false } },
    },
  });
  return path;
}

describe('the example with Vite, an application of its own origin', IN_BROWSER, () => {
  const site = suiteSite({ settings: { KEYWARD_MAGIC_LINKS: 'confirm' } });
  let server: Server;
  let url: string;
  before(async () => {
    const folder = await built(site.url);
    server = createServer(({ url: path = '/' }, response) => {
      const type = TYPES[extname(new URL(path, 'http://localhost').pathname)];
      response.setHeader('content-type', type ?? 'text/html');
      response.end(readFileSync(join(folder, type === undefined ? 'index.html' : path)));
    });
    await new Promise<void>((resolve) => server.listen(0, resolve));
    url = `http://localhost:${portOf(server)}`;
  });
  after(() => closeServer(server));

  it('signs up, in by a mailed link to its own page, and out', async () => {
    const email = newEmail();
    await using visit = await site.open(url, { origins: [url] });
    const { page } = visit;
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Create an account' }).click();
    await typeIn(page, { Name: 'Ada', Email: email, Password: PASSWORD });
    await press(page, 'Create the account');
    await see(page, 'Hello Ada.');
    await page.getByRole('link', { name: 'your account' }).click();
    await arriveAt(page, 'Your account');
    await press(page, 'Verify email');
    await typeIn(page, { Code: await codeFor(site, email, 'code') });
    await press(page, 'Confirm email');
    await see(page, 'Your email is verified');
    await press(page, 'Sign out');
    await page.waitForURL('**/signin');

    await typeIn(page, { Email: email });
    await press(page, 'Email me a magic link');
    await arriveAt(page, 'Check your mail');
    const link = await linkFor(site, email, 'link');
    assert.ok(link.startsWith(`${url}/magic-link/confirm?`), link);
    await page.goto(link);
    await see(page, `Sign in as ${email}?`);
    await seeAddress(page, '/magic-link/confirm');
    await press(page, 'Sign in');
    await see(page, 'Hello Ada.');
  });
});
