import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { type Host, HOSTS } from './hosts.ts';
import { ADA, bearer, bodyOf, json, type Mounted, mounted, over, type Send, signUp } from './mounted.ts';

const ROOT = { email: 'root@example.org', password: 'Superadmin-1' };

for (const [name, start] of Object.entries(HOSTS)) {
  describe(`mounted in ${name}`, () => {
    let service: Mounted;
    let host: Host;
    const send: Send = (path, init) => host.send(path, init);
    before(async () => {
      service = await mounted({ tokens: { dualTokenMode: true }, superadmin: ROOT });
      host = await start(service.keyward);
    });
    after(async () => {
      await host[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    });

    it('signs up, identifies the account, refreshes and signs out', async () => {
      const { access, refresh } = await signUp(send);
      const me = await bodyOf(await send('/auth/me', bearer(access)));
      assert.equal(Object(me['account']).email, ADA.email);
      const renewed = await bodyOf(await send('/auth/token/refresh', json({ refresh_token: refresh })));
      const token = bearer(String(renewed['access_token']));
      assert.equal((await send('/auth/logout', { method: 'POST', ...token })).status, 200);
      const ended = await send('/auth/me', token);
      assert.equal(ended.status, 401);
      assert.match(ended.headers.get('www-authenticate') ?? '', /^Bearer/);
      assert.equal((await bodyOf(ended))['error'], 'SessionDestroyedError');
    });

    it('answers below its paths as usual, and leaves the others to the host', async () => {
      for (const path of ['/', '/elsewhere', '/author', '/logs', '/auth.html']) {
        assert.equal(await (await send(path)).text(), 'host', path);
      }
      for (const path of ['/auth/nothing', '/auth', '/auth/', '/log/a/b/c']) {
        const answer = await send(path);
        assert.equal(answer.status, 404, path);
        assert.equal((await bodyOf(answer))['error'], 'RouteNotFoundError', path);
      }
      const refused = await send('/auth/me', { method: 'PUT' });
      assert.equal(refused.status, 405);
      assert.match(refused.headers.get('allow') ?? '', /GET/);
      assert.equal((await send('/livez')).status, 200);
      const head = await send('/auth/config/pulse', { method: 'HEAD' });
      assert.deepEqual([head.status, await head.text()], [200, '']);
    });

    it('refuses bodies as usual', async () => {
      const invalid = await send('/auth/login', json({ identifier: 1 }));
      assert.equal(invalid.status, 422);
      const large = await send('/auth/login', json({ identifier: 'x'.repeat(70_000), password: 'x' }));
      assert.equal(large.status, 413);
      assert.equal((await bodyOf(large))['error'], 'BodyTooLargeError');
      const form = await send('/auth/login', { method: 'POST', body: new URLSearchParams({ a: 'b' }) });
      assert.equal(form.status, 415);
      const none = await send('/auth/login', { method: 'POST' });
      assert.equal(none.status, 422);
    });

    it('streams piece by piece, until the reader goes', async () => {
      const login = await send('/auth/login', json({ identifier: ROOT.email, password: ROOT.password }));
      const token = String((await bodyOf(login))['access_token']);
      const gone = new AbortController();
      const stream = await send('/log/app/stream', { ...bearer(token), signal: gone.signal });
      assert.equal(stream.headers.get('content-type'), 'text/event-stream; charset=utf-8');
      assert.ok(stream.body !== null);
      const events = stream.body.pipeThrough(new TextDecoderStream());
      const reader = events.getReader();
      const until = async (word: string) => {
        for (let text = ''; !text.includes(word);) {
          const { done, value = '' } = await reader.read();
          assert.ok(!done, `the stream ended before ${word}`);
          text += value;
        }
      };
      for (const word of ['first', 'second']) {
        service.keyward.log.write({ event: word, message: word });
        await until(word);
      }
      gone.abort();
      await assert.rejects(reader.read());
    });
  });
}

it('Fastify closes while a reader follows the events and another waits for them', async () => {
  await using service = await mounted({ superadmin: ROOT });
  const app = Fastify();
  const waits = Promise.withResolvers<void>();
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.url.includes('wait=')) waits.resolve();
    done();
  });
  await app.register(service.keyward.fastify);
  const send = over(await app.listen({ port: 0 }));
  const login = await send('/auth/login', json({ identifier: ROOT.email, password: ROOT.password }));
  const reader = bearer(String((await bodyOf(login))['access_token']));
  const { cursor } = await bodyOf(await send('/auth/event/?limit=1', reader));
  const stream = await send('/auth/event/stream', reader);
  const waiting = send(`/auth/event/?after=${String(cursor)}&wait=30`, reader);
  await waits.promise;
  const closed = app.close();
  const first = await Promise.race([closed.then(() => 'closed'), sleep(5_000, 'waits', { ref: false })]);
  assert.equal(first, 'closed');
  assert.equal((await waiting).status, 200);
  await stream.text();
});
