/** Builds the files that browsers load: the console, the pages for end users with the documentation, and its examples. */
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type InlineConfig } from 'vite';
import { en } from '../../react/src/texts/en.ts';
import { texts as portalRoles } from '../src/pages/texts/en/portal-roles.ts';
import { texts as portal } from '../src/pages/texts/en/portal.ts';
import { DIST, STAMP_FILE, stampOf } from './stamp.ts';
import { takeInto } from './take-into.ts';
import { namesIn } from './text-names.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CLIENT = fileURLToPath(new URL('../../client/src/', import.meta.url));
const REACT = fileURLToPath(new URL('../../react/src/', import.meta.url));

const ALIASES = [
  { find: /^@keyward\/client$/, replacement: `${CLIENT}index.ts` },
  { find: /^@keyward\/client\/(.*)$/, replacement: `${CLIENT}$1.ts` },
  { find: /^@keyward\/react$/, replacement: `${REACT}index.ts` },
  { find: /^@keyward\/react\/parts$/, replacement: `${REACT}parts.ts` },
  { find: /^@keyward\/react\/(\w\w)$/, replacement: `${REACT}texts/$1.ts` },
  { find: /^@keyward\/react\/styles\.css$/, replacement: `${REACT}styles.css` },
];

/** The pages are small, so they use Preact instead of React. */
const PREACT = [
  { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^(react|react-dom)$/, replacement: 'preact/compat' },
];

// Computed before anything is read: a source that changes during the build makes the files stale.
const stamp = stampOf();
mkdirSync(join(ROOT, 'node_modules/.cache'), { recursive: true });
const fresh = mkdtempSync(join(ROOT, 'node_modules/.cache/build-'));
process.once('exit', () => rmSync(fresh, { recursive: true }));

/** Modules that every page for end users needs: one file compresses better than many small ones. */
const SHARED = {
  name: 'parts',
  test: /[\\/](preact|react[\\/]src[\\/](parts|lib|context|sign-in[\\/]send-again|account[\\/](card|reauthentication))|web[\\/]src[\\/]pages[\\/](address|return|use-signed-in|use-leaving)|web[\\/]src[\\/]impersonation|client[\\/]src[\\/]factors-api)\b/,
};

interface Options {
  /** The folder of the files. */
  part: string;
  /** Of the names of the manifest and of the list of licenses: several builds may share a folder. */
  prefix?: string;
  input: Record<string, string>;
  aliases?: typeof ALIASES;
  /** Modules that share a file. */
  groups?: { name: string; test: RegExp }[];
}

function configOf({ part, prefix = '', input, aliases = [], groups = [] }: Options): InlineConfig {
  return {
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    // Relative, because a host chooses the path.
    base: './',
    publicDir: false,
    resolve: { alias: [...aliases, ...ALIASES] },
    build: {
      outDir: join(fresh, part),
      emptyOutDir: false,
      manifest: `${prefix}manifest.json`,
      license: { fileName: `${prefix}licenses.md` },
      assetsDir: '',
      assetsInlineLimit: 0,
      target: 'es2022',
      // The target browsers support light-dark(), as all browsers have since 2024.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      reportCompressedSize: false,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input,
        // The pages import the texts by their address.
        preserveEntrySignatures: 'exports-only',
        output: { codeSplitting: { groups } },
        // Each of a thousand library modules says "use client", which concerns only servers.
        onLog(level, log, report) {
          if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
        },
      },
    },
  };
}

await build(configOf({ part: 'console', input: { console: 'src/console/main.tsx' } }));
/** A file each, which the service names to the page: it loads those of its language. */
const TEXTS = Object.fromEntries(
  [join(REACT, 'texts'), join(ROOT, 'src/pages/texts')].flatMap((folder) =>
    globSync('*/*.ts', { cwd: folder }).map((file) => [
      file.replace('.ts', '').replace(sep, '-'),
      join(folder, file),
    ]),
  ),
);
await build(
  configOf({
    part: 'pages',
    input: {
      pages: 'src/pages/main.tsx',
      preview: 'src/pages/preview.tsx',
      docs: 'src/docs/main.ts',
      ...TEXTS,
    },
    aliases: PREACT,
    groups: [SHARED],
  }),
);
// On their own: they use more of the components, and would split the files of the pages.
await build(
  configOf({
    part: 'pages',
    prefix: 'examples-',
    input: { examples: 'src/docs/examples/examples.tsx' },
    aliases: PREACT,
  }),
);
for (const file of globSync('*/*.{js,css,svg}', { cwd: fresh })) {
  const content = readFileSync(join(fresh, file));
  writeFileSync(join(fresh, `${file}.gz`), gzipSync(content, { level: 9 }));
}
writeFileSync(join(fresh, 'texts.json'), JSON.stringify(namesIn({ ...en, portal, ...portalRoles })));
writeFileSync(join(fresh, STAMP_FILE), stamp);
takeInto(fresh, DIST);
