import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const PACKAGE = new URL('../', import.meta.url);

/**
 * Dependencies that stay outside of the bundle: native code, and packages that a process must share with its host,
 * such as the OpenTelemetry API.
 */
const OUTSIDE = ['@node-rs/argon2', '@node-rs/bcrypt', '@opentelemetry/api'];
/**
 * Bundled one by one: bundling several entries together would split them into shared pieces, and a start would have to
 * find and link every piece.
 */
const MODULES = [
  { index: 'src/index.ts', program: 'src/cli/program.ts' },
  { 'sqlite-reader-thread': 'src/store/engine/sqlite-reader-thread.ts' },
];
/** `build.ts` writes the script of this package next to the bundle. */
const REFERENCE = '@scalar/fastify-api-reference';
/** Packages that unused parts of dependencies look for. */
const UNUSED = ['pg-native', 'pino', 'light-my-request'];
/** Some dependencies are CommonJS. */
const REQUIRE = `import { createRequire as requireFrom } from 'node:module';const require = requireFrom(import.meta.url);`;

/**
 * Writes the published form of the service with its dependencies, except for the types: finding, reading and compiling
 * files takes most of the start. All files are in one folder, as `src/package.ts` requires. Unchanged files are left
 * alone.
 */
export async function bundle(folder: string): Promise<void> {
  const built = await Promise.all(MODULES.map((entryPoints) => bundled(entryPoints, folder)));
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

function bundled(entryPoints: Record<string, string>, outdir: string) {
  return build({
    entryPoints,
    outdir,
    absWorkingDir: fileURLToPath(PACKAGE),
    bundle: true,
    splitting: true,
    chunkNames: '[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node22',
    external: [...OUTSIDE, REFERENCE, ...UNUSED],
    minifyWhitespace: true,
    lineLimit: 160,
    legalComments: 'none',
    banner: { js: REQUIRE },
    metafile: true,
    write: false,
  });
}

function isSame(path: string, contents: Uint8Array): boolean {
  try {
    return readFileSync(path).equals(contents);
  } catch {
    return false;
  }
}

/** The license notices that copies must carry. @param inside the folders of the packages, from that of this one */
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
