import type { ReactNode } from 'react';
import type { Place } from './address.ts';

export interface PageProps {
  place: Place;
  /** Goes to a path without a way back. */
  replace: (path: string) => void;
}

/** What draws a page. */
export type PageView = (props: PageProps) => ReactNode;

/** Loads what draws a page: nobody needs both at once, and the account is as large as all the others. */
export async function viewOf(page: Place['page']): Promise<PageView> {
  if (page === '/account') return (await import('./account-page.tsx')).AccountPage;
  return (await import('./form-page.tsx')).FormPage;
}
