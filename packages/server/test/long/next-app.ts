import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atExit } from '../support/at-exit.ts';
import { freePort } from '../support/servers.ts';
import { until } from '../support/until.ts';
import { Skipped } from './part.ts';

const PACKAGES = fileURLToPath(new URL('../../..', import.meta.url));
const STEP_MS = 600_000;
const START_MS = 60_000;

/**
 * Installs an example with Next.js from the packed packages, builds it, and starts it.
 * @param use visits the application while it runs
 */
export async function withNextApp(
  example: string,
  settings: Readonly<Record<string, string>>,
  tell: (text: string) => void,
  use: (url: string) => Promise<void>,
): Promise<void> {
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
    ...settings,
  };
  const npm = (cwd: string, ...args: string[]) =>
    execFileSync('npm', args, { cwd, env, encoding: 'utf8', stdio: 'pipe', timeout: STEP_MS });
  cpSync(example, folder, {
    recursive: true,
    filter: (path) => !['node_modules', '.next', 'keyward-data'].includes(basename(path)),
  });

  tell('the packages are packed');
  const manifest = join(folder, 'package.json');
  for (const name of ['client', 'react', 'server']) {
    const text = readFileSync(manifest, 'utf8');
    if (!text.includes(`file:../../packages/${name}`)) continue;
    const packed = npm(join(PACKAGES, name), 'pack', '--silent', '--pack-destination', temporary);
    const file = packed.trim().split('\n').at(-1);
    writeFileSync(manifest, text.replace(`file:../../packages/${name}`, `file:../${file}`));
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
    await use(url);
  } catch (error) {
    throw new Error(output, { cause: error });
  } finally {
    server.kill();
    await ended;
    forget();
    forgetFolder();
    remove();
  }
}
