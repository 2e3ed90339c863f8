import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { versionOf } from '../../../scripts/release/release.ts';
import { tempFolder } from './support/at-exit.ts';
import { commandLine, type KeywardProcess, startProcess } from './support/process.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const DOCS = fileURLToPath(new URL('../docs/', import.meta.url));
const FILES = [
  ...['README', 'CHANGELOG', 'CONTRIBUTING', 'ARCHITECTURE', 'SECURITY'].map((name) =>
    join(ROOT, `${name}.md`),
  ),
  ...['packages/client', 'packages/server'].map((folder) => join(ROOT, folder, 'README.md')),
  ...[DOCS, join(ROOT, 'docs'), join(ROOT, 'examples')].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md') && !path.includes('node_modules'))
      .sort()
      .map((path) => join(folder, path)),
  ),
];

const read = (file: string) => readFileSync(file, 'utf8');
const withoutCode = (text: string) => text.replaceAll(/^```[^]*?^```$/gm, '').replaceAll(/`[^`\n]*`/g, '');

/** The anchors of the headings of a page, as GitHub makes them. */
function anchorsOf(text: string): string[] {
  const headings = text.replaceAll(/^```[^]*?^```$/gm, '').matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** The service adds headings to pages with tables; another test checks the served pages. */
function hasAnchor(text: string, anchor: string): boolean {
  return anchorsOf(text).includes(anchor) || /^<!-- table: (?:endpoints|errors|event-types) -->$/m.test(text);
}

describe('the documentation', () => {
  it('has links that lead somewhere, to the heading', () => {
    const broken: string[] = [];
    let links = 0;
    for (const file of FILES) {
      for (const [link, path = '', anchor] of withoutCode(read(file)).matchAll(
        /\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g,
      )) {
        links += 1;
        const target = path === '' ? file : join(dirname(file), path);
        const found = existsSync(target) && (anchor === undefined || hasAnchor(read(target), anchor));
        if (!found) broken.push(`${relative(ROOT, file)}: ${link}`);
      }
    }
    assert.ok(links > 100, String(links));
    assert.deepEqual(broken, []);
  });

  it('imports only what the packages export', () => {
    const exported = new Map(
      ['client', 'react'].map((name) => {
        const { exports }: { exports: object } = JSON.parse(
          read(join(ROOT, 'packages', name, 'package.json')),
        );
        return [name, new Set(Object.keys(exports))];
      }),
    );
    const texts = join(ROOT, 'packages/react/src/texts');
    for (const language of readdirSync(texts))
      exported.get('react')?.add(`./${language.replace(/\.ts$/, '')}`);
    const lost = FILES.flatMap((file) =>
      [...read(file).matchAll(/@keyward\/(client|react)\/([\w.-]*\w)/g)]
        .filter(([, name = '', path = '']) => exported.get(name)?.has(`./${path}`) !== true)
        .map(([specifier]) => `${relative(ROOT, file)}: ${specifier}`),
    );
    assert.deepEqual(lost, []);
  });

  it('names the version of the packages', () => {
    assert.match(versionOf(ROOT), /^\d+\.\d+\.\d+/);
  });

  it('has a map of the sources that leads to files', () => {
    const map = read(join(ROOT, 'ARCHITECTURE.md')).replaceAll(/^```[^]*?^```$/gm, '');
    const paths = [...map.matchAll(/`([\w.-]+(?:\/[\w.-]+)+)`/g)].map(([, path = '']) => path);
    assert.ok(paths.length > 20, String(paths.length));
    const below = ['', 'packages/server', 'packages/server/src', 'packages/server/src/store/engine'];
    const lost = paths.filter((path) => !below.some((folder) => existsSync(join(ROOT, folder, path))));
    assert.deepEqual(lost, []);
  });

  it('has an index that names every page', () => {
    const index = read(join(DOCS, 'index.md'));
    const missing = FILES.filter((file) => file.startsWith(DOCS))
      .map((file) => relative(DOCS, file))
      .filter((path) => path !== 'index.md' && !index.includes(`](${path})`));
    assert.deepEqual(missing, [], 'docs/index.md must have a line for each of these');
  });
});

describe('the lines that the documentation marks as runnable', () => {
  let keyward: KeywardProcess;
  before(async () => {
    keyward = await startProcess({ env: { KEYWARD_DUAL_TOKEN_MODE: 'on' } });
  });
  after(() => keyward[Symbol.asyncDispose]());

  // The first of them, administration.md, creates the superadmin that the others sign in as.
  for (const file of FILES) {
    const blocks = [...read(file).matchAll(/^```sh runnable\n([^]*?)^```$/gm)].map(([, code = '']) => code);
    if (blocks.length === 0) continue;
    it(`of ${relative(ROOT, file)} work as they stand, one after the other`, async () => {
      const folder = tempFolder();
      const define = `keyward() (cd '${keyward.folder}'; '${process.execPath}' '${commandLine()}' "$@")`;
      const script = [define, ...blocks]
        .join('\n')
        .replaceAll('npm run -s keyward --', 'keyward')
        .replaceAll('http://127.0.0.1:4000', new URL(keyward.url).origin)
        // Old versions of curl lack --json, so it is expanded.
        .replaceAll('--json', "-H 'Content-Type: application/json' -d")
        .replaceAll('curl ', 'curl -sS --fail-with-body ');
      const { stdout } = await promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
        cwd: folder.path,
      });
      assert.doesNotMatch(stdout, /"success":false/);
      folder.remove();
    });
  }
});
