import type { Route } from '../wire/endpoint.ts';
import { getFrontendPage } from './get-frontend-page.ts';
import { FRONTEND_PAGES } from './page-script.ts';

/**
 * Stand-ins for the pages that a frontend provides: without a named frontend, mails and redirects point to the
 * service's own address. At the root, because such redirects lead there.
 */
export function frontendPageRoutes(prefix: string): readonly Route[] {
  return FRONTEND_PAGES.map((path) => ({
    method: 'GET',
    path,
    access: 'public',
    endpoint: getFrontendPage(path, prefix),
  }));
}
