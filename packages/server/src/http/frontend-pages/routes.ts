import type { Route } from '../wire/endpoint.ts';
import { getFrontendPage } from './get-frontend-page.ts';
import { FRONTEND_PAGES } from './page-script.ts';

/**
 * Stand-ins for the pages that a frontend provides: where no frontend is named, mails and redirects lead to the service's
 * own address. At the root, because that is where such redirects lead.
 */
export function frontendPageRoutes(prefix: string): readonly Route[] {
  return FRONTEND_PAGES.map((path) => ({
    method: 'GET',
    path,
    access: 'public',
    endpoint: getFrontendPage(path, prefix),
  }));
}
