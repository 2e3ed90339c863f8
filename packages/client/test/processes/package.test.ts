import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';
import { tempFolder } from '../../../server/test/support/at-exit.ts';
import { startProcess } from '../../../server/test/support/process.ts';
import { compile, PACKAGE_FOLDER } from '../support/build.ts';

const run = promisify(execFile);

/** The maximum size of each entry with its static imports, minified and compressed. */
const MAX_BYTES = {
  '.': 6_400,
  './admin': 8_300,
  './factors': 6_500,
  './organizations': 7_000,
  './verify': 14_500,
  './webhooks': 1_300,
};

/** Leaves out dynamic imports. */
const WITHOUT_LATER: Plugin = {
  name: 'without-later',
  setup: (bundle) =>
    bundle.onResolve({ filter: /^/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : null,
    ),
};

const facts: { exports: Record<string, { default: string }>; dependencies?: unknown } = JSON.parse(
  readFileSync(join(PACKAGE_FOLDER, 'package.json'), 'utf8'),
);

interface Packed {
  files: { path: string }[];
}

describe('the package', () => {
  let files: string[];
  const folder = tempFolder();
  before(async () => {
    // Builds it, too.
    const { stdout } = await run('npm', ['pack', '--dry-run', '--json'], { cwd: PACKAGE_FOLDER });
    const packed: Packed[] | Record<string, Packed> = JSON.parse(stdout.slice(stdout.search(/[[{]/)));
    files = Object.values(packed).flatMap((one) => one.files.map(({ path }) => path));
    // As npm would install it.
    const scope = join(folder.path, 'node_modules', '@keyward');
    mkdirSync(scope, { recursive: true });
    symlinkSync(PACKAGE_FOLDER, join(scope, 'client'));
    writeFileSync(join(folder.path, 'package.json'), '{ "type": "module" }');
  });
  after(() => folder.remove());

  it('contains the built files and their types, and nothing else', () => {
    const modules = files.filter((path) => /^dist\/[a-z-]+\.js$/.test(path));
    const types = modules.map((path) => path.replace('.js', '.d.ts'));
    assert.ok(modules.includes('dist/index.js'));
    assert.deepEqual(
      [...files].sort(),
      ['LICENSE', 'README.md', 'package.json', ...modules, ...types].sort(),
    );
    assert.equal(facts.dependencies, undefined);
  });

  it('has these entries', () => {
    assert.deepEqual(Object.keys(facts.exports), Object.keys(MAX_BYTES));
  });

  for (const [entry, max] of Object.entries(MAX_BYTES))
    it(`${entry} is under ${max} bytes, and imports nothing`, async () => {
      const { outputFiles, metafile } = await build({
        entryPoints: [join(PACKAGE_FOLDER, facts.exports[entry]?.default ?? '')],
        bundle: true,
        plugins: [WITHOUT_LATER],
        minify: true,
        format: 'esm',
        // Without the modules of any runtime, such as Node.js.
        platform: 'neutral',
        metafile: true,
        write: false,
      });
      const size = gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
      assert.ok(size > 0 && size < max, `${size} bytes`);
      assert.ok(
        Object.keys(metafile.inputs).every((path) => path.startsWith('dist/') || path.includes('/dist/')),
      );
    });

  it('has types that work with those of browsers and of Node.js', async () => {
    writeFileSync(
      join(folder.path, 'consumer.ts'),
      `import { createClient, type Account, type KeywardError, type OwnSession, type Redirect, type Result, type Session, type TokenClaims } from '@keyward/client';
import { createAdminClient, type FollowedEvent } from '@keyward/client/admin';
import { createFactorsClient } from '@keyward/client/factors';
import { verifyWebhook, type WebhookEvent } from '@keyward/client/webhooks';
export const client = createClient({ url: 'http://127.0.0.1:4000' });
export async function use(): Promise<Session | KeywardError | null> {
  const { data, error } = await client.login({ identifier: 'a', password: 'b' });
  if (error) {
    if (error.kind === 'ValidationError') console.log(error.details?.fields?.[0]?.path);
    return error;
  }
  const email: string = data.account.email;
  // @ts-expect-error -- there is no such kind
  const never = (one: KeywardError) => one.kind === 'NoError';
  // @ts-expect-error -- it takes a password too
  await client.login({ identifier: email });
  const listed: Result<{ sessions: OwnSession[] }> = await client.sessions.list();
  const elsewhere: OwnSession[] | undefined = listed.data?.sessions.filter(({ current }) => !current);
  const me: { account: Account; payload: TokenClaims } | null = (await client.me()).data;
  const redirect: Result<Redirect | null> = await client.handleRedirect({ confirm: ({ name }) => name !== '' });
  if (redirect.data?.page === 'oauth/callback') console.log(redirect.data.linked ?? redirect.data.session.account, elsewhere, me);
  client.onSessionChange((session) => session?.account.name);
  for await (const item of client.logs.stream('app')) if (item.data) console.log(never, item.data.record.event);
  return (await client.getSession()).data;
}
export async function step(): Promise<string | undefined> {
  const keyward = createFactorsClient({ url: 'http://127.0.0.1:4000' });
  const { error } = await keyward.handleRedirect();
  if (error?.kind === 'SecondFactorRequiredError') {
    const { challenge, methods, expires_at } = error.details;
    if (methods.includes('totp') && expires_at > 0) await keyward.answerChallenge({ challenge, method: 'totp', code: '123456' });
    // @ts-expect-error -- it needs a code
    await keyward.answerChallenge({ challenge, method: 'recovery_code' });
  }
  // @ts-expect-error -- other errors have no challenge
  const none: string = error?.details.challenge;
  const { data } = await keyward.addPasskey({ name: none });
  return data?.recovery_codes?.[0] ?? (await keyward.factors.list()).data?.passkeys[0]?.name;
}
export async function follow(): Promise<string | undefined> {
  const { admin } = createAdminClient({ url: 'http://127.0.0.1:4000' });
  for await (const { data, error } of admin.events.follow({ type: ['session.ended', 'account.*'], after: 'e1' })) {
    if (error) throw error;
    const { event }: FollowedEvent = data;
    if (data.event.type === 'account.created') return data.event.data.account.email;
    if (event.type === 'session.ended') return event.data.reason;
    // @ts-expect-error -- it was not asked for
    if (data.event.type === 'login.failed') return data.cursor;
  }
  for await (const { data } of admin.events.export({ since: '2026-01-01' })) if (data) return data.id;
  return (await admin.accounts.list()).error?.kind;
}
export async function receive(request: Request): Promise<string | undefined> {
  const event: WebhookEvent = await verifyWebhook(request, ['whsec_AAAA']);
  await verifyWebhook({ headers: { 'webhook-id': 'a', cookie: undefined, 'set-cookie': ['a'] }, body: new Uint8Array() }, 'whsec_AAAA');
  // @ts-expect-error -- a parsed body is none
  await verifyWebhook({ headers: request.headers, body: {} }, 'whsec_AAAA');
  if (event.type === 'session.ended') {
    const sid: number = event.data.session.id;
    // @ts-expect-error -- there is no such reason
    if (event.data.reason === 'tired') console.log(sid);
  }
  // @ts-expect-error -- there is no such type
  if (event.type === 'session.endet') return event.id;
  return event.type === 'account.created' ? event.data.account.email : undefined;
}
`,
    );
    symlinkSync(join(PACKAGE_FOLDER, '../../node_modules/@types'), join(folder.path, 'node_modules/@types'));
    const strict = [
      '--strict',
      '--exactOptionalPropertyTypes',
      '--noEmit',
      '--target',
      'es2022',
      '--module',
      'nodenext',
    ];
    const file = join(folder.path, 'consumer.ts');
    await compile(...strict, '--ignoreConfig', '--lib', 'es2022,dom', '--types', '', file);
    await compile(...strict, '--ignoreConfig', '--lib', 'es2022', '--types', 'node', file);
  });

  it('works as its README says', async () => {
    await using keyward = await startProcess({ env: { KEYWARD_DUAL_TOKEN_MODE: 'on' } });
    const readme = readFileSync(join(PACKAGE_FOLDER, 'README.md'), 'utf8');
    const code = /<!-- This is run.*?```js\n(.*?)```/s.exec(readme)?.[1];
    assert.ok(code !== undefined, 'the README has the block');
    const file = join(folder.path, 'quick-start.js');
    writeFileSync(file, code.replace('http://127.0.0.1:4000', new URL(keyward.url).origin));
    // The second time, the account already exists.
    for (let time = 1; time <= 2; time += 1) {
      const { stdout, stderr } = await run(process.execPath, [file]);
      assert.equal(stdout, 'Nobody is here\nHello Ada\nada@example.org\nNobody is here\n', stderr);
    }
  });
});
