import { readFile, readdir } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { loadOnce } from '../../lib/load-once.ts';
import { webFolder } from '../../package.ts';

/** The parts, each of which is built into a separate folder. */
const PARTS = ['console', 'pages'] as const;
export type Part = (typeof PARTS)[number];

/** The manifest of each build, with its part. */
const MANIFESTS = {
  console: ['console', 'manifest.json'],
  pages: ['pages', 'manifest.json'],
  examples: ['pages', 'examples-manifest.json'],
} as const satisfies Record<string, [Part, string]>;
type Build = keyof typeof MANIFESTS;

/** The entry point of a kind of pages, as in its manifest. */
const ENTRIES = {
  console: { build: 'console', source: 'src/console/main.tsx' },
  pages: { build: 'pages', source: 'src/pages/main.tsx' },
  preview: { build: 'pages', source: 'src/pages/preview.tsx' },
  docs: { build: 'pages', source: 'src/docs/main.ts' },
  examples: { build: 'examples', source: 'src/docs/examples/examples.tsx' },
} as const satisfies Record<string, { build: Build; source: string }>;

export type EntryName = keyof typeof ENTRIES;

/**
 * The files that a page loads. Each is the name of a file of {@link BuiltWeb}, such as
 * `console/console-8GiWeWup.js`.
 */
export interface Entry {
  script: string;
  /** The modules that the script imports at once. */
  imports: readonly string[];
  styles: readonly string[];
  /** The fonts of Latin texts, of texts with Latin letters beyond those of western Europe, and of code. */
  fonts: Readonly<Record<'latin' | 'latin-ext' | 'mono-latin', string | undefined>>;
}

export interface BuiltFile {
  type: string;
  /** One buffer for all readers. */
  plain: () => Promise<Buffer>;
  /** Null: compression gains nothing, as with fonts. */
  compressed: Buffer | null;
}

export interface BuiltWeb {
  entries: Readonly<Record<EntryName, Entry>>;
  /** By part and name. Only these files are served, so a path never reaches the file system. */
  files: ReadonlyMap<string, BuiltFile>;
  /** The files with texts of the pages for end users, by language and part. */
  texts: ReadonlyMap<string, Readonly<Record<string, string>>>;
}

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

/** The used fields of an entry in Vite's manifest. */
interface Chunk {
  file: string;
  css?: readonly string[];
  /** Other keys of the manifest. */
  imports?: readonly string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

const load = loadOnce(async (): Promise<BuiltWeb> => {
  const folder = webFolder();
  if (folder === null) throw new Error('nothing has been built');
  const files = new Map<string, BuiltFile>();
  for (const part of PARTS)
    for (const [name, file] of await filesOf(new URL(`${part}/`, folder))) files.set(`${part}/${name}`, file);
  const manifests = {
    console: await manifestOf(folder, 'console'),
    pages: await manifestOf(folder, 'pages'),
    examples: await manifestOf(folder, 'examples'),
  };
  const entryOf = (name: EntryName) => entry(ENTRIES[name].build, ENTRIES[name].source, manifests);
  return {
    files,
    entries: {
      console: entryOf('console'),
      pages: entryOf('pages'),
      preview: entryOf('preview'),
      docs: entryOf('docs'),
      examples: entryOf('examples'),
    },
    texts: textsIn(manifests.pages),
  };
});

/**
 * The built files, read once and cached.
 * @returns null until it is built, as in a clone without its dev packages
 */
export async function builtWeb(): Promise<BuiltWeb | null> {
  return webFolder() === null ? null : load();
}

async function manifestOf(folder: URL, build: Build): Promise<Manifest> {
  return JSON.parse(await readFile(new URL(MANIFESTS[build].join('/'), folder), 'utf8'));
}

async function filesOf(folder: URL): Promise<[name: string, file: BuiltFile][]> {
  const names = await readdir(folder);
  const known = names.flatMap((name): [string, string][] => {
    const type = TYPES[extname(name)];
    return type === undefined ? [] : [[name, type]];
  });
  return Promise.all(
    known.map(async ([name, type]): Promise<[string, BuiltFile]> => {
      if (!names.includes(`${name}.gz`)) {
        const content = await readFile(new URL(name, folder));
        return [name, { type, plain: async () => content, compressed: null }];
      }
      const compressed = await readFile(new URL(`${name}.gz`, folder));
      return [name, { type, plain: loadOnce(() => promisify(gunzip)(compressed)), compressed }];
    }),
  );
}

function textsIn(manifest: Manifest): BuiltWeb['texts'] {
  const texts = new Map<string, Record<string, string>>();
  for (const [source, { file }] of Object.entries(manifest)) {
    const [, language, part] = /\/texts\/([^/]+)\/([^/]+)\.ts$/.exec(source) ?? [];
    if (language === undefined || part === undefined) continue;
    texts.set(language, { ...texts.get(language), [part]: `pages/${file}` });
  }
  return texts;
}

function entry(build: Build, source: string, manifests: Record<Build, Manifest>): Entry {
  const manifest = manifests[build];
  const [part] = MANIFESTS[build];
  const chunks = new Set<Chunk>();
  const collect = (key: string) => {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`the manifest of ${build} lacks ${key}`);
    if (chunks.has(chunk)) return;
    chunks.add(chunk);
    for (const imported of chunk.imports ?? []) collect(imported);
  };
  collect(source);
  const [own, ...imported] = [...chunks];
  if (own === undefined) throw new Error(`the manifest of ${build} lacks ${source}`);
  const named = (file: string) => `${part}/${file}`;
  const font = (subset: string) => {
    const [, found] =
      Object.entries(manifest).find(([key]) => key.endsWith(`/geist-${subset}-wght-normal.woff2`)) ?? [];
    return found && named(found.file);
  };
  return {
    script: named(own.file),
    imports: imported.map(({ file }) => named(file)),
    // The styles of imports come first, so that a page's own rules take precedence.
    styles: [...new Set([...imported, own].flatMap(({ css = [] }) => css.map(named)))],
    fonts: { latin: font('latin'), 'latin-ext': font('latin-ext'), 'mono-latin': font('mono-latin') },
  };
}
