import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type BuildOptions, type Metafile, type OutputFile, type Plugin, transform } from 'esbuild';

const PACKAGE = new URL('../', import.meta.url);

/** Dependencies that stay outside: native code, and what a process must have once, for a host's traces to be ours. */
const OUTSIDE = ['@node-rs/argon2', '@node-rs/bcrypt', '@opentelemetry/api'];
/**
 * Bundled one by one: files of two entries are split into what they share and what not, and a start has to find and
 * link every piece.
 */
const MODULES = [
  { index: 'src/index.ts', program: 'src/cli/program.ts' },
  { 'sqlite-reader-thread': 'src/store/sqlite-reader-thread.ts' },
];
/** Loaded by `bin/load-built.js`, which keeps more of their compiled code than Node.js keeps of modules. */
const SCRIPTS = { serve: 'src/cli/serve-program.ts' };
/** `build.ts` writes the script of this package next to the bundle. */
const REFERENCE = '@scalar/fastify-api-reference';
/** Looked for by parts of packages that are never used here. */
const UNUSED = ['pg-native', 'pino', 'light-my-request'];
/**
 * Parts of Node.js that Fastify loads for servers of other kinds than ours: 11 ms of a start and 9 MiB. They are loaded
 * when something of theirs is used.
 */
const AT_FIRST_USE: Plugin = {
  name: 'at first use',
  setup(bundling) {
    bundling.onResolve({ filter: /^node:(?:https|http2)$/ }, ({ path, importer }) =>
      /fastify.lib.server\.js$/.test(importer) ? { path, namespace: 'at-first-use' } : null,
    );
    bundling.onLoad({ filter: /.*/, namespace: 'at-first-use' }, ({ path }) => ({
      contents: `module.exports = new Proxy({}, { get: (_, name) => process.getBuiltinModule('${path}')[name] });`,
    }));
  },
};
/**
 * The router compiles functions for each part of each path: 10 ms of a start. Here they are compiled when a request needs
 * them, and take their own place, so later requests cost the same.
 */
const ROUTER = new Map([
  [
    'node.js',
    new Map([
      ['? compilePrefixMatch(prefix) :', '? matchAtFirstUse :'],
      ['= compilePrefixMatch(childPrefix)', '= matchAtFirstUse'],
      [
        'module.exports =',
        `function matchAtFirstUse(path, i) {
          this.matchPrefix = compilePrefixMatch(this.prefix);
          return this.matchPrefix(path, i);
        }
        module.exports =`,
      ],
    ]),
  ],
  [
    'handler-storage.js',
    new Map([
      [
        '_createParamsObject: this._compileCreateParamsObject(params)',
        `_createParamsObject: (...values) => {
          handlerObject._createParamsObject = this._compileCreateParamsObject(params);
          return handlerObject._createParamsObject(...values);
        }`,
      ],
      [
        'this._compileGetHandlerMatchingConstraints(constrainer, constraints)',
        `this._getHandlerMatchingConstraints = (derived) => {
          this._compileGetHandlerMatchingConstraints(constrainer);
          return this._getHandlerMatchingConstraints(derived);
        }`,
      ],
    ]),
  ],
]);
const ROUTES_AT_FIRST_USE: Plugin = {
  name: 'routes at first use',
  setup(bundling) {
    bundling.onLoad({ filter: /find-my-way.lib.(?:node|handler-storage)\.js$/ }, ({ path }) => {
      let contents = readFileSync(path, 'utf8');
      for (const [eager, lazy] of ROUTER.get(basename(path)) ?? []) {
        if (!contents.includes(eager)) throw new Error(`${path} is another: without ${eager}`);
        contents = contents.replace(eager, () => lazy);
      }
      return { contents };
    });
  },
};
/** The texts of loaded files stay in memory. Names stay, for the log. */
const SMALL = { minifyWhitespace: true, lineLimit: 160, legalComments: 'none' } as const;
/** Not every dependency is written in modules. */
const REQUIRE = `import { createRequire as requireFrom } from 'node:module';const require = requireFrom(import.meta.url);`;

/**
 * Writes the service with its dependencies in its published form, except for the types: files to find, to read and to
 * compile are most of a start. All files are in one folder, as `src/package.ts` requires. Unchanged files are left
 * alone.
 */
export async function bundle(folder: string): Promise<void> {
  const built = await Promise.all([
    ...MODULES.map((entryPoints) => bundled({ entryPoints, outdir: folder, banner: { js: REQUIRE } })),
    bundled({ entryPoints: SCRIPTS, outdir: folder, outExtension: { '.js': '.cjs' } }).then(asScripts),
  ]);
  const inside = built.flatMap(({ metafile }) =>
    Object.keys(metafile.inputs).flatMap(
      (path) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [],
    ),
  );
  for (const { path, contents } of [
    ...built.flatMap(({ outputFiles }) => outputFiles),
    { path: join(folder, 'licenses.txt'), contents: licenses([...new Set(inside)]) },
  ]) {
    if (isSame(path, contents)) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
  }
}

interface Built {
  metafile: Metafile;
  outputFiles: Pick<OutputFile, 'path' | 'contents'>[];
}

function bundled(options: BuildOptions): Promise<Built> {
  return build({
    ...options,
    absWorkingDir: fileURLToPath(PACKAGE),
    bundle: true,
    splitting: true,
    chunkNames: '[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node24',
    external: [...OUTSIDE, REFERENCE, ...UNUSED],
    ...SMALL,
    metafile: true,
    plugins: [AT_FIRST_USE, ROUTES_AT_FIRST_USE],
    write: false,
  });
}

/** esbuild splits modules alone, so each becomes a script afterwards: a function, which is given what it refers to. */
async function asScripts({ metafile, outputFiles: modules }: Built): Promise<Built> {
  const outputFiles = await Promise.all(
    modules.map(async ({ path, contents }) => {
      const { code } = await transform(contents, {
        format: 'cjs',
        platform: 'node',
        target: 'node24',
        define: { 'import.meta.url': 'moduleUrl' },
        supported: { 'dynamic-import': false },
        banner: '(function (module, exports, require, moduleUrl) { "use strict";',
        footer: '})',
        ...SMALL,
      });
      return { path, contents: Buffer.from(code) };
    }),
  );
  return { metafile, outputFiles };
}

function isSame(path: string, contents: Uint8Array): boolean {
  try {
    return readFileSync(path).equals(contents);
  } catch {
    return false;
  }
}

/** The notices that copies must carry. @param inside the folders of the packages, from that of this one */
function licenses(inside: readonly string[]): Uint8Array {
  const reference = findPackageJSON(REFERENCE, import.meta.url);
  if (reference === undefined) throw new Error(`${REFERENCE} is not installed`);
  const folders = [...inside.map((path) => fileURLToPath(new URL(path, PACKAGE))), dirname(reference)];
  const texts = folders.map((folder) => {
    const name = folder.replace(/.*node_modules\//, '');
    const files = readdirSync(folder);
    // Some have it at the end of their introduction.
    const file =
      files.find((entry) => /^licen[cs]e/i.test(entry)) ?? files.find((entry) => /^readme/i.test(entry));
    if (file === undefined) throw new Error(`${name} has no licence`);
    return `${name}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
  });
  return Buffer.from(texts.toSorted().join('\n\n'));
}
