import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

/**
 * Imports go down: http → services → features → store, and all of them to the leaves. Skipping a layer is right
 * where there is no rule to apply. The parts that compose and start the service are on top, and may import
 * everything.
 */
const MAY_IMPORT: Record<string, readonly string[]> = {
  top: ['top', 'http', 'services', 'features', 'store', 'config', 'errors', 'lib'],
  http: ['http', 'services', 'features', 'store', 'config', 'errors', 'lib'],
  services: ['services', 'features', 'store', 'config', 'errors', 'lib'],
  features: ['features', 'store', 'config', 'errors', 'lib'],
  store: ['store', 'config', 'errors', 'lib'],
  config: ['config', 'lib'],
  errors: [],
  lib: ['lib'],
};

/** The floors of `features/`, the lowest first. A floor imports from itself and from those below. */
const FLOORS = [
  'core.ts',
  'audit',
  'hooks',
  'settings',
  'limits',
  'delivery',
  'identity',
  'organizations',
  'oauth',
  'sign-in',
  'connections',
  'provisioning',
  'recovery',
  'operations',
];

/** Layers of which only the types may be imported there: a store is opened with what it is given. */
const TYPES_ONLY: Record<string, readonly string[]> = { store: ['config'] };

/** Packages that only these layers know. */
const PACKAGES: Record<string, readonly string[]> = {
  fastify: ['http', 'top'],
  kysely: ['store'],
  pg: ['store'],
  'node:sqlite': ['store'],
};

/** The only file that may load it. */
const NODE_HTTP = 'lib/node-http.ts';

interface Import {
  /** As written. */
  from: string;
  typesOnly: boolean;
}

const STATEMENT = /^(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm;
const FACTORY = /^import\s+\{([^}]*)\}\s+from\s+'(\.[^']+)'/gm;
const DYNAMIC = /\bimport\(\s*'([^']+)'\s*\)/g;

function importsOf(source: string): Import[] {
  return [
    ...[...source.matchAll(STATEMENT)].map(([, type, from = '']) => ({
      from,
      typesOnly: type !== undefined,
    })),
    ...[...source.matchAll(DYNAMIC)].map(([, from = '']) => ({ from, typesOnly: false })),
  ];
}

/** The layer of a file, by its path below src. */
function layerOf(path: string): string {
  const [folder = '', ...rest] = path.split('/');
  if (rest.length === 0) return path === 'errors.ts' ? 'errors' : path === 'package.ts' ? 'lib' : 'top';
  return ['cli', 'mount', 'start', 'workers'].includes(folder) ? 'top' : folder;
}

/** The problem with an import in the file at `path`; null if it is allowed. */
function fault(path: string, { from, typesOnly }: Import): string | null {
  const layer = layerOf(path);
  if (from === 'node:http' && !typesOnly && path !== NODE_HTTP)
    return `${path}: ${from} comes from ${NODE_HTTP}, which does not load all of it`;
  if (!from.startsWith('.')) {
    const allowed = Object.entries(PACKAGES).find(
      ([name]) => from === name || from.startsWith(`${name}/`),
    )?.[1];
    return allowed === undefined || allowed.includes(layer)
      ? null
      : `${path}: ${from} belongs to ${allowed.join(', ')}`;
  }
  const target = layerOf(normalize(join(dirname(path), from)));
  if (MAY_IMPORT[layer]?.includes(target) !== true)
    return `${path}: ${layer} may not import ${target} (${from})`;
  const [floor, floorBelow] = [path, normalize(join(dirname(path), from))].map((file) =>
    FLOORS.indexOf(file.split('/')[1] ?? ''),
  );
  if (layer === 'features' && target === 'features' && Number(floor) < Number(floorBelow))
    return `${path}: ${FLOORS[Number(floor)]} is below ${FLOORS[Number(floorBelow)]} (${from})`;
  return !typesOnly && TYPES_ONLY[layer]?.includes(target) === true
    ? `${path}: ${layer} may import only types of ${target} (${from})`
    : null;
}

const SRC = fileURLToPath(new URL('../src/', import.meta.url));

interface Edge {
  from: string;
  to: string;
}

/** The import that closes a circle, with its path; null if there is none. Type imports count too. */
function circle(edges: readonly Edge[]): string | null {
  const targets = Map.groupBy(edges, ({ from }) => from);
  const done = new Set<string>();
  function follow(path: string, way: readonly string[]): string | null {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path].join(' → ');
    if (done.has(path)) return null;
    for (const { to } of targets.get(path) ?? []) {
      const found = follow(to, [...way, path]);
      if (found !== null) return found;
    }
    done.add(path);
    return null;
  }
  for (const path of targets.keys()) {
    const found = follow(path, []);
    if (found !== null) return found;
  }
  return null;
}

