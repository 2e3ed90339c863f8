import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DOCS_FOLDER } from '../../lib/docs-path.ts';
import { loadOnce } from '../../lib/load-once.ts';

/** Where the built-in pictures are: in the folder of the documentation, and below `/docs`. */
export const PICTURES = 'images';
const NAME = /^[a-z\d-]+\.webp$/;
const REFERENCE = /^(?:\.\.\/)?images\/([a-z\d-]+\.webp)$/;

/**
 * The pictures of the built-in documentation, by name. Read once, for the first request: a path is never looked up in
 * the file system.
 */
export const pictures = loadOnce(async (): Promise<ReadonlyMap<string, Buffer>> => {
  const folder = join(DOCS_FOLDER, PICTURES);
  const names = (await readdir(folder)).filter((name) => NAME.test(name));
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)),
  );
});

/** The name of the same picture in the dark. */
export const darkOf = (name: string): string => name.replace('.webp', '-dark.webp');

/** The name of the picture that a document refers to; null for any other, such as one on another site. */
export function pictureOf(reference: string): string | null {
  return REFERENCE.exec(reference)?.[1] ?? null;
}
