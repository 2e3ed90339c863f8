import type { Route } from '../wire/endpoint/route.ts';
import { docsPages, type DocsPagePaths } from './get-page.ts';

/** These exist in addition to the other routes of the documentation. */
export function docsPageRoutes(paths: DocsPagePaths): readonly Route[] {
  const { overview, page, part } = docsPages(paths);
  return [
    { method: 'GET', path: '/docs', access: 'public', endpoint: overview },
    { method: 'GET', path: '/docs/:page', access: 'public', endpoint: page },
    { method: 'GET', path: '/docs/:page/:part', access: 'public', endpoint: part },
  ];
}
