import { isAbsolute, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKAGE } from '../package.ts';

/** The documentation of this package. */
export const DOCS_FOLDER = fileURLToPath(new URL('docs/', PACKAGE));

/**
 * Where a page of the documentation can be opened, in a repository as in an installed package: its path, from the
 * working directory when it lies in it.
 * @param page such as `settings.md`, perhaps with the anchor of a section
 */
export function docsPath(page: string): string {
  const path = join(DOCS_FOLDER, page);
  const short = relative('', path);
  return short.startsWith('..') || isAbsolute(short) ? path : short;
}
