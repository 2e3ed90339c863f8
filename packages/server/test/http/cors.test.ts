import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { suiteKeyward } from './expectations.ts';

const FIRST = 'https://app.example.com';
const SECOND = 'https://admin.example.com:8443';
const ALLOWED = { KEYWARD_ALLOWED_FRONTENDS: `${FIRST},${SECOND}` };

describe('CORS', () => {
  const keyward = suiteKeyward('sqlite', { settings: ALLOWED });
  const EVIL = [
    'https://evil.example',
    'null',
    'https://app.example.com.evil.example',
    'https://evil-app.example.com',
    'http://app.example.com',
    'https://app.example.com:444',
    'https://admin.example.com',
    'https://APP.example.com',
    'https://app.example.com/',
  ];
  const preflight = (origin: string, headers: Record<string, string> = {}) => ({
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,x-captcha-token',
      ...headers,
    },
  });

  it('HD2: a foreign origin gets nothing that lets its page read or send', async () => {
    for (const origin of EVIL) {
      const answers = [
        await keyward.call('GET', '/config/pulse', { headers: { origin } }),
        await keyward.call('GET', '/me', { headers: { origin } }),
        await keyward.call('POST', '/login', { body: {}, headers: { origin } }),
        await keyward.call('OPTIONS', '/login', preflight(origin)),
        await keyward.callRoot('OPTIONS', '/nowhere', preflight(origin)),
      ];
      for (const { headers } of answers) {
        assert.equal(headers.has('access-control-allow-origin'), false, origin);
        assert.equal(headers.has('access-control-allow-methods'), false, origin);
        assert.match(headers.get('vary') ?? '', /\bOrigin\b/i);
      }
    }
  });

  it('HD2: an allowed origin is named exactly, with credentials, also on errors', async () => {
    for (const origin of [FIRST, SECOND, keyward.url]) {
      const answers = [
        await keyward.call('GET', '/config/pulse', { headers: { origin } }),
        await keyward.call('GET', '/me', { headers: { origin } }),
        await keyward.call('POST', '/login', { body: '{', headers: { origin } }),
        await keyward.call('GET', '/nowhere', { headers: { origin } }),
      ];
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 401, 400, 404],
      );
      for (const { headers } of answers) {
        assert.equal(headers.get('access-control-allow-origin'), origin);
        assert.equal(headers.get('access-control-allow-credentials'), 'true');
        assert.match(headers.get('vary') ?? '', /\bOrigin\b/i);
        assert.match(headers.get('access-control-expose-headers') ?? '', /\bRetry-After\b/i);
      }
    }
  });

  it('HD2: a preflight of an allowed origin names every method and the headers asked for', async () => {
    for (const path of ['/login', '/send/email/otp/login', '/link/login', '/me']) {
      const { status, headers } = await keyward.call('OPTIONS', path, preflight(FIRST));
      assert.equal(status, 204);
      assert.equal(headers.get('access-control-allow-origin'), FIRST);
      assert.equal(headers.get('access-control-allow-credentials'), 'true');
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
        assert.match(headers.get('access-control-allow-methods') ?? '', new RegExp(`\\b${method}\\b`));
      assert.match(headers.get('access-control-allow-headers') ?? '', /authorization/i);
      assert.match(headers.get('access-control-allow-headers') ?? '', /content-type/i);
      assert.match(headers.get('vary') ?? '', /\bOrigin\b/i);
    }
  });

  it('a request without Origin gets no CORS headers', async () => {
    const { headers } = await keyward.call('GET', '/config/pulse');
    for (const name of headers.keys()) assert.doesNotMatch(name, /^access-control-/);
  });
});
