/**
 * Checks the package as it is published: packs it, has publint look at it, and unpacks it outside of the repository,
 * where a program that knows nothing else is checked for types, starts the service and mounts it. Without a network:
 * the dependencies are those of the repository.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGE = fileURLToPath(new URL('../', import.meta.url));
const MODULES = fileURLToPath(new URL('../../../node_modules/', import.meta.url));

const CONSUMER = `
import { createServer, type IncomingMessage } from 'node:http';
import { ConfigError, createKeyward, type Identity, type Keyward, KeywardError } from 'keyward';

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
await keyward.authenticate({ headers: { authorization: 'Bearer x' } }).then(
  () => { throw new Error('a bad token was taken'); },
  (error: unknown) => { if (!(error instanceof KeywardError)) throw error; },
);
// @ts-expect-error -- there is no such option
await createKeyward({ databse: 'x' }).catch((error: unknown) => { if (!(error instanceof ConfigError)) throw error; });
server.close();
await keyward.close();
`;

/** What whoever installs the package has: no unusual settings. */
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
  files: ['consumer.ts'],
};

function run(command: string, args: readonly string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Starts the command line of the installed package, and asks it for something. */
async function serve(folder: string): Promise<void> {
  const child = spawn(process.execPath, ['node_modules/keyward/bin/keyward.js', 'serve', '--port', '0'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => void child.once('exit', resolve));
  let output = '';
  for await (const piece of child.stdout.setEncoding('utf8')) {
    output += String(piece);
    const url = /Pulse +(\S+)/.exec(output)?.[1];
    if (url === undefined) continue;
    const { status } = await fetch(url);
    if (status !== 200) throw new Error(`${url} answered ${status}`);
    break;
  }
  child.kill('SIGTERM');
  const code = await ended;
  if (code !== 0) throw new Error(`the service ended with ${String(code)}:\n${output}`);
}

const folder = mkdtempSync(join(tmpdir(), 'keyward-package-'));
try {
  run('npm', ['pack', '--silent', '--pack-destination', folder], PACKAGE);
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
  run(
    process.execPath,
    [join(MODULES, 'publint/src/cli.js'), 'run', join(folder, tarball), '--strict'],
    folder,
  );

  // Each package by itself, so that the package under test is the unpacked one.
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, 'keyward'), { recursive: true });
  for (const name of readdirSync(MODULES)) {
    if (name !== 'keyward' && !name.startsWith('.')) symlinkSync(join(MODULES, name), join(modules, name));
  }
  run('tar', ['-xzf', join(folder, tarball), '-C', join(modules, 'keyward'), '--strip-components=1'], folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  writeFileSync(join(folder, 'consumer.ts'), CONSUMER);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  run(process.execPath, [join(MODULES, 'typescript/bin/tsc'), '--project', folder], folder);
  run(process.execPath, ['consumer.ts'], folder);
  await serve(folder);
  process.stdout.write(`${tarball} installs, has its types, starts and can be mounted\n`);
} finally {
  rmSync(folder, { recursive: true });
}
