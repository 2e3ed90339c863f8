import type { PageEntry, Chapter } from '../../features/operations/documents/document.ts';
import { INDEX } from '../../features/operations/documents/documents.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import { type DocsAddresses, pageOf } from './addresses.ts';

export interface NavigationOptions {
  /** The path of the open document; null: none. */
  current: string | null;
  texts: { overview: string; reference: string };
  addresses: DocsAddresses;
}

/**
 * The list of all pages. Pages in a folder, `providers/google.md`, follow the page that the folder is named
 * after, and are shown while one of these pages is open.
 */
export function navigation(
  chapters: readonly Chapter[],
  { current, texts, addresses }: NavigationOptions,
): string {
  const link = ({ path, title }: Pick<PageEntry, 'path' | 'title'>) =>
    `<a href="${pageOf(path, addresses)}" data-path="${escapeHtml(path)}"${path === current ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a>`;
  const group = ({ title, pages }: Chapter) => {
    const top = pages.filter(({ path }) => parentOf(path, pages) === null);
    const items = top.map((page) => {
      const below = pages.filter(({ path }) => parentOf(path, pages) === page);
      const open = [page, ...below].some(({ path }) => path === current);
      const nested =
        below.length > 0
          ? `<ul${open ? '' : ' hidden'}>${below.map((one) => `<li>${link(one)}</li>`).join('')}</ul>`
          : '';
      return `<li>${link(page)}${nested}</li>`;
    });
    return `<h2 lang="en">${escapeHtml(title)}</h2>\n<ul lang="en">\n${items.join('\n')}\n</ul>`;
  };
  const first = `<ul>
<li>${link({ path: INDEX, title: texts.overview })}</li>
<li><a href="${addresses.documentation}/reference">${texts.reference}</a></li>
</ul>`;
  return [first, ...chapters.map(group)].join('\n');
}

function parentOf(path: string, pages: readonly PageEntry[]): PageEntry | null {
  const [folder, ...below] = path.split('/');
  return below.length === 0 ? null : (pages.find((page) => page.path === `${folder}.md`) ?? null);
}

/** The pages before and after one, in reading order. */
export function neighbours(
  chapters: readonly Chapter[],
  current: string,
): { previous: PageEntry | undefined; next: PageEntry | undefined } {
  const pages = chapters.flatMap((chapter) => chapter.pages);
  const index = pages.findIndex(({ path }) => path === current);
  return { previous: index > 0 ? pages[index - 1] : undefined, next: pages[index + 1] };
}
