import type { Place } from './address.ts';
import type { PageView } from './page.ts';

/** Loads what draws a page: nobody needs both at once, and the account is as large as all the others. */
export async function viewOf(page: Place['page']): Promise<PageView> {
  if (page === '/account') return (await import('./account-page.tsx')).AccountPage;
  return (await import('./form-page.tsx')).FormPage;
}
