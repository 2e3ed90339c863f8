import type { ReactNode } from 'react';
import type { Place } from './address.ts';
import { readBoot } from './boot.ts';
import type { PageView } from './page.ts';
import { takePortalTexts } from './portal/texts.ts';
import { loadTexts, partOf } from './texts.ts';

/** The pages that mailed links open. */
const LINKED: ReadonlySet<Place['page']> = new Set([
  '/reset-password',
  '/magic-link/callback',
  '/magic-link/confirm',
  '/invitation',
  '/email-undo',
]);

/** The pages of an account, with the switcher of organizations above them. */
const SIGNED_IN: ReadonlySet<Place['page']> = new Set(['/account', '/organizations', '/organization/:slug']);

/** Whether a page shows the account that is signed in. */
export function isOfAccount(page: Place['page']): boolean {
  return SIGNED_IN.has(page);
}

/** Whether a page has several parts. */
export function isWide(page: Place['page']): boolean {
  return SIGNED_IN.has(page) || page === '/portal';
}

/** The parts of a page. */
export interface Parts {
  view: PageView;
  /** Beside the brand. */
  aside: (() => ReactNode) | null;
}

/**
 * Loads a page with its texts. The account page is as large as all others together, and few people have organizations.
 */
export async function load(page: Place['page']): Promise<Parts> {
  const { organizations } = readBoot();
  const switches = organizations !== null && SIGNED_IN.has(page);
  const [view, aside] = await Promise.all([
    viewOf(page),
    switches ? import('./switcher.tsx').then(({ Switcher }) => Switcher) : null,
    ...partsOf(page).map((part) => loadTexts(part)),
    ...(switches ? [loadTexts('organizations')] : []),
    ...(switches || page === '/portal' ? [loadTexts('organization-errors')] : []),
    ...(page === '/portal' ? [partOf('portal').then(takePortalTexts)] : []),
  ]);
  return { view, aside };
}

const ASKED: ReadonlySet<Place['page']> = new Set(['/consent', '/device']);

/** The texts of a page, apart from those of organizations. */
function partsOf(page: Place['page']): readonly ('account' | 'oauth' | 'linked')[] {
  if (ASKED.has(page)) return ['account', 'oauth'];
  // A mailed link can lead there too.
  if (LINKED.has(page) || page === '/signup') return ['linked'];
  return page === '/account' ? ['account'] : [];
}

async function viewOf(page: Place['page']): Promise<PageView> {
  if (page === '/account') return (await import('./account-page.tsx')).AccountPage;
  if (page === '/portal') return (await import('./portal-view.tsx')).PortalView;
  if (SIGNED_IN.has(page)) return (await import('./organizations-page.tsx')).OrganizationsPage;
  if (ASKED.has(page)) return (await import('./application-page.tsx')).ApplicationPage;
  if (LINKED.has(page)) return (await import('./link-page.tsx')).LinkPage;
  if (page === '/signup') return (await import('./sign-up-page.tsx')).SignUpPage;
  return (await import('./form-page.tsx')).FormPage;
}
