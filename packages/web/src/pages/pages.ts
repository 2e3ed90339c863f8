import type { Place } from './address.ts';
import type { PageView } from './page.ts';

/** Loads the component of a page. The account is as large as all others together. */
export async function viewOf(page: Place['page']): Promise<PageView> {
  if (page === '/account') return (await import('./account-page.tsx')).AccountPage;
  if (page === '/consent' || page === '/device')
    return (await import('./application-page.tsx')).ApplicationPage;
  return (await import('./form-page.tsx')).FormPage;
}
