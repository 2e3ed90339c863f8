import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { tempFolder } from '../../support/at-exit.ts';
import { assertError, startKeyward, type TestKeyward } from '../../support/keyward.ts';
import { assertRefusal, suiteKeyward } from '../expectations.ts';

const DOCS = fileURLToPath(new URL('../../../docs/', import.meta.url));
const FILES = readdirSync(DOCS, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md'));
const BROWSER = { accept: 'text/html,*/*;q=0.8' };

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);
const idsIn = (html: string) => all(html, /\sid="([^"]+)"/g);
const linksIn = (html: string) =>
  all(html, /<a [^>]*href="([^"]+)"/g).map((href) => href.replaceAll('&amp;', '&'));

describe('the documentation as pages', () => {
  const keyward = suiteKeyward('sqlite', {
    settings: { KEYWARD_PREFIX: '/identity', KEYWARD_PUBLIC_URL: 'https://auth.example.org/id' },
  });
  const open = (path: string, headers: Record<string, string> = {}) =>
    keyward.callRoot('GET', path, { headers: { ...BROWSER, ...headers } });
  /** Every page that the overview leads to, by its address in a browser, which is below the path of a proxy. */
  async function crawl(): Promise<Map<string, string>> {
    const pages = new Map<string, string>();
    const visit = async (address: string): Promise<void> => {
      if (pages.has(address)) return;
      const page = await open(address.slice('/id'.length));
      assert.equal(page.status, 200, address);
      pages.set(address, page.text);
      for (const link of linksIn(page.text)) {
        const [path = ''] = link.split('#');
        if (/^\/id\/docs(?:\/|$)/.test(path)) await visit(path);
      }
    };
    await visit('/id/docs');
    return pages;
  }

  it('have their Markdown at the same address with .md', async () => {
    for (const path of ['providers/google.md', 'cookies.md']) {
      const { status, text, headers } = await open(`/docs/${path}`);
      assert.equal(status, 200, text);
      assert.match(headers.get('content-type') ?? '', /^text\/markdown/);
      assert.match(text, /^# .*\n/);
    }
    assertError(await keyward.callRoot('GET', '/docs/nothing.md'), 404, 'DocumentNotFoundError');
  });

  it('lead from the overview to every document, without a broken link or anchor', async () => {
    const pages = await crawl();
    assert.deepEqual(
      [...pages.keys()].sort(),
      FILES.map((path) => (path === 'index.md' ? '/id/docs' : `/id/docs/${path.slice(0, -3)}`)).sort(),
    );
    const broken: string[] = [];
    let anchors = 0;
    for (const [address, html] of pages) {
      const ids = idsIn(html);
      assert.deepEqual(ids, [...new Set(ids)], `${address} has an id twice`);
      for (const link of linksIn(html)) {
        if (/^(?:https?|mailto):/.test(link) || link === '/id/reference') continue;
        const [path = '', anchor] = link.split('#');
        const target = pages.get(path === '' ? address : path);
        if (anchor !== undefined) anchors += 1;
        if (target === undefined || (anchor !== undefined && !idsIn(target).includes(anchor)))
          broken.push(`${address}: ${link}`);
      }
    }
    assert.ok(anchors > 500, String(anchors));
    // A page in a folder is in the card of the page before it.
    assert.match(
      pages.get('/id/docs') ?? '',
      /docs\/react"[^\n]*<\/a><ul>\n<li[^>]*><a [^>]*>Live examples<\/a><\/li>/,
    );
    assert.deepEqual(broken, []);
  });

  it('show our own pictures, which are served from a list', async () => {
    const sources = all((await open('/docs/console')).text, /<(?:img src|source [^>]*srcset)="([^"]+)"/g);
    assert.ok(sources.includes('/id/docs/images/overview-dark.webp'), String(sources));
    for (const source of sources) {
      assert.match(source, /^\/id\/docs\/images\/[a-z-]+\.webp$/);
      const picture = await open(source.slice('/id'.length));
      assert.equal(picture.status, 200, source);
      assert.equal(picture.headers.get('content-type'), 'image/webp');
      assert.match(picture.text, /^RIFF/);
    }
    for (const path of ['none.webp', 'overview.png', '..%2Findex.md', '__proto__'])
      assertError(await open(`/docs/images/${path}`, { accept: '*/*' }), 404, 'DocumentNotFoundError');
  });

  it('have each document in the navigation, in the order of the index, and lead through it', async () => {
    const listed = all(readFileSync(join(DOCS, 'index.md'), 'utf8'), /^- \[.+?\]\((.+?)\)/gm);
    const { text } = await open('/docs');
    const [, navigation = ''] = /<nav class="pages"[^]*?>([^]*?)<\/nav>/.exec(text) ?? [];
    assert.deepEqual(all(navigation, /data-path="([^"]+)"/g), ['index.md', ...listed]);
    let next = '/id/docs';
    const visited: string[] = [];
    while (next !== '' && visited.length < 100) {
      const page = await open(next.slice('/id'.length));
      visited.push(
        ...all(page.text, /aria-current="page"|data-path="([^"]+)" aria-current="page"/g).filter(Boolean),
      );
      next = all(page.text, /class="next" rel="next" href="([^"]+)"/g)[0] ?? '';
    }
    assert.deepEqual(visited, ['index.md', ...listed]);
  });

  it('show the addresses of the instance, and keep the anchors that every instance has', async () => {
    const { text } = await open('/docs/quick-start');
    assert.match(text, /https:\/\/auth\.example\.org\/id\/identity/);
    assert.doesNotMatch(text, /127\.0\.0\.1:4000/);
    const endpoints = (await open('/docs/endpoints')).text;
    assert.match(endpoints, /<h3 id="post-authlogin"[^]*?<code>\/<wbr>identity\/<wbr>login<\/code>/);
  });

  it('cannot be framed or extended with scripts, and come with what they load', async () => {
    const page = await open('/docs/cookies');
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.equal(page.headers.get('cache-control'), 'no-store');
    const policy = page.headers.get('content-security-policy') ?? '';
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "frame-ancestors 'none'",
    ])
      assert.ok(policy.split('; ').includes(part), policy);
    assert.doesNotMatch(page.text, /<style|style=|<script>|\son\w+=/);
    assert.match(page.text, /<title>Cookie mode · Keyward<\/title>/);
    const loaded = all(page.text, /(?:src|href)="(\/id\/web\/[^"]+)"/g);
    assert.ok(loaded.some((file) => file.endsWith('.js')) && loaded.some((file) => file.endsWith('.css')));
    for (const file of loaded) assert.equal((await open(file.slice('/id'.length))).status, 200, file);
    const scripts = async (path: string) =>
      all((await open(path)).text, /<script type="module" src="\/id\/web\/pages\/(\w+)-/g);
    assert.deepEqual(await scripts('/docs/react'), ['docs']);
    assert.deepEqual(await scripts('/docs/react/examples'), ['docs', 'examples']);
    const head = await keyward.callRoot('HEAD', '/docs/cookies', { headers: BROWSER });
    assert.deepEqual([head.status, head.text], [200, '']);
    const zipped = await fetch(`${keyward.url}/docs/cookies`, { headers: BROWSER });
    assert.equal(zipped.headers.get('content-encoding'), 'gzip');
    assert.equal(await zipped.text(), page.text);
  });

  it('have a frame in the language of the browser around the English text', async () => {
    const { text } = await open('/docs/cookies', { 'accept-language': 'de' });
    assert.match(text, /<html lang="de">[^]*Auf dieser Seite[^]*/);
    assert.match(text, /<article lang="en">/);
    assert.match((await open('/docs/cookies')).text, /<html lang="en">[^]*On this page/);
  });

  it('404: a page for browsers, with a way back, and JSON for programs', async () => {
    for (const path of [
      '/docs/nothing',
      '/docs/providers/nothing',
      '/docs/__proto__',
      '/docs/..%2f..%2fpackage',
    ]) {
      const page = await open(path);
      assert.equal(page.status, 404, path);
      assert.match(page.text, /There is no such page[^]*href="\/id\/docs"/);
      assert.doesNotMatch(page.text, /package\.json|__proto__/);
      assertError(await keyward.callRoot('GET', path), 404, 'DocumentNotFoundError');
    }
  });
});

