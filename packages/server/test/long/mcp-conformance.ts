import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createServer, request } from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { addKey } from '../http/api-keys/api-keys.ts';
import { turnMcpOn } from '../http/mcp/agents.ts';
import { tempFolder } from '../support/at-exit.ts';
import { startKeyward } from '../support/keyward.ts';
import { closeServer, portOf } from '../support/servers.ts';
import type { Part } from './part.ts';
import { npmInstall } from './toolchains.ts';

const PACKAGE = '@modelcontextprotocol/conformance';
const VERSION = '0.1.16';
const TIMEOUT_MS = 120_000;

/** The scenarios for servers: whether they apply, and otherwise why not. */
const SCENARIOS: Record<string, true | string> = {
  'server-initialize': true,
  ping: true,
  'tools-list': true,
  'dns-rebinding-protection': true,
  'server-sse-multiple-streams': true,
  'logging-set-level': 'no log is sent to agents',
  'completion-complete': 'there are no prompts and no resources to complete',
  'server-sse-polling': 'there are no sessions, and no streams to come back to',
  'json-schema-2020-12': 'asks for a tool of the reference server',
  'tools-call-*': 'ask for tools of the reference server; tools.test.ts calls ours',
  'elicitation-*': 'tools ask no questions',
  'resources-*': 'there are no resources',
  'prompts-*': 'there are no prompts',
};

/** The runner sends no credentials, so a proxy adds them. */
async function startProxy(target: URL, key: string): Promise<AsyncDisposable & { url: string }> {
  const server = createServer((asked, answer) => {
    const { host: _, ...headers } = asked.headers;
    const named = { ...headers, host: asked.headers.host ?? '', authorization: `Bearer ${key}` };
    const onward = request(target, { method: asked.method ?? 'GET', headers: named }, (found) => {
      answer.writeHead(found.statusCode ?? 502, found.headers);
      found.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    asked.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${portOf(server)}/mcp`,
    [Symbol.asyncDispose]: () => closeServer(server),
  };
}

export const mcpConformance: Part = {
  name: 'mcp-conformance',
  about: 'the scenarios of the official conformance tests of MCP that apply to the endpoint',
  limit: 15,
  async run(tell) {
    const temporary = tempFolder();
    try {
      await npmInstall(temporary.path, `${PACKAGE}@${VERSION}`);
      const program = join(temporary.path, 'node_modules', PACKAGE, 'dist/index.js');
      const run = promisify(execFile);
      const options = { cwd: temporary.path, timeout: TIMEOUT_MS };
      const { stdout } = await run(process.execPath, [program, 'list', '--server'], options);
      const names = [...stdout.matchAll(/^ {2}- (\S+)/gm)].map(([, name = '']) => name);
      const reasonOf = (name: string) =>
        SCENARIOS[name] ??
        Object.entries(SCENARIOS).find(
          ([one]) => one.endsWith('*') && name.startsWith(one.slice(0, -1)),
        )?.[1];
      assert.deepEqual(
        names.filter((name) => reasonOf(name) === undefined),
        [],
        'scenarios that the table lacks',
      );
      await using keyward = await startKeyward('sqlite');
      await turnMcpOn(keyward);
      const { key } = await addKey(keyward, ['accounts:read']);
      await using proxy = await startProxy(new URL(`${keyward.url}/mcp`), key);
      let checked = 0;
      for (const name of names.filter((one) => reasonOf(one) === true)) {
        tell(name);
        const args = [program, 'server', '--url', proxy.url, '--scenario', name];
        await run(process.execPath, args, options).catch((error: unknown) => {
          const { stdout: said = '' }: { stdout?: string } = { ...Object(error) };
          throw new Error(`${name}\n${said}`, { cause: error });
        });
        checked += 1;
      }
      return { sent: 0, injected: '–', checked, lost: 0, worstMs: null, slopeKib: null };
    } finally {
      temporary.remove();
    }
  },
};
