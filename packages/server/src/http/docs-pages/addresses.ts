import { posix } from 'node:path';
import { INDEX } from '../../features/operations/documents/documents.ts';

/** Paths as browsers see them. */
export interface DocsAddresses {
  /** The path that the documentation routes are mounted below; empty at the root. */
  documentation: string;
  /** The path that the files for browsers are mounted below. */
  web: string;
}

/**
 * The path of a document's page. The routes know one folder; the slashes of deeper ones are encoded.
 * @param path of the document, such as `providers/google.md`
 */
export function pageOf(path: string, { documentation }: DocsAddresses): string {
  const root = `${documentation}/docs`;
  if (path === INDEX) return root;
  const { dir, base } = posix.parse(path);
  const names = [...(dir === '' ? [] : [dir]), base.replace(/\.md$/, '')];
  return [root, ...names.map(encodeURIComponent)].join('/');
}

/** The paths that a page's document may have. @param names of the page's address, none for the overview */
export function documentsOf(names: readonly string[]): string[] {
  if (names.length === 0) return [INDEX];
  const path = names.join('/');
  return [`${path}.md`, ...(path.endsWith('.txt') ? [path] : [])];
}

/** The address of a link in a document. Null: the service has no such target. */
export function linkFrom(
  document: string,
  href: string,
  { addresses, has }: { addresses: DocsAddresses; has: (path: string) => boolean },
): string | null {
  if (href.startsWith('#') || /^(?:https?:|mailto:)/i.test(href)) return href;
  const [, path = '', anchor = ''] = /^([^#?]*)(?:\?[^#]*)?(#.*)?$/.exec(href) ?? [];
  // Another scheme, such as javascript:, or another host.
  if (/^(?:[a-z][\w+.-]*:|\/)/i.test(path)) return null;
  const target = posix.join(posix.dirname(document), decoded(path));
  return has(target) ? pageOf(target, addresses) + anchor : null;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
