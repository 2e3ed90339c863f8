import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, describe, it } from 'node:test';
import { createProviderFetch } from '../../../../src/features/sign-in/provider/provider-fetch.ts';
import { closeServer, portOf } from '../../../support/servers.ts';

const GET = { method: 'GET', headers: {}, body: undefined, redirect: 'manual' } as const;

describe('fetching from a provider', async () => {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  after(() => closeServer(server));
  const here = `http://127.0.0.1:${portOf(server)}/`;

  it('OA16: http reaches this machine for a provider on this machine, and nothing else', async () => {
    const local = createProviderFetch('http://localhost:1234');
    assert.equal(await (await local(here, GET)).text(), '{}');
    await assert.rejects(local('http://192.0.2.1/token', GET), /not https/);
    await assert.rejects(local('file:///etc/passwd', GET), /not https/);
  });

  it('OA16: a provider elsewhere does not lead to http on this machine', async () => {
    requests = 0;
    const elsewhere = createProviderFetch('https://idp.example.org');
    await assert.rejects(elsewhere(here, GET), /not https/);
    assert.equal(requests, 0);
  });
});
