import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import express from 'express';
import Fastify from 'fastify';
import { KeywardError } from '../../src/index.ts';
import { listening } from './hosts.ts';
import { ADA, bearer, direct, json, mounted, over, signUp } from './mounted.ts';
import { ANY_DATABASE } from '../support/usual-size.ts';

const DAY_MS = 86_400_000;
const refusal = (kind: string) => (error: unknown) => error instanceof KeywardError && error.kind === kind;

for (const kind of ANY_DATABASE) {
  describe(`keyward.authenticate on ${kind}`, () => {
    it('identifies the account of a request', async () => {
      await using service = await mounted({}, kind);
      const { keyward } = service;
      const { access } = await signUp(direct(keyward));
      const as = (authorization: string) =>
        keyward.authenticate(new Request('http://localhost/own', { headers: { authorization } }));
      const identity = await as(`Bearer ${access}`);
      assert.equal(identity?.account.email, ADA.email);
      assert.equal(identity.session.account_id, identity.account.id);
      assert.equal('password_hash' in identity.account, false);
      assert.equal(identity.impersonator, null);
      assert.equal(identity.organization, null);
      assert.equal(await keyward.authenticate(new Request('http://localhost/own')), null);
      assert.equal(await as(''), null);
      await assert.rejects(as('Bearer nonsense'), refusal('InvalidTokenError'));
      assert.equal(await as('Basic YTpi'), null);
      service.clock.advance(8 * DAY_MS);
      await assert.rejects(as(`Bearer ${access}`), refusal('TokenExpiredError'));
      const again = await direct(keyward)(
        '/auth/login',
        json({ identifier: ADA.email, password: ADA.password }),
      );
      const { access_token: token }: { access_token: string } = JSON.parse(await again.text());
      await direct(keyward)('/auth/logout', { method: 'POST', ...bearer(token) });
      await assert.rejects(as(`Bearer ${token}`), refusal('SessionDestroyedError'));
    });
  });
}

describe('keyward.authenticate', () => {
  it('tells the active organization of the session', async () => {
    await using service = await mounted({ organizations: { enabled: true, creation: 'anyone' } });
    const { keyward } = service;
    const { access } = await signUp(direct(keyward));
    const identify = async () =>
      (await keyward.authenticate(new Request('http://localhost/own', bearer(access))))?.organization;
    const made = await direct(keyward)('/auth/organization', json({ name: 'Acme' }, bearer(access).headers));
    assert.equal(made.status, 201);
    assert.equal(await identify(), null);
    const turned = await direct(keyward)(
      '/auth/token/organization',
      json({ organization: 'acme' }, bearer(access).headers),
    );
    assert.equal(turned.status, 200);
    const { name, slug, roles } = (await identify()) ?? assert.fail('none');
    assert.deepEqual([name, slug, roles], ['Acme', 'acme', ['owner']]);
  });

  it('accepts cookies where the settings do, and writes by cookie only from own pages', async () => {
    const superadmin = { email: 'root@example.org', password: 'Superadmin-1' };
    await using service = await mounted({ superadmin });
    const { keyward } = service;
    const send = direct(keyward);
    const login = json({ identifier: superadmin.email, password: superadmin.password });
    const { access_token: token }: { access_token: string } = JSON.parse(
      await (await send('/auth/login', login)).text(),
    );
    const cookie = `access_token=${token}`;
    const page = (headers: Record<string, string>, method = 'GET') =>
      keyward.authenticate(new Request('http://localhost/own', { method, headers: { cookie, ...headers } }));
    assert.equal(await page({}), null);
    const saved = await send('/auth/config/cookie', json({ cookie_mode: true }, bearer(token).headers));
    assert.equal(saved.status, 200);
    assert.equal((await page({}))?.account.email, superadmin.email);
    assert.equal((await page({ origin: 'http://localhost:3000' }, 'POST'))?.account.email, superadmin.email);
    await assert.rejects(page({ origin: 'https://evil.example' }, 'POST'), refusal('OriginNotAllowedError'));
    await assert.rejects(page({}, 'DELETE'), refusal('OriginNotAllowedError'));
  });

  it('takes the requests of Express and Fastify, whose errors then have our statuses', async () => {
    await using service = await mounted();
    const { keyward } = service;
    const { access } = await signUp(direct(keyward));
    const app = express()
      .set('env', 'test')
      .get('/own', async (request, response) => {
        response.json((await keyward.authenticate(request))?.account ?? null);
      });
    await using host = await listening(createServer(app));
    const fastify = Fastify();
    fastify.get('/own', async (request) => (await keyward.authenticate(request))?.account ?? {});
    for (const url of [host.url, await fastify.listen({ port: 0 })]) {
      const send = over(url);
      assert.match(await (await send('/own', bearer(access))).text(), /"email":"ada@example.org"/);
      assert.equal((await send('/own', bearer('nonsense'))).status, 401);
    }
    await fastify.close();
  });
});
