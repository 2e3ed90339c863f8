import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { requestFrom } from '../support/raw-http.ts';
import { asObject, suiteKeyward } from './expectations.ts';
import { ANY_DATABASE } from '../support/usual-size.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

for (const kind of ANY_DATABASE) {
  describe(`X-Request-Id on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    const ask = async (headers: Record<string, string | string[]>, path = '/auth/me') => {
      const answer = await requestFrom({ port: keyward.port, path, headers });
      const id = answer.headers['x-request-id'];
      const { request_id: inBody } = asObject(answer.json());
      if (answer.status >= 400) assert.equal(inBody, id);
      return id;
    };

    it('is generated where it is missing, and differs each time', async () => {
      const ids = [
        await ask({}),
        await ask({}),
        await ask({}, '/auth/config/pulse'),
        await ask({}, '/nothing'),
      ];
      for (const id of ids) assert.match(String(id), UUID);
      assert.equal(new Set(ids).size, ids.length);
    });

    it('is kept where it is short and plain', async () => {
      const plain = ['a', 'req-1', '0af7651916cd43dd8448eb211c80319c', 'a.b:c_d-E', 'x'.repeat(128)];
      for (const path of ['/auth/me', '/auth/config/pulse', '/nothing']) {
        for (const id of plain) assert.equal(await ask({ 'x-request-id': id }, path), id);
      }
    });

    it('is replaced where it is not', async () => {
      const odd = [
        '',
        'x'.repeat(129),
        'a b',
        '"a"',
        'a\tb',
        '{"level":"ERROR"}',
        '<script>',
        'a;b',
        'a,b',
        '\u00e9',
        '../x',
      ];
      for (const id of odd) assert.match(String(await ask({ 'x-request-id': id })), UUID, id);
      assert.match(String(await ask({ 'x-request-id': ['a', 'b'] })), UUID);
    });
  });
}
