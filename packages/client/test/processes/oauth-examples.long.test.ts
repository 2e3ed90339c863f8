import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { suiteKeyward } from '../../../server/test/http/expectations.ts';
import { addApplication, configure, signInWith } from '../../../server/test/http/oauth/flows.ts';
import { addPerson } from '../../../server/test/http/people.ts';
import { startProcess } from '../../../server/test/support/process.ts';
import { freePort } from '../../../server/test/support/servers.ts';

const EXAMPLES = new URL('../../../../examples/', import.meta.url);
const RESOLVE = fileURLToPath(new URL('../support/resolve-client.ts', import.meta.url));

describe('the examples that sign in with Keyward', () => {
  const keyward = suiteKeyward('sqlite');

  it('device: a code signs a command line in', async () => {
    const application = await addApplication(keyward, {
      type: 'native',
      redirect_uris: ['http://127.0.0.1/callback'],
    });
    const { token, email } = await addPerson(keyward);
    await using tool = await startProcess({
      script: fileURLToPath(new URL('device/sign-in.ts', EXAMPLES)),
      args: [],
      env: { ISSUER: keyward.url, CLIENT_ID: application.id },
      ready: /type (\S+)/,
    });
    const path = `/oauth/device/${tool.url}`;
    assert.equal((await keyward.call('GET', path, { token })).status, 200);
    assert.equal((await keyward.call('POST', path, { token, body: { allow: true } })).status, 200);
    assert.deepEqual(await tool.exited, { code: 0, signal: null }, tool.stderr());
    assert.match(tool.stdout(), new RegExp(`^Hello ${email}$`, 'm'));
  });

  it('mcp: a tool serves an agent with a token for it, and sends others to Keyward', async () => {
    const port = await freePort();
    const resource = `http://127.0.0.1:${port}/mcp`;
    const application = await addApplication(keyward);
    await configure(keyward, {
      scopes: { 'notes:read': { description: 'Read your notes' } },
      resources: { [resource]: { name: 'Notes', scopes: ['notes:read'] } },
    });
    const { token } = await addPerson(keyward);
    await using server = await startProcess({
      script: fileURLToPath(new URL('mcp/server.ts', EXAMPLES)),
      args: [],
      env: { ISSUER: keyward.url, PORT: String(port), NODE_OPTIONS: `--import=${RESOLVE}` },
    });
    const refused = await fetch(resource, { method: 'POST' });
    assert.equal(refused.status, 401);
    const metadata = `http://127.0.0.1:${port}/.well-known/oauth-protected-resource/mcp`;
    assert.equal(
      refused.headers.get('www-authenticate'),
      `Bearer resource_metadata="${metadata}", scope="notes:read"`,
    );
    assert.match(
      await (await fetch(metadata)).text(),
      new RegExp(`"authorization_servers":\\["${keyward.url}"`),
    );
    const { access_token = '' } = await signInWith(keyward, application, token, {
      scope: 'openid notes:read',
      resource,
    });
    const agent = new Client({ name: 'agent', version: '1' });
    const headers = { authorization: `Bearer ${access_token}` };
    await agent.connect(new StreamableHTTPClientTransport(new URL(resource), { requestInit: { headers } }));
    const { content } = await agent.callTool({ name: 'list_notes' });
    assert.deepEqual(content, [{ type: 'text', text: `${application.id} reads your notes: buy milk` }]);
    await agent.close();
    assert.equal(server.stderr(), '');
  });
});
