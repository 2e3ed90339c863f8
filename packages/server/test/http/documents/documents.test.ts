import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { after, before, describe, it } from 'node:test';
import { tempFolder } from '../../support/at-exit.ts';
import { requestFrom } from '../../support/raw-http.ts';
import { startKeyward, type TestKeyward } from '../../support/keyward.ts';
import { asObject, asText, assertAnswer, assertRefusal, suiteKeyward } from '../expectations.ts';

const DOCS = fileURLToPath(new URL('../../../docs/', import.meta.url));
const FILES = readdirSync(DOCS, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.md'))
  .sort();

function list(value: unknown): Record<string, unknown>[] {
  assert.ok(Array.isArray(value));
  return value.map(asObject);
}

describe('the documentation', () => {
  const keyward = suiteKeyward('sqlite', {
    settings: { KEYWARD_PREFIX: '/identity', KEYWARD_PUBLIC_URL: 'https://auth.example.org' },
  });
  const get = (path: string) => keyward.callRoot('GET', path);
  const file = (path: string) => get(`/api/documents/file?path=${encodeURIComponent(path)}`);
  const found = async (q: string) =>
    list((await get(`/api/documents/search?q=${encodeURIComponent(q)}`)).body['results']);

  it('has an index in the form of llmstxt.org, whose links lead to every file', async () => {
    const { status, text, headers } = await get('/llms.txt');
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8');
    const [title, , quotation] = text.split('\n');
    assert.match(title ?? '', /^# \S/);
    assert.match(quotation ?? '', /^> \S/);
    assert.match(
      text,
      /version \d+\.\d+\.\d+, at https:\/\/auth\.example\.org; .* https:\/\/auth\.example\.org\/identity\./,
    );
    const paths = [...text.matchAll(/^- \[.+?\]\((.+?)\)(?:: .+)?$/gm)].map(([, url = '']) => {
      assert.ok(url.startsWith('https://auth.example.org/api/documents/file?path='), url);
      return new URL(url).searchParams.get('path') ?? '';
    });
    assert.deepEqual(
      paths.sort(),
      FILES.filter((path) => path !== 'index.md'),
    );
    for (const line of text.split('\n')) assert.match(line, /^(?:|#{1,2} .+|> .+|- \[.+|[^#>-].*)$/);
  });

  it('RL19: simultaneous searches take turns with everybody else', async () => {
    const { documents } = keyward.app.server;
    await documents.search('a');
    const order: string[] = [];
    const searching = async (word: string) => {
      await documents.search(word);
      order.push('search');
    };
    const others = async () => {
      for (let turns = 0; turns < 3; turns += 1) {
        await setImmediate();
        order.push('other');
      }
    };
    await Promise.all([searching('token'), searching('code'), searching('key'), others()]);
    assert.match(order.join(' '), /search other .*search/);
  });

  it('is available as one text, in the order of the index', async () => {
    const { status, text, headers } = await get('/llms-full.txt');
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8');
    for (const path of FILES) assert.ok(text.includes(`<!-- ${path}, version `), path);
    assert.ok(text.indexOf('<!-- quick-start.md') < text.indexOf('<!-- errors.md'));
    assert.ok(text.startsWith('<!-- index.md'));
  });

  it('is listed as a tree, with its figures', async () => {
    const { status, body } = await get('/api/documents/tree');
    assert.equal(status, 200);
    const flat = (items: Record<string, unknown>[]): Record<string, unknown>[] =>
      items.flatMap((item) => [item, ...('children' in item ? flat(list(item['children'])) : [])]);
    const items = flat(list(body['tree']));
    const files = items.filter(({ type }) => type === 'file');
    assert.deepEqual(files.map(({ path }) => asText(path)).sort(), FILES);
    for (const item of items) {
      assert.equal(item['name'], asText(item['path']).split('/').at(-1));
      assert.deepEqual(
        Object.keys(item).sort(),
        item['type'] === 'file'
          ? ['lines', 'name', 'path', 'size', 'type']
          : ['children', 'name', 'path', 'type'],
      );
    }
    assert.deepEqual(body['stats'], {
      files: FILES.length,
      directories: items.length - files.length,
      bytes: files.reduce((sum, { size }) => sum + Number(size), 0),
    });
    const { body: one } = await file('providers/google.md');
    const listed = files.find(({ path }) => path === 'providers/google.md');
    assert.equal(listed?.['size'], Buffer.byteLength(asText(one['content'])));
    assert.equal(listed?.['lines'], one['lines']);
  });

  it('gives a file with its lines and words, and the addresses of this instance in it', async () => {
    const written = readFileSync(join(DOCS, 'quick-start.md'), 'utf8');
    const { status, body } = await file('quick-start.md');
    assert.equal(status, 200);
    const content = asText(body['content']);
    assert.deepEqual(body, {
      name: 'quick-start.md',
      path: 'quick-start.md',
      content,
      lines: written.split('\n').length - 1,
      words: content.split(/\s+/).filter((word) => word !== '').length,
    });
    assert.match(written, /http:\/\/127\.0\.0\.1:4000\/auth\b/);
    assert.match(content, /https:\/\/auth\.example\.org\/identity\b/);
    assert.doesNotMatch(content, /(?:127\.0\.0\.1|localhost):4000|[\s`]\/auth\//);
  });

  it('finds lines in any case, the most relevant first', async () => {
    const results = await found('COOKIE mode');
    assert.deepEqual(results[0], { path: 'cookies.md', line: 1, snippet: '# Cookie mode' });
    for (const { path, line, snippet } of results) {
      const { body } = await file(asText(path));
      const text = asText(body['content']).split('\n')[Number(line) - 1] ?? '';
      assert.ok(text.includes(asText(snippet)), `${String(path)}:${String(line)}`);
      assert.match(text, /cookie/i);
      assert.match(text, /mode/i);
    }
    const first = await found('OTPInvalidError');
    assert.deepEqual([first[0]?.['path'], first[0]?.['snippet']], ['errors.md', '## OTPInvalidError']);
    assert.deepEqual(await found('no-such-word-anywhere'), []);
    assert.equal((await found('e')).length, 100);
  });

  it('422: without a search and a file, and with both', async () => {
    for (const [path, field] of [
      ['/api/documents/search', 'q'],
      ['/api/documents/search?q=', 'q'],
      ['/api/documents/search?q=%20', 'q'],
      ['/api/documents/search?q=a&q=b', 'q'],
      [`/api/documents/search?q=${'a'.repeat(201)}`, 'q'],
      ['/api/documents/file', 'path'],
      ['/api/documents/file?path=', 'path'],
      ['/api/documents/file?path=a&path=b', 'path'],
    ] as const) {
      assertRefusal(await get(path), 422, 'ValidationError', [field]);
    }
  });

  it('PT1: serves only its files, for any path, and reveals no path', async () => {
    const secret = 'settings.md';
    for (const path of [
      '../package.json',
      '..%2fpackage.json',
      '%2e%2e%2fpackage.json',
      '..%252fpackage.json',
      '%252e%252e%252fpackage.json',
      'providers/../../package.json',
      '..\\package.json',
      '..%5cpackage.json',
      '/etc/passwd',
      '//etc/passwd',
      'C:\\Windows\\win.ini',
      'file:///etc/passwd',
      `${secret}%00.md`,
      `${secret}%00`,
      `./${secret}`,
      `/${secret}`,
      `${secret}/`,
      `providers/../${secret}`,
      '.env',
      '../.env',
      'providers',
      '.',
      '..',
      'SETTINGS.md',
      '__proto__',
      'constructor',
    ]) {
      const answer = await requestFrom({ port: keyward.port, path: `/api/documents/file?path=${path}` });
      assert.equal(answer.status, 404, `${path}: ${answer.body}`);
      assert.match(answer.body, /"error":"DocumentNotFoundError"/);
      assert.doesNotMatch(answer.body, /package|passwd|settings|providers|docs|\.env/);
    }
  });

  it('405: for every method but reading', async () => {
    for (const path of ['/llms.txt', '/api/documents/tree', '/openapi.json', '/reference'])
      assertRefusal(await keyward.callRoot('POST', path), 405, 'MethodNotAllowedError');
  });
});

describe("a host application's own documentation", () => {
  const folder = tempFolder();
  const outside = tempFolder();
  let keyward: TestKeyward;
  before(async () => {
    mkdirSync(join(folder.path, 'guides'));
    writeFileSync(join(folder.path, 'guides', 'café.md'), '# Our guide\n\nAbout lemurs.\n');
    writeFileSync(join(folder.path, 'mail.md'), '# Our mail\n');
    writeFileSync(join(folder.path, '.env'), 'SECRET=lemurs\n');
    writeFileSync(join(folder.path, '.hidden.md'), 'lemurs\n');
    writeFileSync(join(folder.path, 'key.pem'), 'lemurs\n');
    writeFileSync(join(folder.path, 'large.md'), 'lemurs '.repeat(200_000));
    writeFileSync(join(outside.path, 'secret.md'), 'lemurs\n');
    symlinkSync(join(outside.path, 'secret.md'), join(folder.path, 'link.md'));
    symlinkSync(outside.path, join(folder.path, 'elsewhere'));
    keyward = await startKeyward('sqlite', {
      parts: { documents: [folder.path], documentationPath: '/help', warn: () => {} },
    });
  });
  after(async () => {
    await keyward[Symbol.asyncDispose]();
    folder.remove();
    outside.remove();
  });

  it('is served beside ours, or in its place, below the path that the host chose', async () => {
    assertRefusal(await keyward.callRoot('GET', '/llms.txt'), 404, 'RouteNotFoundError');
    const { text } = await keyward.callRoot('GET', '/help/llms.txt');
    assert.ok(
      text.endsWith(
        `\n## More\n\n- [Our guide](${keyward.url}/help/api/documents/file?path=guides%2Fcaf%C3%A9.md)\n`,
      ),
      text.slice(-300),
    );
    assertAnswer(await keyward.callRoot('GET', '/help/api/documents/file?path=guides/caf%C3%A9.md'), 200, {
      name: 'café.md',
      path: 'guides/café.md',
      content: '# Our guide\n\nAbout lemurs.\n',
      lines: 3,
      words: 5,
    });
    const mail = await keyward.callRoot('GET', '/help/api/documents/file?path=mail.md');
    assert.equal(mail.body['content'], '# Our mail\n');
    const { body } = await keyward.callRoot('GET', '/help/openapi.json');
    const described = asObject(asObject(asObject(body['paths'])['/help/reference'])['get']);
    assert.deepEqual(described['tags'], ['Documentation']);
    assert.match((await keyward.callRoot('GET', '/help/reference')).text, /"\/help\/openapi\.json"/);
  });

  it('PT1: is its Markdown and text only: no links out, nothing hidden, nothing endless', async () => {
    assertAnswer(await keyward.callRoot('GET', '/help/api/documents/search?q=lemurs'), 200, {
      query: 'lemurs',
      results: [{ path: 'guides/café.md', line: 3, snippet: 'About lemurs.' }],
    });
    for (const path of ['.env', '.hidden.md', 'key.pem', 'link.md', 'elsewhere/secret.md', 'large.md']) {
      const answer = await keyward.callRoot('GET', `/help/api/documents/file?path=${path}`);
      assert.equal(answer.status, 404, path);
    }
  });

  it('must exist when the service starts', async () => {
    const documents = [join(folder.path, 'nothing')];
    await assert.rejects(
      startKeyward('sqlite', { parts: { documents } }),
      /documents: .*nothing is not a folder/,
    );
  });

  it('can be left out altogether', async () => {
    await using without = await startKeyward('sqlite', { parts: { documentationPath: false } });
    for (const path of ['/llms.txt', '/openapi.json', '/reference', '/api/documents/tree'])
      assertRefusal(await without.callRoot('GET', path), 404, 'RouteNotFoundError');
  });
});