describe("a host application's own pages", () => {
  const folder = tempFolder();
  let keyward: TestKeyward;
  before(async () => {
    mkdirSync(join(folder.path, 'guides', 'deep'), { recursive: true });
    writeFileSync(join(folder.path, 'guides', 'deep', 'café.md'), '# Deep\n\n[up](../../mail.md#a--b-c)\n');
    writeFileSync(
      join(folder.path, 'mail.md'),
      [
        '# Ours <img src=x onerror=alert(1)> & "theirs"',
        '## A & B `c`',
        '## A & B `c`',
        '<script>alert(2)</script>',
        'in <b onclick="alert(3)">line</b> [bad](javascript:alert(4)) [worse](JAVASCRIPT:alert(5)) [data](data:text/html,x)',
        '[out](//evil.example) [gone](nothing.md) [deep](guides/deep/caf%C3%A9.md)',
        '```html"><script>\n<script>alert(6)</script>\n```',
        '| a |\n| - |\n| <script>alert(7)</script> |\n',
      ].join('\n\n'),
    );
    keyward = await startKeyward('sqlite', {
      parts: { documents: [folder.path], documentationPath: '/help', webPath: '/login' },
    });
  });
  after(async () => {
    await keyward[Symbol.asyncDispose]();
    folder.remove();
  });

  it('stand below the path that the host chose, in folders too', async () => {
    assertRefusal(await keyward.callRoot('GET', '/docs'), 404, 'RouteNotFoundError');
    const { text } = await keyward.callRoot('GET', '/help/docs/mail');
    assert.match(text, /href="\/help\/docs\/guides%2Fdeep\/caf%C3%A9">deep<\/a>/);
    assert.match(text, /href="\/help\/reference"/);
    assert.match(text, /src="\/login\/web\/pages\/docs-/);
    const deep = await keyward.callRoot('GET', '/help/docs/guides%2Fdeep/caf%C3%A9');
    assert.equal(deep.status, 200);
    assert.match(deep.text, /href="\/help\/docs\/mail#a--b-c">up<\/a>/);
    assert.deepEqual(
      idsIn(text).filter((id) => id.startsWith('a-')),
      ['a--b-c', 'a--b-c-1'],
    );
  });

  it('show HTML in a document as text, and link only to pages and to the web', async () => {
    const { text } = await keyward.callRoot('GET', '/help/docs/mail');
    const [, article = ''] = /<article[^>]*>([^]*)<\/article>/.exec(text) ?? [];
    assert.doesNotMatch(article, /<script|<img|<b |javascript:|data:text|evil\.example|nothing\.md/i);
    for (const written of ['&lt;script&gt;alert(2)', 'onclick=&quot;alert(3)', '&lt;script&gt;alert(7)'])
      assert.ok(article.includes(written), article);
    assert.match(article, /bad worse data/);
    assert.doesNotMatch(text, /<title>[^<]*<img|content="[^"]*<|"theirs"/);
  });

  it('are removed with the other pages, while the documents stay', async () => {
    await using without = await startKeyward('sqlite', { parts: { webPath: false } });
    assertRefusal(await without.callRoot('GET', '/docs'), 404, 'RouteNotFoundError');
    assertRefusal(await without.callRoot('GET', '/docs/cookies'), 404, 'RouteNotFoundError');
    assert.doesNotMatch((await without.callRoot('GET', '/nothing')).text, /\/docs/);
    for (const path of ['/llms.txt', '/reference', '/api/documents/tree'])
      assert.equal((await without.callRoot('GET', path)).status, 200);
  });
});
