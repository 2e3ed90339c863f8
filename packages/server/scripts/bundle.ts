import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const PACKAGE = new URL('../', import.meta.url);

/**
 * The modules compiled into the bundle. The first two are two thirds of those that a start would otherwise find and
 * load; they remain dependencies for their types. Of the last, a tenth is needed.
 */
const PARTS = ['kysely', 'typebox', 'highlight.js'];
/** `build.ts` writes the script of this package next to the bundle. */
const REFERENCE = '@scalar/fastify-api-reference';

/**
 * Writes the service in its published form, except for the types: it loads in half the time of its sources. All files
 * are in one folder, as `src/package.ts` requires. Unchanged files are left alone.
 */
export async function bundle(folder: string): Promise<void> {
  const { dependencies }: { dependencies: object } = JSON.parse(
    readFileSync(new URL('package.json', PACKAGE), 'utf8'),
  );
  const { outputFiles, metafile } = await build({
    absWorkingDir: fileURLToPath(PACKAGE),
    entryPoints: { index: 'src/index.ts', program: 'src/cli/program.ts' },
    outdir: folder,
    bundle: true,
    splitting: true,
    chunkNames: '[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node24',
    external: [...Object.keys(dependencies), REFERENCE].filter((name) => !PARTS.includes(name)),
    metafile: true,
    write: false,
  });
  const strangers = Object.keys(metafile.inputs).filter((path) => {
    const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
    return name !== undefined && !PARTS.includes(name);
  });
  if (strangers.length > 0) throw new Error(`Not among the dependencies: ${strangers.join(', ')}`);
  for (const { path, contents } of [
    ...outputFiles,
    { path: join(folder, 'licenses.txt'), contents: licenses() },
  ]) {
    if (isSame(path, contents)) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
  }
}

function isSame(path: string, contents: Uint8Array): boolean {
  try {
    return readFileSync(path).equals(contents);
  } catch {
    return false;
  }
}

/** The notices that copies must carry. */
function licenses(): Uint8Array {
  const texts = [...PARTS, REFERENCE].map((name) => {
    const manifest = findPackageJSON(name, import.meta.url);
    if (manifest === undefined) throw new Error(`${name} is not installed`);
    const folder = dirname(manifest);
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    if (file === undefined) throw new Error(`${name} has no licence`);
    return `${name}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
  });
  return Buffer.from(texts.join('\n\n'));
}
