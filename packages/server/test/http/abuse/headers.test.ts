import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startKeyward } from '../../support/keyward.ts';
import { publicRequests } from '../../support/public-requests.ts';
import { parseResponse, type RawResponse, rawRequest, requestFrom } from '../../support/raw-http.ts';
import { suiteKeyward } from './logins.ts';
import { ANY_DATABASE } from '../../support/usual-size.ts';

const FOR_EVERY_ANSWER = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

function assertSafe(what: string, header: (name: string) => string | undefined): void {
  for (const [name, value] of Object.entries(FOR_EVERY_ANSWER)) assert.equal(header(name), value, what);
  for (const name of ['server', 'x-powered-by', 'via', 'access-control-allow-origin']) {
    assert.equal(header(name), undefined, `${what}: ${name}`);
  }
  assert.match(header('x-request-id') ?? '', /^[\w.:-]{1,128}$/, what);
}

for (const kind of ANY_DATABASE) {
  describe(`headers on ${kind}`, async () => {
    const keyward = await suiteKeyward(kind);
    const { port } = keyward;
    const { email, token } = await keyward.signUp();
    const authorization = `Bearer ${token}`;
    const json = { 'content-type': 'application/json' };

    const requests: Record<number, Parameters<typeof requestFrom>[0][]> = {
      200: [
        { port, path: '/auth/config/pulse' },
        { port, path: '/livez' },
        { port, method: 'HEAD', path: '/livez' },
        { port, path: '/auth/me', headers: { authorization } },
        {
          port,
          method: 'POST',
          path: '/auth/login',
          body: { identifier: email, password: 'Correct-horse-1' },
        },
      ],
      204: [{ port, method: 'OPTIONS', path: '/auth/me' }],
      400: [{ port, method: 'POST', path: '/auth/login', headers: json, body: '{' }],
      401: [
        { port, path: '/auth/me' },
        { port, method: 'HEAD', path: '/auth/me' },
        { port, method: 'POST', path: '/auth/login', body: { identifier: 'nobody', password: 'x' } },
      ],
      403: [{ port, path: '/auth/config/counts', headers: { authorization } }],
      404: [
        { port, path: '/' },
        { port, path: '/nothing', headers: { origin: 'https://evil.example' } },
        { port, path: '/%' },
      ],
      405: [{ port, method: 'PUT', path: '/auth/me' }],
      413: [{ port, method: 'POST', path: '/auth/login', headers: json, body: 'x'.repeat(70_000) }],
      415: [
        { port, method: 'POST', path: '/auth/login', headers: { 'content-type': 'text/html' }, body: 'x' },
      ],
      422: [{ port, method: 'POST', path: '/auth/login', body: {} }],
    };

    for (const [status, all] of Object.entries(requests)) {
      it(`HD1: protect every answer with ${status}`, async () => {
        for (const request of all) {
          const answer = await requestFrom(request);
          const what = `${request.method ?? 'GET'} ${request.path}`;
          assert.equal(answer.status, Number(status), `${what}: ${answer.body}`);
          assertSafe(what, (name) => answer.headers[name]?.toString());
          if (answer.body !== '')
            assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
          // Cookies need names that are unique on the host.
          const { 'set-cookie': _cookies, ...rest } = answer.headers;
          assert.doesNotMatch(JSON.stringify(rest), /keyward|fastify|node/i, what);
        }
      });
    }

    it('HD1: protect the answer to malformed HTTP', async () => {
      const answer = parseResponse(await rawRequest(port, 'nonsense\r\n\r\n'));
      assert.equal(answer.status, 400);
      assertSafe('nonsense', (name) => answer.headers.get(name)?.join());
    });

    it('HD1: keep a given request id only when it is harmless', async () => {
      const idFor = async (given: string) => {
        const headers = { 'x-request-id': given };
        return (await requestFrom({ port, path: '/livez', headers })).headers['x-request-id'];
      };
      assert.equal(await idFor('trace-1.2:3_A'), 'trace-1.2:3_A');
      for (const given of ['a b', '<script>', 'a'.repeat(129), 'é', '"'])
        assert.notEqual(await idFor(given), given);
    });
  });
}

/**
 * The additional headers of each kind of answer. Policies and times are compared in the tests of the answers.
 */
const ALL = {
  'content-security-policy': /^(sandbox .*; )?default-src 'none'; /,
  'cross-origin-resource-policy': /^same-origin$/,
  'referrer-policy': /^no-referrer$/,
  'strict-transport-security': /^max-age=31536000$/,
  'x-content-type-options': /^nosniff$/,
};
const NO_STORE = { 'cache-control': /^no-store$/ };
const BY_KIND: Record<string, Record<string, RegExp | null>> = {
  page: { ...ALL, ...NO_STORE, 'cross-origin-opener-policy': /^same-origin$/ },
  redirect: { ...ALL, ...NO_STORE, 'cross-origin-opener-policy': null },
  error: { ...ALL, ...NO_STORE, 'cross-origin-opener-policy': null },
  answer: {
    ...ALL,
    'cache-control': /^(no-store|no-cache|public, max-age=\d+(, immutable)?)$/,
    'cross-origin-opener-policy': null,
  },
};

function kindOf({ status, headers }: RawResponse): string {
  if (headers.get('content-type')?.join().startsWith('text/html') === true) return 'page';
  return status >= 400 ? 'error' : status >= 300 && status !== 304 ? 'redirect' : 'answer';
}

describe('headers of a service at https', async () => {
  const { port } = await suiteKeyward('sqlite', {
    settings: { KEYWARD_PUBLIC_URL: 'https://auth.example.org' },
  });

  it('HD1: protect every kind of answer of every public route', async () => {
    const lost = ['GET /nothing', 'GET /', 'PUT /auth/me', 'GET /docs/nothing', 'PROPFIND /auth/me'].map(
      (route) => ({
        route,
        text: () => `${route} HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\n\r\n`,
      }),
    );
    const seen = new Set<string>();
    for (const { route, text } of [...(await publicRequests('/auth')), ...lost]) {
      const answer = parseResponse(
        await rawRequest(port, text(0).replace('\r\n', '\r\nConnection: close\r\n')),
      );
      const kind = kindOf(answer);
      seen.add(kind);
      for (const [name, expected] of Object.entries(BY_KIND[kind] ?? {})) {
        const value = answer.headers.get(name)?.join();
        const what = `${route}, ${answer.status}, ${kind}: ${name}: ${value}`;
        if (expected === null) assert.equal(value, undefined, what);
        else assert.match(value ?? '', expected, what);
      }
    }
    assert.deepEqual([...seen].sort(), Object.keys(BY_KIND).sort());
  });
});

it('HD1: a service at http, or on this machine, does not demand https', async () => {
  for (const address of ['http://auth.example.org', 'https://localhost:4000', 'https://127.0.0.1']) {
    await using keyward = await startKeyward('sqlite', { settings: { KEYWARD_PUBLIC_URL: address } });
    const { headers } = await keyward.callRoot('GET', '/livez');
    assert.equal(headers.get('strict-transport-security'), null, address);
  }
});
