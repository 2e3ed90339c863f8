/**
 * Checks the packages in their published form: packs them, looks at their sizes, runs publint and attw on them, and installs them outside the
 * repository, with nothing but their dependencies. There, a program without access to the repository is checked for
 * types, mounts the service, starts it and calls it with the client. It does so on this Node.js, and on those whose
 * paths are the arguments.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sizeOf } from '../../../scripts/release/package-sizes.ts';

const PACKAGES = ['client', 'react', 'server'] as const;
const MODULES = fileURLToPath(new URL('../../../node_modules/', import.meta.url));

const CONSUMER = `
import { createServer, type IncomingMessage } from 'node:http';
import { type Account, ConfigError, createKeyward, type Identity, type Keyward, KeywardError, type Session } from 'keyward';

const keyward: Keyward = await createKeyward({ dataDir: 'mounted', limits: { account: '10/15m' } });
const server = createServer((request: IncomingMessage, response) => keyward.node(request, response));
const answer = await keyward.fetch(new Request('http://localhost/auth/signup/password', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ name: 'Ada', email: 'ada@example.org', password: 'Analytical-1' }),
}));
const { access_token: token }: { access_token: string } = JSON.parse(await answer.text());
const headers = { authorization: \`Bearer \${token}\` };
const identity: Identity | null = await keyward.authenticate({ method: 'GET', headers });
if (identity?.account.name !== 'Ada') throw new Error('nobody is there');
const { account, session }: { account: Account; session: Session } = identity;
if (session.account_id !== account.id) throw new Error('the session is somebody else’s');
await keyward.authenticate({ headers: { authorization: 'Bearer x' } }).then(
  () => { throw new Error('a bad token was taken'); },
  (error: unknown) => { if (!(error instanceof KeywardError)) throw error; },
);
if ((await keyward.api.accounts.list({})).total !== 1) throw new Error('the list has others');
// @ts-expect-error -- there is no such option
await createKeyward({ databse: 'x' }).catch((error: unknown) => { if (!(error instanceof ConfigError)) throw error; });
server.close();
await keyward.close();

const strict: Keyward = await createKeyward({ dataDir: 'strict', profile: 'strict' });
const refused = await strict.fetch(new Request('http://localhost/auth/signup/password', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ name: 'Ada', email: 'ada@example.org', password: 'Password123' }),
}));
if (!(await refused.text()).includes('"common"')) throw new Error('a common password was taken');
await strict.close();
`;

/** Calls the service at the given address, like an application. */
const CALLER = `
import { createClient, type OwnSession, type Result } from '@keyward/client';
import { createAdminClient } from '@keyward/client/admin';
import { createVerifier } from '@keyward/client/verify';
import { verifyWebhook, type WebhookEvent, WebhookVerificationError } from '@keyward/client/webhooks';

const [, , url = ''] = process.argv;
const client = createClient({ url });
const person = { name: 'Grace', email: 'grace@example.org', password: 'Analytical-1' };
const { error } = await client.signupWithPassword(person);
if (error !== null) throw error;
const { data } = await client.me();
if (data?.account.name !== 'Grace') throw new Error('somebody else is there');
const listed: Result<{ sessions: OwnSession[] }> = await client.sessions.list();
if (listed.data?.sessions[0]?.current !== true) throw new Error('the session is not listed');
await client.logout();
const refused = await client.login({ identifier: person.email, password: 'wrong' });
if (refused.error?.kind !== 'InvalidCredentialsError') throw new Error('a wrong password was taken');

for await (const item of createAdminClient({ url }).admin.events.follow({ type: 'session.ended' }))
  if (item.error?.kind !== 'TokenMissingError') throw new Error('events are told to anybody');
const verifier = createVerifier({ url, credentials: { token: () => 'x' } });
if ((await verifier.ready()).error?.kind !== 'InvalidTokenError') throw new Error('a bad token was taken');
if ((await verifier.verify(undefined)).error?.status !== 401) throw new Error('no token was taken');
await verifier.close();
const received: WebhookEvent | null = await verifyWebhook(new Request(url), 'whsec_AAAA').catch((thrown: unknown) => {
  if (thrown instanceof WebhookVerificationError && thrown.reason === 'headers_missing') return null;
  throw thrown;
});
if (received !== null) throw new Error('an empty webhook was taken');
`;

