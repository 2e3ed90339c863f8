import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { direct, mounted } from '../mount/mounted.ts';
import { assertError, startKeyward } from '../support/keyward.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

describe('where people begin to look', () => {
  it('/ and the bare prefix lead a browser to the reference', async () => {
    for (const environment of ['development', 'production']) {
      await using keyward = await startKeyward('sqlite', {
        settings: {
          KEYWARD_ENV: environment,
          KEYWARD_PUBLIC_URL: 'https://example.org/id',
          KEYWARD_SUPERADMIN_EMAIL: 'root@example.org',
          KEYWARD_SUPERADMIN_PASSWORD: 'Superadmin-1',
        },
      });
      for (const path of ['/', '/?utm=1', '/auth', '/auth/'])
        for (const method of ['GET', 'HEAD']) {
          const answer = await keyward.callRoot(method, path, { headers: BROWSER });
          assert.equal(answer.status, 302, path);
          // Below the path that a proxy gives the service.
          assert.equal(answer.headers.get('location'), '/id/reference');
          assert.equal(answer.headers.get('vary'), 'Origin, Accept');
        }
      for (const [method, path] of [
        ['POST', '/'],
        ['GET', '/authority'],
        ['GET', '/auth/nothing'],
      ] as const)
        assertError(await keyward.callRoot(method, path, { headers: BROWSER }), 404, 'RouteNotFoundError');
    }
  });

  it('a program is told where to look, on every path that is none', async () => {
    await using keyward = await startKeyward('sqlite');
    for (const path of ['/', '/auth', '/auth/nothing', '/nothing']) {
      const answer = await keyward.callRoot('GET', path, { headers: { accept: '*/*' } });
      assertError(answer, 404, 'RouteNotFoundError');
      for (const place of ['/reference', '/llms.txt']) {
        assert.ok(String(answer.body['message']).includes(`${keyward.url}${place}`), answer.text);
        assert.equal((await keyward.callRoot('GET', place)).status, 200);
      }
    }
  });

  it('in a host application / stays the host’s, and the prefix leads to where the documentation is', async () => {
    await using service = await mounted({ paths: { documentation: '/help' } });
    const send = direct(service.keyward);
    assert.equal(service.keyward.owns('/'), false);
    assert.equal((await send('/', { headers: BROWSER })).status, 404);
    const led = await send('/auth', { headers: BROWSER });
    assert.deepEqual([led.status, led.headers.get('location')], [302, '/help/reference']);
  });

  it('without documentation nobody is sent anywhere', async () => {
    await using service = await mounted({ paths: { documentation: false } });
    const answer = await direct(service.keyward)('/auth', { headers: BROWSER });
    assert.equal(answer.status, 404);
    assert.doesNotMatch(await answer.text(), /reference|llms/);
  });
});
