import {
  EmailUndo,
  Invitation,
  MagicLinkCallback,
  MagicLinkConfirm,
  ResetPassword,
  useKeyward,
} from '@keyward/react';
import { type ReactNode, useCallback } from 'react';
import { hintIn } from './hint.ts';
import type { PageProps } from './page.ts';
import { useSignedIn } from './use-signed-in.ts';

/** The component of each page that a mailed link opens. */
export function LinkPage(props: PageProps): ReactNode {
  const { href, page } = props.place;
  const onSignedIn = useSignedIn(props);
  const { organization } = useKeyward().paths;
  const onAccepted = useCallback(
    (slug: string | null) => onSignedIn(slug === null ? undefined : `${organization}/${slug}`),
    [onSignedIn, organization],
  );
  if (page === '/reset-password') return <ResetPassword href={href} email={hintIn(href)} />;
  if (page === '/magic-link/callback') return <MagicLinkCallback href={href} />;
  if (page === '/magic-link/confirm') return <MagicLinkConfirm href={href} onSignedIn={onSignedIn} />;
  if (page === '/invitation') return <Invitation href={href} onSignedIn={onAccepted} />;
  return <EmailUndo href={href} />;
}
