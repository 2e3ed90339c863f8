import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { describe, it } from 'node:test';
import type { Keyward } from '../../src/index.ts';
import { tempFolder } from '../support/at-exit.ts';
import { ADA, bearer, bodyOf, direct, json, over, type Send, signUp } from './mounted.ts';

const DOCUMENT = readFileSync(new URL('../../docs/mounting.md', import.meta.url), 'utf8');
const BLOCKS = [...DOCUMENT.matchAll(/```js\n(.*?)```/gs)].map(([, block = '']) => block);

// A block has no folder from which packages are resolved.
registerHooks({
  resolve: (specifier, context, next) =>
    next(
      specifier,
      context.parentURL?.startsWith('data:') === true ? { ...context, parentURL: import.meta.url } : context,
    ),
});

interface Block {
  keyward: Keyward;
  customers?: ReadonlyMap<number, unknown>;
  server?: { address(): unknown; close(): void; closeAllConnections(): void };
  app?: {
    close?: () => Promise<void>;
    server?: { address(): unknown };
    fetch?: (request: Request) => Promise<Response>;
  };
}

/** Runs the block that contains this text, unchanged, on a free port. */
async function run(text: string): Promise<Block> {
  const block = BLOCKS.find((one) => one.includes(text)) ?? assert.fail(`no block with ${text}`);
  const names = ['keyward', 'server', 'app', 'customers'].filter((name) => block.includes(`const ${name} =`));
  const source = `${block.replaceAll('3000)', '0)').replaceAll('port: 3000', 'port: 0')}\nexport { ${names.join(', ')} };`;
  return import(`data:text/javascript,${encodeURIComponent(source)}`);
}

function at(server: { address(): unknown } | undefined): Send {
  return over(`http://localhost:${Object(server?.address()).port}`);
}

describe('docs/mounting.md', async () => {
  await import('./resolve-keyward.ts');
  const folder = tempFolder();
  const before = process.cwd();
  process.chdir(folder.path);

  it('mounts it in Express, node:http, Fastify and Hono', async () => {
    for (const text of [
      "response.send('The application')",
      "response.end('The application')",
      'keyward.fastify',
      'new Hono()',
    ]) {
      const { keyward, server, app } = await run(text);
      const send = at(server ?? app?.server);
      assert.equal((await send('/auth/config/pulse')).status, 200, text);
      if (server !== undefined) assert.equal(await (await send('/')).text(), 'The application');
      server?.close();
      server?.closeAllConnections();
      await (server === undefined ? app?.close?.() : keyward.close());
    }
  });

  it('identifies the account of a request', async () => {
    const { keyward, server } = await run("'/orders'");
    const { access } = await signUp(direct(keyward));
    const send = at(server);
    assert.deepEqual(await bodyOf(await send('/orders', bearer(access))), { of: ADA.name });
    assert.equal((await send('/orders')).status, 401);
    server?.close();
    server?.closeAllConnections();
    await keyward.close();
  });

  it('sets options', async () => {
    const { keyward } = await run("prefix: '/id'");
    assert.equal((await direct(keyward)('/id/config/pulse')).status, 200);
    assert.equal(keyward.owns('/id-pages/setup'), true);
    await keyward.close();
  });

  it('listens to events', async (t) => {
    const log = t.mock.method(console, 'log', () => {});
    const { keyward, customers } = await run("keyward.on('account.created'");
    await signUp(direct(keyward), { email: 'listened@example.org' });
    assert.deepEqual([...(customers?.values() ?? [])], [{ name: ADA.name }]);
    assert.deepEqual(log.mock.calls[0]?.arguments.slice(1), ['session.started', 2, 'unknown']);
    await keyward.close();
  });

  it('refuses by a hook', async (t) => {
    t.mock.method(console, 'log', () => {});
    const { keyward } = await run('beforeLogin');
    const mallory = { ...ADA, email: 'mallory@example.org' };
    const answer = await direct(keyward)('/auth/signup/password', json(mallory));
    assert.equal(answer.status, 403);
    assert.equal((await bodyOf(answer))['message'], 'This account has been blocked.');
    await keyward.close();
    process.chdir(before);
    folder.remove();
  });
});
