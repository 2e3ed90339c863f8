import { type OrganizationPart, OrganizationProfile, type SignedOutReason, useSession } from '@keyward/react';
import { OrganizationList } from '@keyward/react/parts';
import { type ReactNode, useCallback, useEffect } from 'react';
import { impersonated } from '../impersonation.ts';
import { organizationIn, queryOf } from './address.ts';
import type { PageProps } from './page.ts';

/** Loaded only for the few who act for somebody. */
const Acting = impersonated && (await import('./acting.tsx')).Acting;

/** The pages of the organizations that a person belongs to. */
export function OrganizationsPage({ place: { base, href }, replace, loadTexts }: PageProps): ReactNode {
  const session = useSession();
  const { pathname, search, searchParams } = new URL(href);
  const reason: SignedOutReason | null = session.status === 'signed-out' ? session.reason : null;
  useEffect(() => {
    if (reason !== null && !Acting)
      replace(`${base}/signin${reason === 'left' ? '' : queryOf({ returnTo: pathname + search })}`);
  }, [reason, replace, base, pathname, search]);
  const to = useCallback(
    (slug: string, part: string | null) =>
      replace(`${base}/organization/${slug}${part === null ? '' : `?part=${part}`}`),
    [replace, base],
  );
  const organization = organizationIn(pathname);
  const part = searchParams.get('part');
  const onSlug = useCallback((slug: string) => to(slug, part), [to, part]);
  const beforePart = useCallback(
    async (next: OrganizationPart) => {
      if (next === 'activity' || next === 'connections' || next === 'domains') await loadTexts(next);
    },
    [loadTexts],
  );
  const onLeave = useCallback(async () => {
    // Loaded only for the few who leave.
    const { remember } = await import('./return.ts');
    remember({ returnTo: pathname + search });
  }, [pathname, search]);
  const onLeft = useCallback(() => replace(`${base}/organizations`), [replace, base]);
  const shown =
    organization === null ? (
      <OrganizationList onLeave={onLeave} />
    ) : (
      <OrganizationProfile
        organization={organization}
        part={part}
        onPart={(next) => to(organization, next)}
        beforePart={beforePart}
        onSlug={onSlug}
        onLeave={onLeave}
        onLeft={onLeft}
      />
    );
  return Acting ? <Acting base={base}>{shown}</Acting> : shown;
}
