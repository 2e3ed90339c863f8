import { lstatSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../support/servers.ts';
import { until } from '../../support/until.ts';
import { debianPrograms, end, missingPackages } from '../debian.ts';
import type { AnyBrowser } from './browser.ts';

const START_MS = 30_000;
const TRIPLET = 'x86_64-linux-gnu';
const MINI_BROWSER = `/usr/lib/${TRIPLET}/webkit2gtk-4.1/MiniBrowser`;
/** The folders of /usr that the packages and the machine share. */
const SHARED = new Set([
  '',
  'bin',
  'lib',
  `lib/${TRIPLET}`,
  'share',
  'share/X11',
  'share/glib-2.0',
  'share/glib-2.0/schemas',
]);

/**
 * Debian's WebKitGTK, the engine of Safari, by WebDriver (https://www.w3.org/TR/webdriver2). It finds its processes at
 * paths below /usr, so it runs in a root of its own: the machine's, with the packages laid over it.
 */
export async function startWebKit(): Promise<AnyBrowser> {
  const programs = debianPrograms([
    ...missingPackages(['webkit2gtk-driver', 'xvfb']),
    'bubblewrap',
    'xkb-data',
    'x11-xkb-utils',
  ]);
  const port = await freePort();
  writeFileSync(join(programs.folder, 'root'), rootOf(programs.path('')).join('\0'));
  const run = `exec 3<root; exec "$0" --args 3 --setenv LD_LIBRARY_PATH '' sh -c '
    Xvfb -displayfd 4 -screen 0 1280x900x24 4>display & while ! [ -s display ]; do sleep 0.1; done
    DISPLAY=:$(cat display) exec WebKitWebDriver --port=${port}'`;
  const child = programs.start('/bin/sh', ['-c', run, programs.path('usr/bin/bwrap')], 'webkit.log');
  const stop = async () => {
    await end(child);
    programs[Symbol.dispose]();
  };
  const url = `http://127.0.0.1:${port}/session`;
  try {
    await until(() => fetch(url).then(Boolean, () => false), 'WebKitWebDriver runs', START_MS);
    const { sessionId, capabilities } = await post(url, {
      capabilities: {
        alwaysMatch: {
          'webkitgtk:browserOptions': { binary: MINI_BROWSER, args: ['--automation'] },
        },
      },
    });
    const session = `${url}/${String(sessionId)}`;
    return {
      name: `WebKitGTK ${String(Object(capabilities).browserVersion)}`,
      async open(address) {
        await post(`${session}/url`, { url: address });
      },
      async evaluate(expression) {
        const { value } = await post(`${session}/execute/sync`, {
          script: `return { value: String(${expression}) }`,
          args: [],
        });
        return String(value);
      },
      async [Symbol.asyncDispose]() {
        await fetch(session, { method: 'DELETE' }).catch(() => {});
        await stop();
      },
    };
  } catch (error) {
    const output = programs.log('webkit.log');
    await stop();
    throw new Error(`WebKit does not run: ${output}`, { cause: error });
  }
}

/** @returns the `value` of the answer @throws Error with the answer of the driver */
async function post(url: string, body: object): Promise<Record<string, unknown>> {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return { ...Object(Object(JSON.parse(text)).value) };
}

/** The arguments of bubblewrap for a root with the files of packages over those of the machine. */
function rootOf(packages: string): string[] {
  const args = ['--unshare-user', '--die-with-parent', '--tmpfs', '/'];
  for (const name of readdirSync('/')) {
    const path = `/${name}`;
    if (lstatSync(path).isSymbolicLink()) args.push('--symlink', readlinkSync(path), path);
    else if (!['usr', 'proc', 'dev', 'sys'].includes(name)) args.push('--bind-try', path, path);
  }
  args.push(
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--bind-try',
    '/dev/shm',
    '/dev/shm',
    '--ro-bind',
    '/usr',
    '/machine',
  );
  const link = (folder: string) => {
    const names = new Set<string>();
    const bases = [[join(packages, 'usr'), join(packages, 'usr')] as const];
    // Some packages still have a folder /lib.
    if (/^lib(\/|$)/.test(folder)) bases.push([packages, packages]);
    for (const [base, target] of [...bases, ['/usr', '/machine'] as const])
      for (const name of namesIn(join(base, folder))) {
        const path = join(folder, name);
        if (names.has(name)) continue;
        if (SHARED.has(path)) link(path);
        else args.push('--symlink', join(target, path), `/usr/${path}`);
        names.add(name);
      }
  };
  link('');
  return [...args, ''];
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
