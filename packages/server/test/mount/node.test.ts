import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import express, { type RequestHandler } from 'express';
import Fastify from 'fastify';
import { listening } from './hosts.ts';
import { ADA, bearer, bodyOf, json, mounted, over, signUp } from './mounted.ts';

const LOGIN = { identifier: ADA.email, password: ADA.password };

describe('keyward.node', () => {
  it('can be mounted below a path of Express', async () => {
    await using service = await mounted({ publicUrl: 'http://localhost:3000/id' });
    const app = express();
    app.use('/id', service.keyward.node);
    app.get('/id/own', (_request, response) => void response.send('host'));
    await using host = await listening(createServer(app));
    const send = over(`${host.url}/id`);
    const { access } = await signUp(send);
    assert.equal((await send('/auth/me', bearer(access))).status, 200);
    assert.equal((await send('/auth/nothing', bearer(access))).status, 404);
    assert.equal(await (await send('/own')).text(), 'host');
    assert.equal((await over(host.url)('/auth/me')).headers.get('x-powered-by'), 'Express');
  });

  const parsers: [name: string, parser: RequestHandler, status: number, init?: RequestInit][] = [
    ['express.json()', express.json(), 200],
    ['express.raw()', express.raw({ type: '*/*' }), 200],
    ['express.text()', express.text({ type: '*/*' }), 200],
    ['express.urlencoded()', express.urlencoded(), 415, { method: 'POST', body: new URLSearchParams(LOGIN) }],
    [
      'express.json() of a compressed body',
      express.json(),
      415,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
        body: gzipSync(JSON.stringify(LOGIN)),
      },
    ],
    // White space, and letters that have other lengths when they are written again.
    [
      'express.json() of another spelling',
      express.json(),
      200,
      { ...json(null), body: JSON.stringify(LOGIN, null, 4).replace('ada', String.raw`\u0061da`) },
    ],
    [
      'express.json() of a body that is too deep to be written again',
      express.json(),
      400,
      { ...json(null), body: '['.repeat(50_000) + ']'.repeat(50_000) },
    ],
    [
      'express.urlencoded() of fields that cannot be texts',
      express.urlencoded({ extended: true }),
      415,
      { method: 'POST', body: new URLSearchParams('a[toString]=1&a[valueOf]=1') },
    ],
    [
      'a parser that takes the body away',
      (incoming, _response, next) => void incoming.resume().once('end', next),
      400,
    ],
  ];
  for (const [name, parser, status, init = json(LOGIN)] of parsers) {
    it(`answers after ${name}`, async () => {
      await using service = await mounted();
      await using host = await listening(createServer(express().use(parser, service.keyward.node)));
      await signUp((path, given) => service.keyward.fetch(new Request(`http://localhost${path}`, given)));
      const answer = await over(host.url)('/auth/login', init);
      assert.equal(answer.status, status, await answer.text());
    });
  }

  it('passes on the form of a provider after express.urlencoded()', async () => {
    await using service = await mounted({ providers: { idp4: { preset: 'apple' } } });
    const app = express().use(express.urlencoded(), service.keyward.node);
    await using host = await listening(createServer(app));
    const answer = await fetch(`${host.url}/auth/idp4/callback`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams('state=a&state=b&code=c%26'),
    });
    assert.deepEqual([answer.status, answer.headers.get('location')], [303, '?code=c%26&state=a&state=b']);
  });

  it('keeps connections alive, and survives clients that leave', async () => {
    await using service = await mounted();
    await using host = await listening(createServer(service.keyward.node));
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ports = new Set<number | undefined>();
    for (let turn = 0; turn < 3; turn += 1) {
      const sent = request(`${host.url}/auth/config/pulse`, { agent }).end();
      sent.on('socket', (socket) => socket.once('connect', () => ports.add(socket.localPort)));
      const [answer] = await once(sent, 'response');
      answer.resume();
      await once(answer, 'end');
    }
    agent.destroy();
    assert.equal(ports.size, 1);

    const { hostname, port } = new URL(host.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      'POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
    );
    socket.end();
    socket.resume();
    await once(socket, 'close');
    assert.equal((await over(host.url)('/auth/config/pulse')).status, 200);
  });

  it('shares its connections with a service of another prefix', async () => {
    await using first = await mounted({ prefix: '/first', paths: { log: false, web: false } });
    await using second = await mounted({ prefix: '/second' });
    const app = express().use(first.keyward.node, second.keyward.node);
    await using host = await listening(createServer(app));
    const send = over(host.url);
    const answer = await send('/first/signup/password', json(ADA));
    assert.equal(answer.status, 200);
    const token = bearer(String((await bodyOf(answer))['access_token']));
    assert.equal((await send('/first/me', token)).status, 200);
    assert.equal((await send('/second/me', token)).status, 401);
    assert.equal((await send('/second/signup/password', json(ADA))).status, 200);
    assert.equal((await send('/log')).status, 401);
    await first.keyward.close();
    assert.equal((await send('/first/me', token)).status, 503);
    assert.equal((await send('/second/config/pulse')).status, 200);
  });
});

describe('keyward.fastify', () => {
  it('can be mounted below a prefix, keeps the headers of the host, and ends with it', async () => {
    const service = await mounted();
    const app = Fastify({ bodyLimit: 10 });
    const seen: string[] = [];
    app.addHook('onRequest', async (incoming, reply) => {
      reply.header('x-host', 'yes');
      seen.push(incoming.originalUrl);
    });
    await app.register(service.keyward.fastify, { prefix: '/id' });
    app.get('/id/own', async () => 'host');
    const send = over(`${await app.listen({ port: 0 })}/id`);
    const { access } = await signUp(send);
    const me = await send('/auth/me?x=1', bearer(access));
    assert.deepEqual([me.status, me.headers.get('x-host')], [200, 'yes']);
    assert.deepEqual(seen, ['/id/auth/signup/password', '/id/auth/me?x=1']);
    assert.equal((await send('/auth')).status, 404);
    assert.equal(await (await send('/own')).text(), 'host');
    await app.close();
    await assert.rejects(service.keyward.authenticate(new Request('http://localhost', bearer(access))));
    await service[Symbol.asyncDispose]();
  });

  it('leaves the errors and the bodies of the host as they are', async () => {
    await using service = await mounted();
    const app = Fastify();
    app.setErrorHandler((_error, _request, reply) => reply.code(418).send('host'));
    await app.register(service.keyward.fastify);
    app.post('/own', async ({ body }) => body);
    const send = over(await app.listen({ port: 0 }));
    assert.deepEqual(await bodyOf(await send('/own', json({ a: 1 }))), { a: 1 });
    assert.equal((await send('/own', { ...json(null), body: '{' })).status, 418);
    assert.equal((await send('/auth/login', { ...json(null), body: '{' })).status, 400);
    await app.close();
  });
});
