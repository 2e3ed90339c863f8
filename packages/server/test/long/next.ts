import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HAS_BROWSER, startBrowser } from '../../../client/test/support/browser.ts';
import { atExit } from '../support/at-exit.ts';
import { PASSWORD } from '../support/keyward.ts';
import { freePort } from '../support/servers.ts';
import { until } from '../support/until.ts';
import { type Part, Skipped } from './part.ts';

const PACKAGES = fileURLToPath(new URL('../../..', import.meta.url));
const EXAMPLE = fileURLToPath(new URL('../../../../examples/next', import.meta.url));
const STEP_MS = 600_000;
const START_MS = 60_000;

export const next: Part = {
  name: 'next',
  about:
    'The example with Next.js, installed and built from the packed package; a person signs up in a browser',
  limit: 30,
  async run(tell) {
    if (!HAS_BROWSER) throw new Skipped('npm brings a browser for Linux on x64 only');
    // On the disk, because its packages take half a gigabyte.
    const temporary = mkdtempSync(join(tmpdir(), 'keyward-next-'));
    const remove = () => rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
    const forgetFolder = atExit(remove);
    const folder = join(temporary, 'app');
    const env = {
      ...process.env,
      // The Node.js of this run, also for what npm starts.
      PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
      NEXT_TELEMETRY_DISABLED: '1',
      NODE_ENV: undefined,
      NODE_OPTIONS: undefined,
    };
    const npm = (cwd: string, ...args: string[]) =>
      execFileSync('npm', args, { cwd, env, encoding: 'utf8', stdio: 'pipe', timeout: STEP_MS });
    cpSync(EXAMPLE, folder, {
      recursive: true,
      filter: (path) => !['node_modules', '.next', 'keyward-data'].includes(basename(path)),
    });

    tell('the packages are packed');
    const manifest = join(folder, 'package.json');
    for (const name of ['client', 'react', 'server']) {
      const packed = npm(join(PACKAGES, name), 'pack', '--silent', '--pack-destination', temporary);
      const file = packed.trim().split('\n').at(-1);
      const text = readFileSync(manifest, 'utf8').replace(`file:../../packages/${name}`, `file:../${file}`);
      writeFileSync(manifest, text);
    }
    tell('the example is installed');
    try {
      npm(folder, 'install', '--silent', '--prefer-offline', '--no-audit', '--no-fund');
    } catch (error) {
      if (/E(?:NOTFOUND|AI_AGAIN|CONNREFUSED|TIMEDOUT)/.test(String(Object(error).stderr)))
        throw new Skipped('npm reaches no registry');
      throw error;
    }
    tell('and built');
    npm(folder, 'run', 'build');

    const port = await freePort();
    const url = `http://localhost:${port}`;
    const server = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'start'], {
      cwd: folder,
      env: { ...env, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [server.stdout, server.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    const forget = atExit(() => server.kill('SIGKILL'));
    const ended = once(server, 'exit');
    try {
      await until(
        () =>
          fetch(url, { redirect: 'manual' }).then(
            () => true,
            () => false,
          ),
        'Next.js answers',
        START_MS,
      );
      tell('and started: a person signs up');
      await signUp(url);
      await sameCompressed(url);
    } catch (error) {
      throw new Error(output, { cause: error });
    } finally {
      server.kill();
      await ended;
      forget();
      forgetFolder();
      remove();
    }
    return { sent: 0, injected: '–', checked: 5, lost: 0, worstMs: null, slopeKib: null };
  },
};

/** From the server component to Keyward's page and back, and out again. */
async function signUp(url: string): Promise<void> {
  const browser = await startBrowser();
  try {
    const page = await browser.newPage({ locale: 'en' });
    const problems: string[] = [];
    page.on('pageerror', ({ message }) => problems.push(message));
    await page.goto(url);
    await page.waitForURL('**/id/signin?return_to=%2F');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Email').fill('ada@example.org');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create the account' }).click();
    await page.getByRole('heading', { name: 'Hello Ada' }).waitFor();
    assert.equal(page.url(), `${url}/`);
    const picture = process.env['TEST_PICTURE'];
    if (picture !== undefined) await page.screenshot({ path: picture });
    const menu = page.getByRole('button', { name: 'Account menu of Ada' });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Manage account' }).click();
    await page.waitForURL('**/id/account');
    await page.goto(url);
    await menu.click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/id/signin?return_to=%2F');
    assert.deepEqual(problems, []);
  } finally {
    await browser.close();
  }
}

/** Next.js compresses answers itself, so Keyward's must not be compressed already. */
async function sameCompressed(url: string): Promise<void> {
  const page = await (await fetch(`${url}/id/signin`)).text();
  const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(page) ?? [];
  for (const path of ['/id/signin', script]) {
    const [plain, compressed] = await Promise.all(
      ['identity', 'gzip'].map(async (encoding) => {
        const answer = await fetch(new URL(path, `${url}/id/signin`), {
          headers: { 'accept-encoding': encoding },
        });
        assert.equal(answer.status, 200, path);
        return (await answer.text()).replaceAll(/nonce="[^"]*"/g, '');
      }),
    );
    assert.equal(compressed, plain, path);
  }
}
