import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http2';
import { describe, it } from 'node:test';
import { asHttp1 } from '../../src/mount/http2.ts';
import { listening } from './hosts.ts';
import { ADA, bearer, bodyOf, json, mounted, signUp } from './mounted.ts';
import { overHttp2 } from './over-http2.ts';
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

    it('tells a host whose request it is, and answers after its end, without a warning of Node', async (test) => {
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
      await keyward.close();
      const late = await send('/auth/me', bearer(access));
      assert.deepEqual([late.status, (await bodyOf(late))['error']], [503, 'ServiceUnavailableError']);
      assert.deepEqual(warnings, []);
    });
  });
}

it('a request of HTTP/2 tells that its client has gone, as streams ask before they begin', async () => {
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
