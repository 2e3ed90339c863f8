import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:https';
import { describe, it } from 'node:test';
import {
  Client,
  type OAuthClientProvider,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { makeCertificate, trust } from '../../features/delivery/mail/certificates.ts';
import { closeServer, portOf } from '../../support/servers.ts';
import { databasesFor } from '../../support/usual-size.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { suiteKeyward } from '../expectations.ts';
import { approve, Browser, configure } from '../oauth/flows.ts';
import { addPerson } from '../people.ts';
import { turnMcpOn, use } from './agents.ts';

const CALLBACK = 'http://localhost:8787/callback';

for (const kind of databasesFor(import.meta.filename)) {
  describe(`an agent that nobody has registered on ${kind}`, () => {
    const keyward = suiteKeyward(kind, { settings: { KEYWARD_OAUTH_NETWORKS: '127.0.0.0/8' } });

    it('signs in by its metadata document, and asks for more when a tool needs it', async () => {
      await turnMcpOn(keyward);
      await configure(keyward, { metadata_documents: { enabled: true } });
      const certificate = await makeCertificate({ ip: '127.0.0.1' });
      using _ = trust(certificate);
      let asked = 0;
      const host = createServer(certificate, (_request, response) => {
        asked += 1;
        response.writeHead(200, { 'content-type': 'application/json' }).end(
          JSON.stringify({
            client_id: document,
            client_name: 'Agent',
            redirect_uris: [CALLBACK],
            grant_types: ['authorization_code', 'refresh_token'],
            token_endpoint_auth_method: 'none',
          }),
        );
      });
      host.listen(0, '127.0.0.1');
      await once(host, 'listening');
      const document = `https://127.0.0.1:${portOf(host)}/client.json`;
      try {
        const { token } = await addSuperadmin(keyward);
        const person = await addPerson(keyward);
        let tokens: OAuthTokens | undefined;
        let verifier = '';
        let page: URL | undefined;
        let information: { client_id: string } | undefined;
        const provider: OAuthClientProvider = {
          redirectUrl: CALLBACK,
          clientMetadataUrl: document,
          clientMetadata: { client_name: 'Agent', redirect_uris: [CALLBACK] },
          clientInformation: () => information,
          saveClientInformation: (given) => void (information = given),
          tokens: () => tokens,
          saveTokens: (given) => void (tokens = given),
          redirectToAuthorization: (given) => void (page = given),
          saveCodeVerifier: (given) => void (verifier = given),
          codeVerifier: () => verifier,
        };
        const url = new URL(`${keyward.url}/mcp`);
        const connect = async () => {
          const client = new Client(
            { name: 'agent', version: '1' },
            { versionNegotiation: { mode: { pin: '2026-07-28' } } },
          );
          const transport = new StreamableHTTPClientTransport(url, { authProvider: provider });
          return { client, transport, done: client.connect(transport) };
        };
        /** The person allows it in a browser. */
        const allow = async (transport: StreamableHTTPClientTransport) => {
          assert.ok(page);
          const path = page.pathname.replace('/auth', '') + page.search;
          const back = await approve(new Browser(keyward), path, token);
          await transport.finishAuth(back.searchParams);
          return page.searchParams.get('scope');
        };
        const first = await connect();
        await assert.rejects(first.done, UnauthorizedError);
        assert.equal(await allow(first.transport), 'accounts:read events:read settings:read webhooks:read');
        assert.equal(information?.client_id, document);
        const second = await connect();
        await second.done;
        const found = await use(second.client, 'find_accounts', { query: person.email });
        assert.equal(found['total'], 1);
        const suspend = { name: 'suspend_account', arguments: { account_id: person.id } };
        await assert.rejects(second.client.callTool(suspend), UnauthorizedError);
        const scope = await allow(second.transport);
        assert.match(scope ?? '', /accounts:read.*accounts:write/);
        const third = await connect();
        await third.done;
        await use(third.client, 'suspend_account', { account_id: person.id });
        assert.equal((await keyward.call('GET', '/me', { token: person.token })).status, 403);
        assert.equal(asked, 1);
        await Promise.all([second.client.close(), third.client.close()]);
      } finally {
        await closeServer(host);
      }
    });
  });
}
