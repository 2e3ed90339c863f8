import type { Place } from './address.ts';
import type { PageView } from './page.ts';

/** The pages that mailed links open. */
const LINKED: ReadonlySet<Place['page']> = new Set([
  '/reset-password',
  '/magic-link/callback',
  '/magic-link/confirm',
  '/invitation',
  '/email-undo',
]);

/** Loads the component of a page. The account is as large as all others together. */
export async function viewOf(page: Place['page']): Promise<PageView> {
  if (page === '/account') return (await import('./account-page.tsx')).AccountPage;
  if (page === '/consent' || page === '/device')
    return (await import('./application-page.tsx')).ApplicationPage;
  if (LINKED.has(page)) return (await import('./link-page.tsx')).LinkPage;
  return (await import('./form-page.tsx')).FormPage;
}
