import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { startApplication } from '../../../react/test/application.ts';
import { addPerson } from '../../../server/test/http/people.ts';
import { PASSWORD } from '../../../server/test/support/keyward.ts';
import { freePort } from '../../../server/test/support/servers.ts';
import { until } from '../../../server/test/support/until.ts';
import { FULL } from '../../../server/test/support/usual-size.ts';
import { type Application, APPLICATIONS, snippetOf } from '../../src/console/pages/overview/snippets.ts';
import { linkFor } from '../pages/people.ts';
import { IN_BROWSER } from '../support/browser.ts';
import { suiteSite } from '../support/site.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

function isThere(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe('the code for applications', () => {
  const site = suiteSite();
  const addresses = () => ({ publicUrl: site.url, prefix: '/auth' });
  // Below the root, so that the code finds its packages.
  mkdirSync(join(ROOT, 'node_modules/.cache'), { recursive: true });
  const folder = mkdtempSync(join(ROOT, 'node_modules/.cache/snippets-'));
  after(() => rmSync(folder, { recursive: true }));

  function write(kind: Application, change = (code: string) => code): string {
    const { file, code } = snippetOf(kind, addresses());
    const path = join(folder, kind, file);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, change(code));
    return path;
  }

  /** Starts a server of the code, and asks it who the person is. */
  async function greets(kind: Application, command: string, ...args: string[]): Promise<void> {
    const { token } = await addPerson(site.keyward, { name: 'Ada' });
    const port = await freePort();
    const path = write(kind, (code) => code.replace('3000', String(port)));
    const server = spawn(command, [...args, path], { stdio: 'inherit', detached: true });
    const url = `http://127.0.0.1:${port}/hello`;
    const ask = (headers: Record<string, string>) => fetch(url, { headers });
    try {
      await until(
        () =>
          ask({}).then(
            () => true,
            () => false,
          ),
        'the server',
        60_000,
      );
      assert.equal((await ask({})).status, 401);
      const answer = await ask({ authorization: `Bearer ${token}` });
      assert.equal(await answer.text(), 'Hello Ada');
    } finally {
      // `go run` starts the program as a process of its own.
      if (server.pid !== undefined) process.kill(-server.pid);
      await once(server, 'exit');
    }
  }

  it('has the addresses of the instance, below a path and with another prefix too', () => {
    for (const kind of APPLICATIONS) {
      const { code } = snippetOf(kind, { publicUrl: 'https://example.org/id', prefix: '/id/auth' });
      assert.match(code, /https:\/\/example\.org\/id(\/auth\/me|')/, kind);
      const other = snippetOf(kind, { publicUrl: 'https://example.org', prefix: '/api/auth' }).code;
      assert.match(other, /https:\/\/example\.org(\/api\/auth\/me|', prefix: '\/api\/auth')/, kind);
    }
  });

  it('in Express says who is signed in', () => greets('Express', process.execPath));

  // Compiling the program of Go takes 25 s of a processor.
  for (const [language, command, args, version] of [
    ['Python', 'python3', [], '--version'],
    ['Go', 'go', ['run'], 'version'],
  ] as const) {
    const skip = FULL ? !isThere(command, version) && `${language} is not installed` : 'runs in test:long';
    it(`in ${language} does too`, { skip }, () => greets(language, command, ...args));
  }

  it('on a phone signs in, and keeps the session in the keychain', async () => {
    const { email } = await addPerson(site.keyward, { name: 'Ada' });
    write('mobile');
    const keychain = join(folder, 'keychain.js');
    writeFileSync(
      keychain,
      `export const kept = new Map();
      export const getItemAsync = async (key) => kept.get(key) ?? null;
      export const setItemAsync = async (key, value) => void kept.set(key, value);
      export const deleteItemAsync = async (key) => void kept.delete(key);`,
    );
    const bundle = join(folder, 'mobile.mjs');
    await build({
      stdin: {
        contents: `export * from './mobile/keyward.js'; export { kept } from 'expo-secure-store';`,
        resolveDir: folder,
      },
      bundle: true,
      format: 'esm',
      outfile: bundle,
      alias: {
        'expo-secure-store': keychain,
        '@keyward/client': join(ROOT, 'packages/client/src/index.ts'),
      },
    });
    const { signIn, kept } = await import(bundle);
    assert.doesNotMatch(await signIn(email, 'Wrong-1'), /^Hello/);
    assert.equal(await signIn(email, PASSWORD), 'Hello Ada');
    assert.ok(kept.size > 0);
  });

  for (const kind of ['React', 'Next.js'] as const)
    it(`in ${kind} leads to a page wherever its buttons and mails lead`, IN_BROWSER, async () => {
      write(kind);
      const root = join(folder, kind);
      const main = kind === 'React' ? '/src/main.jsx' : '/main.jsx';
      writeFileSync(
        join(root, 'index.html'),
        `<!doctype html><title>App</title><link rel="icon" href="data:,"><div id="root"></div><script type="module" src="${main}"></script>`,
      );
      if (kind === 'Next.js') {
        writeFileSync(
          join(root, 'main.jsx'),
          `import { createRoot } from 'react-dom/client';
          import Page from './app/[[...path]]/page.jsx';
          createRoot(document.getElementById('root')).render(<Page />);`,
        );
        mkdirSync(join(root, 'node_modules/next'), { recursive: true });
        writeFileSync(
          join(root, 'node_modules/next/navigation.js'),
          'export const usePathname = () => location.pathname;',
        );
      }
      const application = await startApplication(root, site.url);
      try {
        await using visit = await site.open(application.url, { origins: [application.url] });
        const { page } = visit;
        const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
        const heading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
        const email = `${kind.slice(0, 4).toLowerCase()}@example.org`;
        await page.getByRole('link', { name: 'Create an account' }).click();
        await page.getByLabel('Name').fill('Ada');
        await page.getByLabel('Email').fill(email);
        await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
        await press('Create the account');
        await heading('Hello Ada');
        await page.getByRole('button', { name: /^Account menu/ }).click();
        await page.getByText('Manage account').click();
        await heading('Your account');
        await press('Verify email');
        await page.goto(await linkFor(site, email, 'code'));
        await heading('Your address is confirmed');

        await page.goto(application.url);
        await page.getByRole('button', { name: /^Account menu/ }).click();
        await page.getByText('Sign out').click();
        await page.getByLabel('Email').fill(email);
        // A minute lies between two mails.
        site.keyward.clock.advance(120_000);
        await press('Email me a magic link');
        await page.goto(await linkFor(site, email, 'link'));
        await heading('Hello Ada');
      } finally {
        await application.close();
      }
    });
});
