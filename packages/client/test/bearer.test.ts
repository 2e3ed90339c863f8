import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { addKey } from '../../server/test/http/api-keys/api-keys.ts';
import { suiteKeyward } from '../../server/test/http/expectations.ts';
import {
  addApplication,
  configure,
  post,
  signInWith,
  type TestApplication,
} from '../../server/test/http/oauth/flows.ts';
import { addSuperadmin } from '../../server/test/http/admin/admin.ts';
import { addPerson } from '../../server/test/http/people.ts';
import { closeServer, portOf } from '../../server/test/support/servers.ts';
import { until } from '../../server/test/support/until.ts';
import { type BearerOptions, protectedResource, requireBearer } from '../src/verify.ts';

const RESOURCE = 'https://api.example.com/mcp';
const METADATA = 'https://api.example.com/.well-known/oauth-protected-resource/mcp';

describe('a resource server', () => {
  const keyward = suiteKeyward('sqlite');
  const now = () => keyward.clock.now();
  let application: TestApplication;
  let key: string;
  const open: ReturnType<typeof requireBearer>[] = [];
  before(async () => {
    application = await addApplication(keyward);
    await configure(keyward, {
      scopes: {
        'orders:read': { description: 'See orders' },
        'orders:write': { description: 'Change them' },
      },
      resources: { [RESOURCE]: { name: 'Orders' }, 'https://other.example.com': { name: 'Other' } },
    });
    ({ key } = await addKey(keyward, ['events:read', 'settings:read']));
  });
  after(() => Promise.all(open.map((one) => one.close())));

  function guarding(options: Partial<BearerOptions> = {}) {
    const guard = requireBearer({
      issuer: keyward.url,
      resource: RESOURCE,
      scopes: ['orders:read'],
      credentials: { token: () => key },
      now,
      ...options,
    });
    open.push(guard);
    return (authorization?: string, more: Record<string, string> = {}) =>
      guard(
        new Request(RESOURCE, {
          headers: { ...(authorization !== undefined && { authorization }), ...more },
        }),
        { params: Promise.resolve({}) },
      );
  }

  async function tokenFor(token: string, more: Record<string, string> = {}, headers = {}) {
    const scope = 'openid orders:read';
    const given = await signInWith(
      keyward,
      application,
      token,
      { scope, resource: RESOURCE, ...more },
      headers,
    );
    return given['access_token'] ?? '';
  }

  async function assertRefused(answer: unknown, status: number, challenge: string): Promise<void> {
    assert.ok(answer instanceof Response, JSON.stringify(answer));
    assert.deepEqual([answer.status, answer.headers.get('www-authenticate')], [status, challenge]);
  }
  const where = `resource_metadata="${METADATA}", scope="orders:read"`;

  it('accepts tokens for its audience, and tells other callers what they need', async () => {
    const ask = guarding();
    const { token } = await addPerson(keyward);
    const access = await tokenFor(token);
    const claims = await ask(`Bearer ${access}`);
    assert.ok(!(claims instanceof Response));
    assert.deepEqual(
      [claims.aud, claims.scope, claims.client_id],
      [RESOURCE, 'openid orders:read', application.id],
    );
    await assertRefused(await ask(), 401, `Bearer ${where}`);
    const invalid = `Bearer error="invalid_token", ${where}`;
    const elsewhere = await tokenFor(token, { resource: 'https://other.example.com' });
    for (const wrong of [`${access.slice(0, -4)}AAAA`, elsewhere, token, 'nonsense'])
      await assertRefused(await ask(`Bearer ${wrong}`), 401, invalid);
    await assertRefused(
      await guarding({ issuer: 'https://evil.example.com', url: keyward.url })(`Bearer ${access}`),
      401,
      invalid,
    );
    const less = await tokenFor(token, { scope: 'openid' });
    await assertRefused(await ask(`Bearer ${less}`), 403, `Bearer error="insufficient_scope", ${where}`);
    keyward.clock.advance(600_000);
    await assertRefused(await ask(`Bearer ${access}`), 401, invalid);
  });

  it('learns that a session, a grant or an application has ended', async () => {
    const ask = guarding();
    const lives = async (access: string) => !((await ask(`Bearer ${access}`)) instanceof Response);
    const ends = (access: string, what: string) => until(async () => !(await lives(access)), what);
    const person = await addPerson(keyward);
    const signedOut = await tokenFor(person.token);
    assert.ok(await lives(signedOut));
    await keyward.call('POST', '/logout', { token: person.token });
    await ends(signedOut, 'the session ends');
    const { token } = await keyward.logIn(person.email);
    const revoked = await tokenFor(token);
    assert.ok(await lives(revoked));
    await keyward.call('DELETE', `/account/application/${application.id}`, { token });
    await ends(revoked, 'the grant ends');
    const ofOff = await tokenFor(token);
    assert.ok(await lives(ofOff));
    const { token: root } = await addSuperadmin(keyward);
    const path = `/application/${application.id}`;
    await keyward.call('PATCH', path, { token: root, body: { enabled: false } });
    await ends(ofOff, 'the application is turned off');
    await keyward.call('PATCH', path, { token: root, body: { enabled: true } });
    keyward.clock.advance(2_000);
    assert.ok(await lives(await tokenFor(token)));
  });

  it('refuses with 503 while it cannot decide', async () => {
    const { token } = await addPerson(keyward);
    const access = await tokenFor(token);
    let cut = false;
    const ask = guarding({
      fetch: (input, init) => (cut ? Promise.reject(new TypeError('cut')) : fetch(input, init)),
      now: () => now() + (cut ? 61_000 : 0),
    });
    assert.ok(!((await ask(`Bearer ${access}`)) instanceof Response));
    cut = true;
    const answer = await ask(`Bearer ${access}`);
    assert.ok(answer instanceof Response);
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '2']);
  });

  it('asks for a proof of the key that a token is bound to, once for each request', async () => {
    const { token } = await addPerson(keyward);
    const pair = await generateKeyPair('ES256');
    const jwk = await exportJWK(pair.publicKey);
    let serial = 0;
    const proof = (claims: Record<string, unknown>) => {
      serial += 1;
      return new SignJWT({ iat: Math.floor(now() / 1000), jti: `proof ${serial}`, ...claims })
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
        .sign(pair.privateKey);
    };
    application = await addApplication(keyward, { type: 'native' });
    const dpop = await proof({ htm: 'POST', htu: `${keyward.url}/auth/oauth/token` });
    const access = await tokenFor(token, {}, { dpop });
    const digest = await crypto.subtle.digest('SHA-256', Buffer.from(access));
    const right = { htm: 'GET', htu: RESOURCE, ath: Buffer.from(digest).toString('base64url') };
    const ask = guarding();
    const first = await proof(right);
    const show = (header: string) => ask(`DPoP ${access}`, { dpop: header });
    assert.ok(!((await show(first)) instanceof Response));
    const refused = `DPoP error="invalid_token", ${where}`;
    for (const wrong of [
      first,
      await proof({ ...right, htm: 'POST' }),
      await proof({ ...right, htu: 'https://evil.example.com/mcp' }),
      await proof({ ...right, ath: 'other' }),
      await proof({ ...right, htu: undefined }),
      await proof({ ...right, jti: undefined }),
      await proof({ ...right, iat: Math.floor(now() / 1000) - 61 }),
    ])
      await assertRefused(await show(wrong), 401, refused);
    await assertRefused(await ask(`Bearer ${access}`), 401, refused);
  });

  it('works as middleware of Node.js, and serves its metadata', async () => {
    const { token } = await addPerson(keyward);
    application = await addApplication(keyward);
    const access = await tokenFor(token);
    const metadata = protectedResource({ resource: RESOURCE, issuer: keyward.url, scopes: ['orders:read'] });
    const guard = requireBearer({ issuer: keyward.url, resource: RESOURCE, now });
    open.push(guard);
    const server = createServer((request, response) => {
      void metadata(request, response, () => {
        void guard(request, response, () => {
          response.end(JSON.stringify('auth' in request ? request.auth : null));
        });
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${portOf(server)}`;
    const shown = await fetch(`${url}/.well-known/oauth-protected-resource/mcp`);
    assert.deepEqual(await shown.json(), {
      resource: RESOURCE,
      authorization_servers: [keyward.url],
      bearer_methods_supported: ['header'],
      scopes_supported: ['orders:read'],
    });
    assert.equal((await fetch(`${url}/mcp`)).status, 401);
    const entered = await fetch(`${url}/mcp`, { headers: { authorization: `Bearer ${access}` } });
    const auth: Record<string, unknown> = JSON.parse(await entered.text());
    assert.deepEqual([auth['clientId'], auth['scopes']], [application.id, ['openid', 'orders:read']]);
    await closeServer(server);
    assert.equal(await metadata(new Request(RESOURCE)), null);
    const answer = await metadata(new Request(METADATA), { BINDING: 'of a worker' }, {});
    assert.equal(answer?.status, 200);
  });

  it('accepts tokens of machines', async () => {
    const machine = await addApplication(keyward, {
      type: 'machine',
      machine_scopes: ['orders:read'],
      resources: [RESOURCE],
    });
    const given = await post(keyward, 'token', machine, {
      grant_type: 'client_credentials',
      resource: RESOURCE,
    });
    const claims = await guarding()(`Bearer ${String(given.body['access_token'])}`);
    assert.ok(!(claims instanceof Response));
    assert.equal(claims.sub, machine.id);
  });
});
