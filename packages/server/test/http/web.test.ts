import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { takeInto } from '../../../web/scripts/take-into.ts';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { direct, mounted } from '../mount/mounted.ts';
import { tempFolder } from '../support/at-exit.ts';
import { type Answer, assertError, startKeyward } from '../support/keyward.ts';
import { asObject, suiteKeyward } from './expectations.ts';

const CONSOLE = ['/console', '/console/', '/console/logs', '/console/accounts/42', '/setup', '/mailbox'];
const PAGES = [
  '/signin',
  '/account',
  '/oauth/callback',
  '/magic-link/callback',
  '/magic-link/confirm',
  '/reset-password',
  '/signup',
  '/invitation',
  '/email-undo',
  '/consent',
  '/device',
  '/organizations',
  '/organization/acme',
];

describe('the pages and files of browsers', () => {
  const keyward = suiteKeyward('sqlite', { settings: { KEYWARD_ORGANIZATIONS_ENABLED: 'on' } });
  const open = (path: string, language = '') =>
    keyward.callRoot('GET', path, { headers: { accept: 'text/html', 'accept-language': language } });
  const bootOf = ({ text }: Answer) =>
    asObject(
      JSON.parse(/<script type="application\/json" id="keyward">(.*)<\/script>/.exec(text)?.[1] ?? ''),
    );
  const loadedBy = ({ text }: Answer) =>
    [...text.matchAll(/(?:src|href)="([^"]+)"/g)].flatMap(([, address = '']) =>
      address.startsWith('/') ? [address] : [],
    );

  it('cannot be cached, framed or extended with scripts', async () => {
    for (const path of [...CONSOLE, ...PAGES]) {
      const page = await open(`${path}?email=<b>&otp=123456&error=<i>`);
      assert.equal(page.status, 200, page.text);
      assert.doesNotMatch(page.text, /<b>|<i>|123456/);
      assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
      assert.equal(page.headers.get('cache-control'), 'no-store');
      assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
      assert.equal(page.headers.get('x-content-type-options'), 'nosniff');
      const policy = page.headers.get('content-security-policy') ?? '';
      for (const part of [
        "default-src 'none'",
        "script-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ])
        assert.ok(policy.split('; ').includes(part), policy);
      assert.doesNotMatch(policy, /unsafe/);
      // Nothing that this policy would stop.
      assert.doesNotMatch(page.text, /<style|style=|<script>|\son\w+=/);
      assert.match(page.text, /<div id="root"><\/div>/);
    }
  });

  it('give each console page a nonce of its own for styles, and the pages for end users none', async () => {
    const nonceIn = ({ text }: Answer) => /<meta name="style-nonce" content="([^"]+)">/.exec(text)?.[1];
    const [first, second, other] = [await open('/console'), await open('/console'), await open('/signin')];
    for (const page of [first, second])
      assert.ok(
        page.headers.get('content-security-policy')?.includes(`style-src 'self' 'nonce-${nonceIn(page)}';`),
      );
    assert.notEqual(nonceIn(first), nonceIn(second));
    assert.equal(nonceIn(other), undefined);
    assert.match(other.headers.get('content-security-policy') ?? '', /style-src 'self';/);
  });

  it('use the language of the browser, or English', async () => {
    for (const [header, language] of [
      ['de-AT,de;q=0.9,en;q=0.8', 'de'],
      ['fr-CA, en;q=0.5', 'fr'],
      ['zh-Hans-CN,zh;q=0.9', 'zh'],
      ['pt-BR', 'pt'],
      ['tlh', 'en'],
      ['', 'en'],
    ] as const) {
      const page = await open('/signin', header);
      assert.ok(page.text.includes(`<html lang="${language}">`));
      assert.equal(bootOf(page)['language'], language);
      assert.equal(page.headers.get('content-language'), language);
    }
  });

  it('use English or German where only operators read', async () => {
    for (const [path, language] of [
      ['/console', 'de'],
      ['/portal', 'fr'],
    ] as const)
      assert.ok((await open(path, 'fr, de;q=0.5')).text.includes(`<html lang="${language}">`), path);
  });

  it('load files that never change, compressed where the browser can read it', async () => {
    for (const path of ['/console', '/signin'])
      for (const address of loadedBy(await open(path))) {
        const plain = await keyward.callRoot('GET', address);
        assert.equal(plain.status, 200, address);
        const type = plain.headers.get('content-type') ?? '';
        assert.match(type, /^(?:text\/(?:javascript|css); charset=utf-8|font\/woff2)$/);
        assert.equal(plain.headers.get('cache-control'), 'public, max-age=31536000, immutable');
        // One file is short, the other is already compressed.
        if (address.includes('/branding.css?v=') || type === 'font/woff2') continue;
        const zipped = await fetch(keyward.url + address, { headers: { 'accept-encoding': 'gzip' } });
        assert.equal(zipped.headers.get('content-encoding'), 'gzip');
        assert.equal(zipped.headers.get('vary'), 'accept-encoding');
        assert.equal(await zipped.text(), plain.text);
      }
  });

  it('know the password length of the profile', async () => {
    await using strict = await startKeyward('sqlite', { settings: { KEYWARD_PROFILE: 'strict' } });
    assert.equal(bootOf(await open('/setup'))['minPasswordLength'], 6);
    assert.equal(bootOf(await strict.callRoot('GET', '/setup'))['minPasswordLength'], 8);
  });

  it('are nothing but the built files', async () => {
    for (const path of [
      '/web/console/manifest.json',
      '/web/console/none.js',
      '/web/console/..%2Fstamp',
      '/web/console/%2e%2e%2f%2e%2e%2fpackage.json',
      '/web/pages/constructor',
      '/web/other/x.js',
    ])
      assertError(await keyward.callRoot('GET', path), 404, 'RouteNotFoundError');
  });

  it('know where the API is, below the path of a proxy too', async () => {
    await using other = await startKeyward('sqlite', {
      settings: { KEYWARD_PREFIX: '/id', KEYWARD_PUBLIC_URL: 'https://example.org/below' },
    });
    const page = await other.callRoot('GET', '/signin');
    const { prefix, webPath, logPath, documentationPath, publicUrl } = bootOf(page);
    assert.deepEqual(
      [prefix, webPath, logPath, documentationPath, publicUrl],
      ['/below/id', '/below', '/below/log', '/below', 'https://example.org/below'],
    );
    for (const address of loadedBy(page)) assert.match(address, /^\/below\/web\//);
  });

  it('leave the pages for end users to a host application', async () => {
    await using service = await mounted();
    for (const path of PAGES) {
      assert.equal(service.keyward.owns(path), false, path);
      assert.equal((await direct(service.keyward)(path)).status, 404, path);
    }
    // The console leads nobody there.
    assert.match(await (await direct(service.keyward)('/console')).text(), /"pages":false/);
    assert.equal(bootOf(await keyward.callRoot('GET', '/console'))['pages'], true);
  });

  it('show mails in a frame that has no origin and runs nothing of theirs', async () => {
    const frame = await open('/web/mail-frame');
    const policy = frame.headers.get('content-security-policy') ?? '';
    assert.match(policy, /^sandbox (?!.*allow-same-origin)/);
    assert.match(policy, /script-src 'sha256-[^']+';/);
    assert.match(policy, /frame-ancestors 'self'$/);
  });

  it('lets only its own pages frame the preview, and nobody the sign-in page', async () => {
    const ancestors = async (path: string) =>
      /frame-ancestors [^;]+/.exec((await open(path)).headers.get('content-security-policy') ?? '')?.[0];
    assert.equal(await ancestors('/web/preview'), "frame-ancestors 'self'");
    assert.equal(await ancestors('/signin'), "frame-ancestors 'none'");
  });
});

it('replace an earlier build as a whole, and keep nothing of it', () => {
  const { path: folder } = tempFolder();
  const build = (name: string, files: Record<string, string>) => {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name, file)), { recursive: true });
      writeFileSync(join(folder, name, file), text);
    }
    return join(folder, name);
  };
  const target = build('target', { 'console/a.js': 'a', 'console/manifest.json': 'a', stamp: 'a' });
  takeInto(build('fresh', { 'console/b.js': 'b', 'console/manifest.json': 'b', stamp: 'b' }), target);
  assert.deepEqual(readdirSync(join(target, 'console')).sort(), ['b.js', 'manifest.json']);
  assert.equal(readFileSync(join(target, 'stamp'), 'utf8'), 'b');
});
