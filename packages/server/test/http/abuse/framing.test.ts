import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { parseResponse, type RawResponse, rawRequest } from '../../support/raw-http.ts';
import { suiteKeyward } from './logins.ts';

const HOST = 'Host: a\r\n';
const JSON_BODY = 'Content-Type: application/json\r\n';
const CLOSE = 'Connection: close\r\n';
const post = (headers: string, body = '') =>
  `POST /auth/login HTTP/1.1\r\n${HOST}${JSON_BODY}${headers}\r\n${body}`;
const get = (path: string, headers = HOST) => `GET ${path} HTTP/1.1\r\n${headers}\r\n`;
/** The answer to a smuggled request. */
const SMUGGLED = get('/auth/config/pulse');

/** By the expected status. */
const REFUSED: Record<number, Record<string, string>> = {
  400: {
    'a length beside chunks': post(
      'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n',
      `0\r\n\r\n${SMUGGLED}`,
    ),
    'chunks beside a length': post(
      'Transfer-Encoding: chunked\r\nContent-Length: 4\r\n',
      `0\r\n\r\n${SMUGGLED}`,
    ),
    'two lengths': post('Content-Length: 2\r\nContent-Length: 40\r\n', `{}${SMUGGLED}`),
    'the same length twice': post('Content-Length: 2\r\nContent-Length: 2\r\n', '{}'),
    'a list of lengths': post('Content-Length: 2, 2\r\n', '{}'),
    'a negative length': post('Content-Length: -2\r\n', '{}'),
    'a length beyond all numbers': post('Content-Length: 99999999999999999999\r\n', '{}'),
    'an unknown encoding': post('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${SMUGGLED}`),
    'chunks that are not the last encoding': post(
      'Transfer-Encoding: chunked, identity\r\n',
      `0\r\n\r\n${SMUGGLED}`,
    ),
    'a broken chunk': post('Transfer-Encoding: chunked\r\n', `zz\r\n{}\r\n0\r\n\r\n${SMUGGLED}`),
    'an unknown method': `STEAL /auth/me HTTP/1.1\r\n${HOST}\r\n`,
    'no Host': get('/livez', CLOSE),
    'two Hosts': get('/livez', `${HOST}host: b\r\n`),
    'an expectation': post('Expect: something\r\nContent-Length: 2\r\n', '{}'),
    'a target that is no path': get('auth/me'),
    'NUL in the target': get('/auth/\0me'),
    'NUL in a header': get('/livez', `${HOST}X: a\0b\r\n`),
    'a space before the colon': get('/livez', `${HOST}X : a\r\n`),
    'a folded header': get('/livez', `${HOST}X: a\r\n b\r\n`),
    'bare line feeds': 'GET /livez HTTP/1.1\nHost: a\n\n',
    'an unknown version': `GET /livez HTTP/9.9\r\n${HOST}\r\n`,
    'HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    TLS: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'something else': 'EHLO example.org\r\n',
  },
  405: {
    TRACE: `TRACE /auth/me HTTP/1.1\r\n${HOST}${CLOSE}Authorization: Bearer echo\r\n\r\n`,
    'a method of WebDAV': `PROPFIND /auth/me HTTP/1.1\r\n${HOST}${CLOSE}\r\n`,
  },
  431: {
    'a huge header': get('/livez', `${HOST}X: ${'a'.repeat(20_000)}\r\n`),
    'many headers': get('/livez', `${HOST}${'X: a\r\n'.repeat(4_000)}`),
    'a huge target': get(`/livez?${'a'.repeat(20_000)}`),
  },
};

const KINDS: Record<number, string> = {
  400: 'MalformedRequestError',
  405: 'MethodNotAllowedError',
  408: 'RequestTimeoutError',
  431: 'HeadersTooLargeError',
};

function assertRefused(answer: RawResponse, status: number): void {
  assert.equal(answer.status, status, answer.body);
  const body: Record<string, unknown> = JSON.parse(answer.body);
  assert.equal(body['success'], false);
  assert.equal(body['error'], KINDS[status]);
  assert.deepEqual([body['request_id']], answer.headers.get('x-request-id'));
  assert.deepEqual(answer.headers.get('x-content-type-options'), ['nosniff']);
  assert.deepEqual(answer.headers.get('connection'), ['close']);
  assert.equal(answer.rest, '', 'something was answered after the refusal');
}

describe('requests that are not well-formed HTTP', async () => {
  const keyward = await suiteKeyward('sqlite');
  const send = async (bytes: string) =>
    parseResponse(await rawRequest(keyward.port, Buffer.from(bytes, 'latin1')));

  for (const [status, requests] of Object.entries(REFUSED)) {
    for (const [what, bytes] of Object.entries(requests)) {
      it(`HD4: ${what} is answered with ${status}, and the connection closed`, async () => {
        assertRefused(await send(bytes), Number(status));
      });
    }
  }

  it('HD4: CONNECT gets no tunnel', async () => {
    assert.equal(await rawRequest(keyward.port, `CONNECT example.org:80 HTTP/1.1\r\n${HOST}\r\n`), '');
  });

  it('HD4: an absolute target is read as its path, with the access of the path', async () => {
    const answer = await send(get('http://evil.example/auth/me', HOST + CLOSE));
    assert.equal(answer.status, 401);
    assert.equal(JSON.stringify([...answer.headers]).includes('evil.example'), false);
  });

  it('HD4: a body on a route that reads none is not taken for the next request', async () => {
    const answer = await send(
      get('/livez', `${HOST}${CLOSE}Content-Length: ${SMUGGLED.length}\r\n`) + SMUGGLED,
    );
    assert.deepEqual([answer.status, answer.rest], [200, '']);
  });

  it('RL9: a client that sends slowly is cut off', async () => {
    const { server } = keyward.app.server;
    const limits = { requestTimeout: 30_000, headersTimeout: 15_000, timeout: 60_000 };
    const { requestTimeout, headersTimeout, timeout, keepAliveTimeout } = server;
    assert.deepEqual({ requestTimeout, headersTimeout, timeout }, limits);
    assert.ok(keepAliveTimeout > 0 && keepAliveTimeout <= 120_000, String(keepAliveTimeout));

    // The same limits, but shorter; the server checks for slow clients every five seconds.
    Object.assign(server, { requestTimeout: 400, headersTimeout: 200 });
    async function* drip(head: string) {
      yield head;
      for (let second = 0; second < 60; second += 1) {
        await delay(500);
        yield 'x';
      }
    }
    const slow = [`GET /livez HTTP/1.1\r\n${HOST}X: `, post('Content-Length: 1000\r\n', '{"identifier":"')];
    try {
      const answers = await Promise.all(
        slow.map((head) => rawRequest(keyward.port, drip(head), { timeoutMs: 29_000 })),
      );
      for (const answer of answers) assertRefused(parseResponse(answer), 408);
    } finally {
      Object.assign(server, limits);
    }
  });
});
