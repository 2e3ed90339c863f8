import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseResponse, rawRequest, requestFrom } from '../../support/raw-http.ts';
import { suiteKeyward } from './logins.ts';
import { ANY_DATABASE } from '../../support/usual-size.ts';

const FOR_EVERY_ANSWER = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
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
          assert.doesNotMatch(JSON.stringify(answer.headers), /keyward|fastify|node/i, what);
        }
      });
    }

    it('HD1: protect the answer to what is not HTTP', async () => {
      const answer = parseResponse(await rawRequest(port, 'nonsense\r\n\r\n'));
      assert.equal(answer.status, 400);
      assertSafe('nonsense', (name) => answer.headers.get(name)?.join());
    });

    it('HD1: keep a given request id only when it can do no harm', async () => {
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
