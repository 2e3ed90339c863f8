import { isAbsolute, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKAGE } from '../package.ts';

/** The documentation of this package. */
export const DOCS_FOLDER = fileURLToPath(new URL('docs/', PACKAGE));

/**
 * The path of a page of the documentation, in a repository as in an installed package; relative to the working
 * directory if it lies below it.
 * @param page such as `settings.md`, optionally with a section's anchor
 */
export function docsPath(page: string): string {
  const path = join(DOCS_FOLDER, page);
  const short = relative('', path);
  return short.startsWith('..') || isAbsolute(short) ? path : short;
}
