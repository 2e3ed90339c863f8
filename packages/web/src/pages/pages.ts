import type { ReactNode } from 'react';
import type { Place } from './address.ts';
import { readBoot } from './boot.ts';
import type { PageView } from './page.ts';
import { loadOrganizationTexts } from './texts.ts';

/** The pages that mailed links open. */
const LINKED: ReadonlySet<Place['page']> = new Set([
  '/reset-password',
  '/magic-link/callback',
  '/magic-link/confirm',
  '/invitation',
  '/email-undo',
]);

/** The pages with several parts, and the switcher of organizations above them. */
const WIDE: ReadonlySet<Place['page']> = new Set(['/account', '/organizations', '/organization/:slug']);

export function isWide(page: Place['page']): boolean {
  return WIDE.has(page);
}

/** What a page consists of. */
export interface Parts {
  view: PageView;
  /** Beside the brand. */
  aside: (() => ReactNode) | null;
}

/** Loads a page. The account is as large as all others together, and organizations are an addition that few have. */
export async function load(page: Place['page']): Promise<Parts> {
  const { organizations, language } = readBoot();
  if (organizations === null || !isWide(page)) return { view: await viewOf(page), aside: null };
  const [view, aside] = await Promise.all([
    viewOf(page),
    import('./switcher.tsx').then(({ Switcher }) => Switcher),
    loadOrganizationTexts(language),
  ]);
  return { view, aside };
}

async function viewOf(page: Place['page']): Promise<PageView> {
  if (page === '/account') return (await import('./account-page.tsx')).AccountPage;
  if (isWide(page)) return (await import('./organizations-page.tsx')).OrganizationsPage;
  if (page === '/consent' || page === '/device')
    return (await import('./application-page.tsx')).ApplicationPage;
  if (LINKED.has(page)) return (await import('./link-page.tsx')).LinkPage;
  return (await import('./form-page.tsx')).FormPage;
}
