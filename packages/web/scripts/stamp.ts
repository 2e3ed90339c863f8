import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));

/** The sources of the built files: folders and files of the repository. */
const SOURCES = [
  'packages/web/src',
  'packages/web/scripts',
  'packages/web/package.json',
  'packages/react/src',
  'packages/client/src',
  'packages/server/src/lib/brand-variables.ts',
  'packages/server/src/lib/contrast.ts',
  'package-lock.json',
];

/** The folder of the built files. */
export const DIST = join(REPOSITORY, 'packages/web/dist');
/** In that folder: the stamp of the sources that it was built from. */
export const STAMP_FILE = 'stamp';

/**
 * A hash of the sources' names and contents: some milliseconds.
 * @param repository its folder
 */
export function stampOf(repository = REPOSITORY): string {
  const hash = createHash('sha256');
  for (const source of SOURCES)
    for (const file of filesAt(join(repository, source))) {
      const content = readFileSync(file);
      hash.update(`${relative(repository, file).replaceAll('\\', '/')}\0${content.length}\0`).update(content);
    }
  return hash.digest('hex');
}

function filesAt(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  const entries = readdirSync(path, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
