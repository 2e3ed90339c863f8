import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { parseResponse, rawRequest, requestFrom } from './support/raw-http.ts';

describe('rawRequest', () => {
  it('sends the bytes as they are and waits for the server to close', async () => {
    await using server = await listen((_, response) => void response.end());
    const lengths = 'Content-Length: 0\r\nContent-Length: 1\r\n';
    const answer = await rawRequest(server.port, `POST / HTTP/1.1\r\nHost: a\r\n${lengths}\r\n`);
    assert.equal(parseResponse(answer).status, 400);
  });

  it('sends the chunks of a slow client one by one', async () => {
    await using server = await listen(async (request, response) => {
      response.end(await text(request));
    });
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 4\r\n\r\n';
    async function* slowly() {
      for (const chunk of [head, 'ab', Buffer.from('cd')]) {
        yield chunk;
        await delay(10);
      }
    }
    assert.equal(parseResponse(await rawRequest(server.port, slowly())).body, 'abcd');
  });

  it('fails with the answer when the server leaves the connection open', async () => {
    await using server = await listen((_, response) => void response.end('hello'));
    const request = rawRequest(server.port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', { timeoutMs: 100 });
    await assert.rejects(request, /Not closed by the server in 100 ms; .*200 OK.*hello/);
  });

  it('fails when nobody listens', async () => {
    const server = await listen(() => {});
    await server[Symbol.asyncDispose]();
    await assert.rejects(rawRequest(server.port, 'x'), { code: 'ECONNREFUSED' });
  });
});

describe('parseResponse', () => {
  const bytes = (...lines: string[]) => Buffer.from(lines.join('\r\n')).toString('latin1');

  it('reads every header line, the chunks, UTF-8, and what follows', () => {
    const headers = ['Set-Cookie: a=1', 'set-cookie: b=2', 'Transfer-Encoding: chunked'];
    const raw = bytes(
      'HTTP/1.1 200 OK',
      ...headers,
      '',
      '3',
      'é!',
      'A',
      '0123456789',
      '0',
      '',
      'HTTP/1.1 404',
    );
    const { status, headers: read, body, rest } = parseResponse(raw);
    assert.deepEqual([status, body, rest], [200, 'é!0123456789', 'HTTP/1.1 404']);
    assert.deepEqual(read.get('set-cookie'), ['a=1', 'b=2']);
  });

  it('reads a body by its length', () => {
    const { body, rest } = parseResponse(bytes('HTTP/1.1 200 OK', 'Content-Length: 2', '', 'ébc'));
    assert.deepEqual([body, rest], ['é', 'bc']);
  });

  it('refuses what is not a whole response', () => {
    for (const raw of [
      '',
      'HTTP/1.1 200 OK\r\n',
      bytes('220 smtp', '', ''),
      bytes('HTTP/1.1 200 OK', 'Content-Length: 3', '', 'ab'),
      bytes('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', '', '3', 'ab'),
    ]) {
      assert.throws(() => parseResponse(raw), Error, raw);
    }
  });
});

describe('requestFrom', () => {
  const echo = ({ method, url, headers, socket }: IncomingMessage, response: ServerResponse) => {
    response.statusCode = 418;
    response.end(JSON.stringify({ method, url, headers, from: socket.remoteAddress }));
  };

  it('sends a request and reads the answer', async () => {
    await using server = await listen(async (request, response) => {
      response.setHeader('x-type', request.headers['content-type'] ?? 'none');
      response.end(`${request.method} ${request.url} ${await text(request)}`);
    });
    const post = { port: server.port, method: 'POST', path: '/a?b=c' };
    const json = await requestFrom({ ...post, body: { d: 'é' } });
    assert.deepEqual([json.body, json.headers['x-type']], ['POST /a?b=c {"d":"é"}', 'application/json']);
    const plain = await requestFrom({ ...post, body: '{"d"', headers: { 'content-type': 'text/x' } });
    assert.deepEqual([plain.body, plain.headers['x-type']], ['POST /a?b=c {"d"', 'text/x']);
    const get = await requestFrom({ port: server.port, path: '/' });
    assert.deepEqual([get.status, get.body, get.headers['x-type']], [200, 'GET / ', 'none']);
  });

  it(
    'uses a new connection from the given address',
    { skip: process.platform !== 'linux' && 'this machine has one loopback address' },
    async () => {
      await using server = await listen(echo);
      const answer = await requestFrom({ port: server.port, localAddress: '127.0.3.7', path: '/' });
      const headers = { host: `127.0.0.1:${server.port}`, connection: 'close' };
      assert.equal(answer.status, 418);
      assert.deepEqual(answer.json(), { method: 'GET', url: '/', headers, from: '127.0.3.7' });
    },
  );
});

async function listen(handler: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>) {
  const server = createServer((request, response) => void handler(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return {
    port: address.port,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
