import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { after, before, describe, it } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { UnauthorizedError, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { generate } from 'selfsigned';
import { protectedResource, requireBearer } from '../../../../client/src/verify.ts';
import { closeServer, portOf } from '../../support/servers.ts';
import { suiteKeyward } from '../expectations.ts';
import { addPerson } from '../people.ts';
import { addApplication, approve, Browser, configure } from './flows.ts';
import { databasesFor } from '../../support/usual-size.ts';

const CALLBACK = 'http://localhost:8787/callback';
const METADATA = {
  client_name: 'Agent',
  redirect_uris: [CALLBACK],
  grant_types: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_method: 'none',
};

/** One for all databases: of two roots with one name, a client may try the wrong one. */
const CERTIFICATE = generate([{ name: 'commonName', value: '127.0.0.1' }], {
  keySize: 2048,
  extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
});

for (const kind of databasesFor(import.meta.filename)) {
  describe(`the client of the official SDK of MCP on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: { KEYWARD_OAUTH_NETWORKS: '127.0.0.0/8' } });
    let server: Server;
    let url: URL;
    let guard: ReturnType<typeof requireBearer>;

    before(async () => {
      server = createServer();
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      url = new URL(`http://127.0.0.1:${portOf(server)}/mcp`);
      const about = { issuer: keyward.url, resource: url.href, scopes: ['notes:read'] };
      guard = requireBearer({ ...about, now: () => keyward.clock.now() });
      const metadata = protectedResource(about);
      const answer = async (request: IncomingMessage, response: ServerResponse) => {
        const mcp = new McpServer({ name: 'notes', version: '1.0.0' });
        mcp.registerTool('whoami', {}, ({ authInfo }) => ({
          content: [{ type: 'text', text: authInfo?.clientId ?? 'nobody' }],
        }));
        const transport = new StreamableHTTPServerTransport({});
        await mcp.connect(transport);
        await transport.handleRequest(request, response);
      };
      server.on('request', (request, response) => {
        void metadata(request, response, () => {
          void guard(request, response, () => void answer(request, response));
        });
      });
      await addApplication(keyward);
      await configure(keyward, {
        registration: 'open',
        scopes: { 'notes:read': { description: 'Read your notes' } },
        resources: { [url.href]: { name: 'Notes', scopes: ['notes:read'] } },
      });
    });
    after(() => closeServer(server));

    /** Lets the client of an agent find its way in, and call a tool. @returns the client id, and whether it registered */
    async function useTool(client: Partial<OAuthClientProvider>) {
      const { token } = await addPerson(keyward);
      let information: OAuthClientInformationMixed | undefined;
      let tokens: OAuthTokens | undefined;
      let verifier = '';
      let page: URL | undefined;
      const provider: OAuthClientProvider = {
        redirectUrl: CALLBACK,
        clientMetadata: METADATA,
        clientInformation: () => information,
        saveClientInformation: (given) => void (information = given),
        tokens: () => tokens,
        saveTokens: (given) => void (tokens = given),
        redirectToAuthorization: (given) => void (page = given),
        saveCodeVerifier: (given) => void (verifier = given),
        codeVerifier: () => verifier,
        ...client,
      };
      const open = () => new StreamableHTTPClientTransport(url, { authProvider: provider });
      const first = open();
      await assert.rejects(new Client({ name: 'agent', version: '1' }).connect(first), UnauthorizedError);
      assert.ok(page);
      assert.deepEqual(
        [page.searchParams.get('resource'), page.searchParams.get('scope')],
        [url.href, 'notes:read'],
      );
      const path = page.pathname.replace('/auth', '') + page.search;
      const back = await approve(new Browser(keyward), path, token);
      await first.finishAuth(back.searchParams.get('code') ?? '');
      const agent = new Client({ name: 'agent', version: '1' });
      await agent.connect(open());
      const who = await agent.callTool({ name: 'whoami' });
      const id = information?.client_id;
      assert.deepEqual(who.content, [{ type: 'text', text: id }]);
      const earlier = tokens?.access_token;
      keyward.clock.advance(600_000);
      await agent.callTool({ name: 'whoami' });
      assert.notEqual(tokens?.access_token, earlier);
      await agent.close();
      return id ?? '';
    }

    it('registers, asks the person, calls a tool, and refreshes by itself', async () => {
      assert.match(await useTool({}), /^[^/]+$/);
    });

    it('is known by its metadata document, without a registration', async () => {
      // The client takes documents with https alone.
      const { private: key, cert } = await CERTIFICATE;
      setDefaultCACertificates([...getCACertificates(), cert]);
      let fetched = 0;
      const host = createTlsServer({ key, cert }, (_request, response) => {
        fetched += 1;
        const document = { ...METADATA, client_id: `https://127.0.0.1:${portOf(host)}/agent.json` };
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
      });
      host.listen(0, '127.0.0.1');
      await once(host, 'listening');
      const clientMetadataUrl = `https://127.0.0.1:${portOf(host)}/agent.json`;
      await configure(keyward, { metadata_documents: { enabled: true }, registration: 'off' });
      try {
        assert.equal(await useTool({ clientMetadataUrl }), clientMetadataUrl);
        assert.equal(fetched, 1);
      } finally {
        host.close();
        host.closeAllConnections();
        await configure(keyward, { metadata_documents: { enabled: false }, registration: 'open' });
      }
    });
  });
}
