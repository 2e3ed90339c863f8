import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { direct, mounted } from '../mount/mounted.ts';
import { assertError, startKeyward } from '../support/keyward.ts';

type MountedOptions = Parameters<typeof mounted>[0];

const WEB_PATHS = [
  '/console',
  '/console/accounts/1',
  '/setup',
  '/mailbox',
  '/mailbox/mails',
  '/signin',
  '/signup',
  '/account',
  '/reset-password',
  '/oauth/callback',
  '/magic-link/callback',
  '/magic-link/confirm',
  '/invitation',
  '/email-undo',
  '/consent',
  '/device',
  '/organizations',
  '/organization/acme',
  '/web/branding.css',
  '/web/mail-frame',
  '/web/preview',
];

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

describe('the entry points of people', () => {
  it('/ leads a browser to the console, and the bare prefix to the reference', async () => {
    for (const environment of ['development', 'production']) {
      await using keyward = await startKeyward('sqlite', {
        settings: {
          KEYWARD_ENV: environment,
          KEYWARD_PUBLIC_URL: 'https://example.org/id',
          KEYWARD_SUPERADMIN_EMAIL: 'root@example.org',
          KEYWARD_SUPERADMIN_PASSWORD: 'Superadmin-1',
        },
      });
      for (const [path, place] of [
        ['/', 'console'],
        ['/?utm=1', 'console'],
        ['/auth', 'reference'],
        ['/auth/', 'reference'],
      ] as const)
        for (const method of ['GET', 'HEAD']) {
          const answer = await keyward.callRoot(method, path, { headers: BROWSER });
          assert.equal(answer.status, 302, path);
          // Below the path that a proxy gives the service.
          assert.equal(answer.headers.get('location'), `/id/${place}`);
          assert.equal(answer.headers.get('vary'), 'Origin, Accept');
        }
      assertError(await keyward.callRoot('POST', '/', { headers: BROWSER }), 404, 'RouteNotFoundError');
    }
  });

  it('an unknown address shows a browser a page, in its language, with a way back', async () => {
    await using keyward = await startKeyward('sqlite');
    // Organizations are off.
    for (const path of [
      '/authority',
      '/auth/nothing',
      '/console/a/b/c',
      '/web/nothing',
      '/organizations',
      '/organization/acme',
    ])
      for (const [language, title] of [
        ['de', 'Diese Seite gibt es nicht'],
        ['en', 'There is no such page'],
      ] as const) {
        const page = await keyward.callRoot('GET', path, {
          headers: { ...BROWSER, 'accept-language': language },
        });
        assert.equal(page.status, 404);
        assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
        assert.equal(page.headers.get('cache-control'), 'no-store');
        assert.match(page.headers.get('content-security-policy') ?? '', /^default-src 'none'; (?!.*unsafe)/);
        assert.ok(page.text.includes(`<html lang="${language}">`) && page.text.includes(`<h1>${title}</h1>`));
        assert.match(page.text, /href="\/signin"/);
        assert.match(page.text, /<header class="brand"><svg /);
      }
    const head = await keyward.callRoot('HEAD', '/nothing', { headers: BROWSER });
    assert.deepEqual([head.status, head.text], [404, '']);
  });

  it('without web pages, all of their paths are 404, and the others stay', async () => {
    await using keyward = await startKeyward('sqlite', { settings: { KEYWARD_WEB: 'off' } });
    for (const path of WEB_PATHS) {
      assertError(await keyward.callRoot('GET', path, { headers: BROWSER }), 404, 'RouteNotFoundError');
      assertError(await keyward.callRoot('GET', path), 404, 'RouteNotFoundError');
    }
    for (const path of ['/reference', '/llms.txt', '/openapi.json', '/livez', '/auth/config/pulse'])
      assert.equal((await keyward.callRoot('GET', path)).status, 200, path);
    assertError(await keyward.callRoot('GET', '/log'), 401, 'TokenMissingError');
    const home = await keyward.callRoot('GET', '/', { headers: BROWSER });
    assert.equal(home.headers.get('location'), '/reference');
  });

  it('every unknown path shows a program the way to the documentation', async () => {
    await using keyward = await startKeyward('sqlite');
    for (const path of ['/', '/auth', '/auth/nothing', '/nothing']) {
      const answer = await keyward.callRoot('GET', path, { headers: { accept: '*/*' } });
      assertError(answer, 404, 'RouteNotFoundError');
      for (const place of ['/reference', '/docs', '/llms.txt']) {
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

  it('a host moves all pages below a path, or removes them; at its root, those for end users are its own', async () => {
    const owned = async (options: MountedOptions) => {
      await using service = await mounted(options);
      const send = direct(service.keyward);
      const found: string[] = [];
      for (const path of ['/console', '/setup', '/signin', '/signup'].flatMap((end) => [end, `/id${end}`]))
        if ((await send(path, { headers: BROWSER })).status === 200) found.push(path);
      return found;
    };
    assert.deepEqual(await owned({}), ['/console', '/setup']);
    assert.deepEqual(await owned({ paths: { web: '/id' } }), [
      '/id/console',
      '/id/setup',
      '/id/signin',
      '/id/signup',
    ]);
    for (const options of [{ paths: { web: false } }, { env: { KEYWARD_WEB: 'off' } }] as const)
      assert.deepEqual(await owned(options), []);
  });

  it('without documentation nobody is redirected', async () => {
    await using service = await mounted({ paths: { documentation: false } });
    const answer = await direct(service.keyward)('/auth', { headers: BROWSER });
    assert.equal(answer.status, 404);
    assert.doesNotMatch(await answer.text(), /reference|llms/);
  });
});
