import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { tempFolder } from '../support/at-exit.ts';
import { startProcess } from '../support/process.ts';
import { freePort, portOf } from '../support/servers.ts';
import { ADA, bearer, bodyOf, json, over, type Send, signUp } from './mounted.ts';

const EXAMPLES = new URL('../../../../examples/', import.meta.url);
const RESOLVE = fileURLToPath(new URL('./resolve-keyward.ts', import.meta.url));
const ROOT = { email: 'root@example.org', password: 'Superadmin-1' };
const SETTINGS = {
  KEYWARD_DUAL_TOKEN_MODE: 'on',
  KEYWARD_SUPERADMIN_EMAIL: ROOT.email,
  KEYWARD_SUPERADMIN_PASSWORD: ROOT.password,
};

/** Sign-up, own route, refresh, stream, logout. */
async function walkThrough(send: Send): Promise<void> {
  const { access, refresh } = await signUp(send);
  assert.equal((await send('/auth/me', bearer(access))).status, 200);
  assert.equal(await (await send('/hello', bearer(access))).text(), 'Hello Ada\n');
  assert.equal(await (await send('/hello')).text(), 'Hello stranger\n');
  const refused = await send('/hello', bearer('nonsense'));
  assert.equal(refused.status, 401);
  assert.deepEqual(await bodyOf(refused), {
    success: false,
    error: 'InvalidTokenError',
    error_code: 'invalid_token',
    message: 'The token is not valid; sign in again.',
  });

  const renewed = await bodyOf(await send('/auth/token/refresh', json({ refresh_token: refresh })));
  const token = bearer(String(renewed['access_token']));
  assert.equal((await send('/auth/logout', { method: 'POST', ...token })).status, 200);
  assert.equal((await send('/hello', token)).status, 401);

  const login = await send('/auth/login', json({ identifier: ROOT.email, password: ROOT.password }));
  const root = bearer(String((await bodyOf(login))['access_token']));
  const stream = await send('/log/app/stream', root);
  assert.equal(stream.status, 200);
  let text = '';
  for await (const piece of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    if (text.includes('"account.signed_up"')) break;
  }
  assert.match(text, /^event: log$/m);
}

/** Staff manage accounts by the application's own routes; others do not. */
async function manage(
  send: Send,
  suspend: (id: number, root: RequestInit) => Promise<Response>,
): Promise<void> {
  const login = async (identifier: string, password: string) =>
    bearer(String((await bodyOf(await send('/auth/login', json({ identifier, password }))))['access_token']));
  const root = await login(ROOT.email, ROOT.password);
  const ada = await login(ADA.email, ADA.password);
  assert.equal((await send('/staff/accounts')).status, 401);
  assert.equal((await send('/staff/accounts', ada)).status, 403);
  const found = await bodyOf(await send('/staff/accounts?q=ada', root));
  assert.equal(found['total'], 1);
  const [account] = [found['accounts']].flat();
  const { id }: { id: number } = Object(account);
  assert.equal((await suspend(id, ada)).status, 403);
  assert.equal((await bodyOf(await suspend(id, root)))['status'], 'suspended');
  assert.equal((await suspend(99_999, root)).status, 404);
  assert.equal((await send('/auth/me', ada)).status, 403);
}

describe('the examples', () => {
  it('depend on this package, in a way that a clone can install', () => {
    for (const name of ['node-http', 'express', 'fastify', 'hono', 'next']) {
      const folder = new URL(`${name}/`, EXAMPLES);
      const { dependencies } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));
      const [, path = ''] = /^file:(.+)$/.exec(dependencies.keyward) ?? assert.fail(name);
      assert.equal(new URL(`${path}/`, folder).href, new URL('../../', import.meta.url).href);
    }
  });

  for (const name of ['node-http', 'express', 'fastify', 'hono']) {
    it(`${name}: runs, and ends at a signal`, async () => {
      await using example = await startProcess({
        script: fileURLToPath(new URL(`${name}/server.ts`, EXAMPLES)),
        args: [],
        env: { ...SETTINGS, PORT: String(await freePort()), NODE_OPTIONS: `--import=${RESOLVE}` },
      });
      const send = over(example.url);
      await walkThrough(send);
      if (name === 'express')
        await manage(send, (id, by) => send(`/staff/accounts/${id}/suspend`, { ...by, method: 'POST' }));
      assert.deepEqual(await example.kill('SIGTERM'), { code: 0, signal: null });
    });
  }

  for (const name of ['node-http', 'express', 'fastify', 'hono']) {
    it(`${name}: says how to choose another port when its own is taken`, async () => {
      const holder = createServer();
      await once(holder.listen(0, '127.0.0.1'), 'listening');
      const port = portOf(holder);
      const started = startProcess({
        script: fileURLToPath(new URL(`${name}/server.ts`, EXAMPLES)),
        args: [],
        env: { ...SETTINGS, PORT: String(port), NODE_OPTIONS: `--import=${RESOLVE}` },
      });
      await assert.rejects(started, ({ message }: Error) => {
        assert.match(message, /ended with code 1\n--- stdout\n\n/);
        const [, told] = message.split('--- stderr\n');
        assert.equal(
          told,
          `listen EADDRINUSE: address already in use 127.0.0.1:${port}. Choose another port: PORT=3001 npm start\n`,
        );
        return true;
      });
      holder.close();
    });
  }

  it('next: its route handlers answer', async () => {
    await import('./resolve-keyward.ts');
    const folder = tempFolder();
    Object.assign(process.env, SETTINGS, { KEYWARD_DATA_DIR: folder.path });
    const at = (path: string): Promise<Record<string, (request: Request) => Promise<Response>>> =>
      import(new URL(`next/app/${path}/route.ts`, EXAMPLES).href);
    const handlers = {
      auth: await at('auth/[...path]'),
      log: await at('log/[[...path]]'),
      id: await at('id/[[...path]]'),
      hello: await at('hello'),
      staff: await at('staff/accounts'),
    };
    const send: Send = async (path, init) => {
      const request = new Request(`http://localhost:3000${path}`, init);
      const place =
        (['auth', 'log', 'id', 'staff'] as const).find((name) => path.startsWith(`/${name}`)) ?? 'hello';
      const handle = handlers[place][request.method] ?? assert.fail(`no ${request.method} in ${place}`);
      const answer = await handle(request);
      // The session is in cookies, and other clients may send its tokens.
      const set = answer.headers.getSetCookie().join('\n');
      const tokens = [...set.matchAll(/^((?:access|refresh)_token)=([^;]+)/gm)];
      if (tokens.length === 0) return answer;
      const body: unknown = await answer.json();
      const shown = Object.fromEntries(tokens.map(([, name, token]) => [name, token]));
      return Response.json({ ...Object(body), ...shown }, { status: answer.status });
    };
    for (const path of ['/id/signin', '/id/account', '/id/console'])
      assert.equal((await send(path)).status, 200, path);
    await walkThrough(send);
    await manage(send, (id, { headers = {} }) =>
      send('/staff/accounts', json({ id }, Object.fromEntries(new Headers(headers)))),
    );
    await (await globalThis.keyward)?.close();
    folder.remove();
  });
});