/** A consumer's settings: nothing unusual. */
const TSCONFIG = {
  compilerOptions: {
    target: 'es2024',
    module: 'nodenext',
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
  },
  files: ['consumer.ts', 'caller.ts'],
};

function run(command: string, args: readonly string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Opens the pages, as a browser would, and loads what they name. */
async function openPages(origin: string): Promise<void> {
  for (const path of ['/console', '/signin', '/docs']) {
    const page = await fetch(origin + path);
    const text = await page.text();
    const addresses = [...text.matchAll(/(?:src|href)="(\/web\/[^"]+)"/g)].map(([, address = '']) => address);
    if (page.status !== 200 || !addresses.some((address) => address.endsWith('.js')))
      throw new Error(`${path} answered ${page.status}, and loads ${addresses.join(', ')}`);
    for (const address of addresses) {
      const { status } = await fetch(origin + address);
      if (status !== 200) throw new Error(`${path} loads ${address}, which answers ${status}`);
    }
  }
}

/** Mounts the installed package, starts its command line, and calls that with the installed client. */
async function tryOn(node: string, folder: string): Promise<void> {
  const version = run(node, ['--version'], folder).trim();
  // It has no types to strip by default before 22.18.
  const program = (name: string) => [
    ...(version.startsWith('v22.') ? ['--experimental-strip-types', '--no-warnings'] : []),
    join(folder, name),
  ];
  const data = join(folder, version);
  mkdirSync(data);
  run(node, program('consumer.ts'), data);
  const child = spawn(node, [join(folder, 'node_modules/.bin/keyward'), 'serve', '--port', '0'], {
    cwd: data,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => void child.once('exit', resolve));
  let output = '';
  for await (const piece of child.stdout.setEncoding('utf8')) {
    output += String(piece);
    const url = /API +(\S+)\n/.exec(output)?.[1];
    if (url === undefined) continue;
    run(node, [...program('caller.ts'), new URL(url).origin], data);
    await openPages(new URL(url).origin);
    break;
  }
  child.kill('SIGTERM');
  const code = await ended;
  if (code !== 0) throw new Error(`the service ended with ${String(code)}:\n${output}`);
  process.stdout.write(`Node.js ${version}: mounts, starts, shows its pages, and can be called\n`);
}

const folder = mkdtempSync(join(tmpdir(), 'keyward-package-'));
try {
  const tarballs = PACKAGES.map((name) => {
    const path = fileURLToPath(new URL(`../../${name}/`, import.meta.url));
    const packed = run('npm', ['pack', '--silent', '--pack-destination', folder], path);
    const tarball = join(folder, packed.trim().split('\n').at(-1) ?? '');
    sizeOf(name, tarball);
    return tarball;
  });
  for (const tarball of tarballs) {
    run(process.execPath, [join(MODULES, 'publint/src/cli.js'), 'run', tarball, '--strict'], folder);
    // The styles have no types.
    const types = ['--profile', 'esm-only', '--exclude-entrypoints', 'styles.css', '--format', 'ascii'];
    run(process.execPath, [join(MODULES, '@arethetypeswrong/cli/dist/index.js'), tarball, ...types], folder);
  }

  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  run(
    'npm',
    [
      'install',
      '--silent',
      '--prefer-offline',
      '--omit=dev',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      ...tarballs,
    ],
    folder,
  );
  // The consumer brings the types of Node.js, and replaces those that a dependency may bring.
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
  for (const name of ['@types/node', 'undici-types']) {
    const place = join(folder, 'node_modules', name);
    rmSync(place, { recursive: true, force: true });
    symlinkSync(join(MODULES, name), place);
  }
  writeFileSync(join(folder, 'consumer.ts'), CONSUMER);
  writeFileSync(join(folder, 'caller.ts'), CALLER);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  // Checks with the DOM library of a page, and with Node.js alone, as on most servers.
  for (const lib of [
    ['--lib', 'es2024,dom'],
    ['--lib', 'es2024'],
  ])
    run(process.execPath, [join(MODULES, 'typescript/bin/tsc'), '--project', folder, ...lib], folder);
  for (const node of [process.execPath, ...process.argv.slice(2)]) await tryOn(node, folder);
  const names = tarballs.map((tarball) => basename(tarball)).join(' and ');
  process.stdout.write(`${names} install, and have their types\n`);
} finally {
  rmSync(folder, { recursive: true });
}