/** The imports between the files below a folder. */
function edgesBelow(root: string): Edge[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) =>
      importsOf(readFileSync(join(root, path), 'utf8'))
        .filter(({ from }) => from.startsWith('.'))
        .map(({ from }) => ({ from: path, to: normalize(join(dirname(path), from)) })),
    );
}

/** The same between the folders that the files are in. A file at the root counts as a folder. */
function betweenFolders(edges: readonly Edge[]): Edge[] {
  const folderOf = (path: string) => (path.includes('/') ? dirname(path) : path);
  return edges
    .map(({ from, to }) => ({ from: folderOf(from), to: folderOf(to) }))
    .filter(({ from, to }) => from !== to);
}

/** The roots below which folders must not import each other in a circle. */
const SOURCES = ['../src/', '../../client/src/', '../../react/src/', '../../web/src/', '../../../bench/src/'];

describe('imports', () => {
  it('go down only, and each package stays in its layer', () => {
    const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.ts'),
    );
    const imports = files.flatMap((path) =>
      importsOf(readFileSync(join(SRC, path), 'utf8')).map((found) => ({ path, found })),
    );
    // A pattern without matches would never fail.
    assert.ok(imports.length > 2 * files.length, `${imports.length} imports in ${files.length} files`);
    assert.deepEqual(
      imports.map(({ path, found }) => fault(path, found)).filter((line) => line !== null),
      [],
    );
  });

  it('build no part of another feature: only its own folder and services/ do', () => {
    const folder = join(SRC, 'features');
    const foreign = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && path.includes('/'))
      .flatMap((path) =>
        [...readFileSync(join(folder, path), 'utf8').matchAll(FACTORY)].flatMap(
          ([, names = '', from = '']) => {
            const target = normalize(join(dirname(path), from));
            const own = target.startsWith(`${dirname(path)}/`) || target.startsWith('..');
            return own || !/(^|[\s,])create/.test(names) ? [] : [`${path}: ${names.trim()} (${from})`];
          },
        ),
      );
    assert.deepEqual(foreign, []);
  });

  for (const root of SOURCES) {
    it(`run in no circles below ${root}`, () => {
      const edges = edgesBelow(fileURLToPath(new URL(root, import.meta.url)));
      assert.ok(edges.length > 0);
      assert.equal(circle(edges), null);
    });
  }

  for (const root of SOURCES) {
    it(`run in no circles between the folders of ${root}`, () => {
      assert.equal(circle(betweenFolders(edgesBelow(fileURLToPath(new URL(root, import.meta.url))))), null);
    });
  }

  it('in a circle are detected', () => {
    const edges = (text: string): Edge[] =>
      text.split(' ').map((pair) => ({ from: pair.charAt(0), to: pair.charAt(1) }));
    assert.equal(circle(edges('ab bc ad dc')), null);
    assert.equal(circle(edges('ab bc cd db')), 'b → c → d → b');
    const files = [
      { from: 'a/b/one.ts', to: 'a/two.ts' },
      { from: 'a/three.ts', to: 'a/b/four.ts' },
      { from: 'a/two.ts', to: 'main.ts' },
    ];
    assert.equal(circle(files), null);
    assert.equal(circle(betweenFolders(files)), 'a/b → a → a/b');
  });

  it('are read in every form, and the faults are detected', () => {
    const faults = (path: string, source: string) =>
      importsOf(source).map((found) => fault(path, found)?.replace(`${path}: `, '') ?? null);
    assert.deepEqual(
      faults('features/a/b.ts', "import {\n  type A,\n  b,\n} from '../../http/server.ts';\n"),
      ['features may not import http (../../http/server.ts)'],
    );
    assert.deepEqual(faults('lib/a.ts', "export * from '../errors.ts';\nimport './b.ts';\n"), [
      'lib may not import errors (../errors.ts)',
      null,
    ]);
    assert.deepEqual(
      faults(
        'features/settings/a.ts',
        "import type { A } from '../identity/a.ts';\nimport '../audit/log/a.ts';\n",
      ),
      ['settings is below identity (../identity/a.ts)', null],
    );
    assert.deepEqual(
      faults('store/a.ts', "import type { A } from '../config/a.ts';\nimport { b } from '../config/b.ts';\n"),
      [null, 'store may import only types of config (../config/b.ts)'],
    );
    assert.deepEqual(faults('http/a.ts', "import { sql } from 'kysely';\nawait import('../main.ts');\n"), [
      'kysely belongs to store',
      'http may not import top (../main.ts)',
    ]);
    assert.deepEqual(faults('features/a.ts', "import type { FastifyRequest } from 'fastify';\n"), [
      'fastify belongs to http, top',
    ]);
    assert.deepEqual(faults('cli/a.ts', "import { createApp } from '../app.ts';\n"), [null]);
    assert.deepEqual(
      faults('lib/a.ts', "import type { Server } from 'node:http';\nimport { request } from 'node:http';\n"),
      [null, 'node:http comes from lib/node-http.ts, which does not load all of it'],
    );
  });
});
