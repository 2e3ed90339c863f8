import assert from 'node:assert/strict';
import { once } from 'node:events';
import { constants, createServer, type Http2ServerResponse } from 'node:http2';
import { describe, it } from 'node:test';
import { createTurns } from '../../src/http/wire/pipelining.ts';
import { asHttp1 } from '../../src/mount/http2.ts';
import { listening } from './hosts.ts';
import { ADA, bearer, bodyOf, json, mounted, signUp } from './mounted.ts';
import { overHttp2 } from './over-http2.ts';
import { until } from '../support/until.ts';
import { ANY_DATABASE } from '../support/usual-size.ts';

for (const kind of ANY_DATABASE) {
  describe(`in a host that speaks HTTP/2, on ${kind}`, () => {
    it('takes one name of the host, by whichever header, and refuses two', async () => {
      await using service = await mounted({}, kind);
      await using host = await listening(createServer(service.keyward.node));
      const { host: own } = new URL(host.url);
      using send = overHttp2(host.url);
      const statusOf = async (headers: Record<string, string>) => {
        const stream = send.client.request({ ':path': '/auth/config/pulse', ...headers });
        const [head]: Record<string, unknown>[] = await once(stream, 'response');
        stream.close();
        return head?.[':status'];
      };
      assert.equal(await statusOf({ host: own }), 200);
      assert.equal(await statusOf({ ':authority': own, host: own }), 200);
      assert.equal(await statusOf({ ':authority': own, host: 'evil.example' }), 400);
    });

    it('identifies the account for a host, and answers after its end, without a warning of Node', async (test) => {
      const warnings: Error[] = [];
      const warned = (warning: Error) => void warnings.push(warning);
      process.on('warning', warned);
      test.after(() => process.off('warning', warned));
      await using service = await mounted({}, kind);
      const { keyward } = service;
      const server = createServer((request, response) => {
        if (keyward.owns(request.url)) return keyward.node(request, response);
        void keyward.authenticate(request).then((identity) => response.end(String(identity?.account.email)));
      });
      await using host = await listening(server);
      using send = overHttp2(host.url);
      const { access } = await signUp(send);
      assert.equal(await (await send('/own', bearer(access))).text(), ADA.email);
      const large = await send('/auth/login', json({ identifier: 'x'.repeat(70_000), password: 'x' }));
      assert.equal(large.status, 413);
      await large.text();
      using tiny = overHttp2(host.url);
      const headers = { ':path': '/auth/login', ':method': 'POST', 'content-type': 'application/json' };
      const stream = tiny.client.request(headers).on('error', () => {});
      const ended = once(tiny.client, 'close');
      const write = () => {
        if (!stream.destroyed) stream.write(' ', write);
      };
      write();
      await ended;
      await keyward.close();
      const late = await send('/auth/me', bearer(access));
      assert.deepEqual([late.status, (await bodyOf(late))['error']], [503, 'ServiceUnavailableError']);
      assert.deepEqual(warnings, []);
    });
  });
}

it('a request of HTTP/2 notices that its client has gone, as streams check before they begin', async () => {
  const { promise: gone, resolve } = Promise.withResolvers<unknown[]>();
  const server = createServer((request, response) => {
    const [, answer] = asHttp1(request, response);
    const before = answer.destroyed;
    response.once('close', () => resolve([before, answer.destroyed]));
    asked.close();
  });
  await using host = await listening(server);
  using send = overHttp2(host.url);
  const asked = send.client.request({ ':path': '/' }).resume();
  assert.deepEqual(await gone, [undefined, true]);
});

it('streams of HTTP/2 that are reset while they wait leave their places to others', async () => {
  const inTurn = createTurns();
  const begun: Http2ServerResponse[] = [];
  let arrived = 0;
  let closed = 0;
  const server = createServer((request, response) => {
    arrived += 1;
    request.stream.once('close', () => (closed += 1));
    inTurn(request, response, () => {
      if (!request.stream.closed) begun.push(response);
    });
  });
  await using host = await listening(server);
  using send = overHttp2(host.url);
  await once(send.client, 'remoteSettings');
  const ask = (count: number) =>
    Array.from({ length: count }, () => send.client.request({ ':path': '/' }).resume());
  ask(100);
  await until(() => begun.length === 100, 'a hundred at once');
  const waiting = ask(10);
  await until(() => arrived === 110, 'ten more to wait');
  for (const stream of waiting) stream.close(constants.NGHTTP2_CANCEL);
  await until(() => closed === 10, 'those that wait to be reset');
  for (const response of begun.slice()) response.end();
  ask(100);
  await until(() => begun.length === 200, 'another hundred', 5_000);
  for (const response of begun.slice(100)) response.end();
});
