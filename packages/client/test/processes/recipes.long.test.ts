import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { suiteKeyward } from '../../../server/test/http/expectations.ts';
import { addPerson } from '../../../server/test/http/people.ts';
import { runProgram } from '../support/programs.ts';
import { closeServer, portOf } from '../../../server/test/support/servers.ts';
import { until } from '../../../server/test/support/until.ts';
import type { Verifier } from '../../src/verify.ts';
import { newSecret, signedHeaders } from '../support/webhooks.ts';

const RECIPES = fileURLToPath(new URL('../../../../examples/events/', import.meta.url));
const DOCS = new URL('../../../server/docs/', import.meta.url);
const PYTHON = process.env['PYTHON'] ?? 'python3';

/** Without news, a recipe asks again after 20 s; an earlier reaction proves that the event was received. */
const TOLD_WITHIN_MS = 10_000;

type Send = (path: string, init?: RequestInit) => Promise<Response>;

interface Recipe {
  app?: { fetch?: (request: Request) => Promise<Response> };
  POST?: (request: Request) => Promise<Response>;
  verifier?: Verifier;
}

async function load(name: string): Promise<Recipe> {
  await import('../support/resolve-client.ts');
  return import(join(RECIPES, name));
}

/** Sends to the application of a recipe, over HTTP if it is one of Express. */
async function sendTo({ app, POST }: Recipe): Promise<Send> {
  const handler = POST ?? app?.fetch;
  if (handler) return async (path, init) => handler(new Request(`http://localhost${path}`, init));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an application of Express is a listener
  const server = createServer(app as Parameters<typeof createServer>[1]).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => closeServer(server));
  return (path, init) => fetch(`http://127.0.0.1:${portOf(server)}${path}`, init);
}

/** Whether a command succeeds here; a test that needs it is skipped otherwise. */
function works(command: string, args: readonly string[], cwd = RECIPES): boolean {
  try {
    execFileSync(command, args, {
      cwd,
      stdio: 'ignore',
      env: { ...process.env, GOPROXY: 'off', GOFLAGS: '' },
    });
    return true;
  } catch {
    return false;
  }
}

/** The documentation links to the others. */
const OF_DOCS = /^(?:express-.*|python\/receive)\.(?:ts|py)$/;

it('each recipe is in the documentation exactly as tested', () => {
  const pages = ['webhooks-receive.md', 'revocation.md'].map((name) =>
    readFileSync(new URL(name, DOCS), 'utf8'),
  );
  const files = readdirSync(RECIPES, { recursive: true, encoding: 'utf8' }).filter((name) =>
    OF_DOCS.test(name),
  );
  assert.equal(files.length, 3);
  for (const name of files) {
    const text = readFileSync(join(RECIPES, name), 'utf8');
    assert.ok(
      pages.some((page) => page.includes(`\n${text}\`\`\``)),
      `${name} is not in the documentation as it is`,
    );
  }
});

describe('a webhook is received', () => {
  const secret = newSecret(3);
  const body = JSON.stringify({
    id: 'evt_1',
    type: 'account.created',
    timestamp: '2026-11-22T10:00:00.000Z',
    data: {
      account: { id: 1, name: 'Ada' },
      method: 'password',
      actor: null,
      client: null,
      request_id: null,
    },
  });
  before(() => {
    process.env['WEBHOOK_SECRET'] = secret;
  });
  after(() => {
    delete process.env['WEBHOOK_SECRET'];
  });

  /** Two deliveries of one event, and one with another signature. */
  async function deliver(send: Send): Promise<void> {
    for (const [headers, status] of [
      [signedHeaders(body, [newSecret(4), secret]), 204],
      [signedHeaders(body, [secret]), 204],
      [signedHeaders(body, [newSecret(4)]), 400],
    ] as const) {
      const answer = await send('/webhooks/keyward', { method: 'POST', headers, body });
      assert.equal(answer.status, status, await answer.text());
    }
  }

  for (const name of ['express', 'hono', 'next'])
    it(`in ${name}, and handled once`, async (t) => {
      const log = t.mock.method(console, 'log', () => {});
      await deliver(await sendTo(await load(`${name}-webhook.ts`)));
      assert.deepEqual(
        log.mock.calls.map(({ arguments: [line] }) => String(line)),
        ['Hello Ada'],
      );
    });

  it('in Python', async (t) => {
    if (!works(PYTHON, ['-c', 'import standardwebhooks']))
      return t.skip('needs Python with standardwebhooks; PYTHON names another interpreter');
    await using program = await runProgram(PYTHON, ['python/receive.py'], { WEBHOOK_SECRET: secret });
    await deliver((path, init) => fetch(program.url + path, init));
    assert.deepEqual(program.lines(), ['account.created evt_1']);
  });

  it('in Go', async (t) => {
    const folder = join(RECIPES, 'go');
    if (!existsSync(folder) || !works('go', ['list', '-deps', '.'], folder))
      return t.skip('needs Go with the module of Standard Webhooks: go mod download in examples/events/go');
    await using program = await runProgram('go', ['run', '.'], { WEBHOOK_SECRET: secret }, 'go');
    await deliver((path, init) => fetch(program.url + path, init));
    assert.deepEqual(program.lines(), ['account.created evt_1']);
  });
});

describe('tokens are verified, and revoked ones refused as soon as configured', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const keyward = suiteKeyward('sqlite', {
    settings: {
      KEYWARD_DUAL_TOKEN_MODE: 'on',
      KEYWARD_JWT_ALGORITHM: 'ES256',
      KEYWARD_JWT_SECRET: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    },
  });
  let environment: Record<string, string>;
  before(async () => {
    const { token } = await addPerson(keyward, { role: 'superadmin' });
    const body = { name: 'Orders', scopes: ['events:read', 'settings:read'] };
    const { body: made } = await keyward.call('POST', '/apikey/', { token, body });
    environment = { AUTH_URL: keyward.url, AUTH_KEY: String(made['key']) };
    Object.assign(process.env, environment);
  });
  after(() => {
    for (const name of Object.keys(environment)) delete process.env[name];
  });

  async function walkThrough(send: Send): Promise<void> {
    const { token, id } = await keyward.signUp();
    const orders = (authorization?: string) =>
      send('/orders', authorization === undefined ? {} : { headers: { authorization } });
    await until(async () => (await orders(`Bearer ${token}`)).status === 200, 'the recipe is ready');
    assert.deepEqual(await (await orders(`Bearer ${token}`)).json(), { of: id });
    assert.equal((await orders()).status, 401);
    assert.equal((await orders(`Bearer ${token}x`)).status, 401);
    await keyward.call('POST', '/logout', { token });
    const isRefused = async () => (await orders(`Bearer ${token}`)).status === 401;
    await until(isRefused, 'the token is refused', TOLD_WITHIN_MS);
  }

  for (const name of ['express', 'hono'])
    it(`in ${name}`, async () => {
      const recipe = await load(`${name}-tokens.ts`);
      const send = await sendTo(recipe);
      await walkThrough(send);
      if (name === 'express') assert.equal((await send('/healthz')).status, 200);
      await recipe.verifier?.close();
    });

  it('in Python', async (t) => {
    if (!works(PYTHON, ['-c', 'import jwt, cryptography']))
      return t.skip('needs Python with pyjwt and cryptography; PYTHON names another interpreter');
    await using program = await runProgram(PYTHON, ['python/revocation.py'], environment);
    await walkThrough((path, init) => fetch(program.url + path, init));
  });
});
