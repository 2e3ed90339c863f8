import { type ReactNode, useMemo } from 'react';
import { readBoot } from './boot.ts';
import type { PageProps } from './page.ts';
import { PortalPage } from './portal/portal-page.tsx';

/** The page of the portal. */
export function PortalView({ place: { href }, loadTexts }: PageProps): ReactNode {
  const boot = useMemo(() => readBoot(), []);
  return <PortalPage href={href} boot={boot} loadTexts={loadTexts} />;
}
