import {
  Account,
  EmailUndo,
  Invitation,
  MagicLinkCallback,
  MagicLinkConfirm,
  ResetPassword,
  SignIn,
  SignInCallback,
  type SignedOutReason,
  SignUp,
  useKeyward,
} from '@keyward/react';
import { type ReactNode, useCallback } from 'react';
import type { Place } from './address.ts';
import { addressOf, forget, recall, remember } from './return.ts';

export interface PageProps {
  place: Place;
  /** Goes to a path without a way back. */
  replace: (path: string) => void;
}

/** The component of the page at hand. */
export function Page({ place, replace }: PageProps): ReactNode {
  const { paths } = useKeyward();
  const { href, page, returnTo, base } = place;

  const onSignedIn = useCallback(() => {
    const to = addressOf(returnTo ?? recall());
    forget();
    if (to === null || isAccount(to, paths.account)) replace(paths.account);
    else location.replace(to);
  }, [returnTo, paths, replace]);

  const onSignedOut = useCallback(
    (reason: SignedOutReason) =>
      replace(
        reason === 'left'
          ? `${base}/signin`
          : `${base}/signin?${new URLSearchParams({ return_to: `${base}/account` }).toString()}`,
      ),
    [base, replace],
  );
  // The sign-in may end on another page, or in another tab.
  const onLeave = useCallback(() => (returnTo === null ? forget() : remember(returnTo)), [returnTo]);

  switch (page) {
    case '/signin':
      return <SignIn onSignedIn={onSignedIn} onLeave={onLeave} />;
    case '/signup':
      return <SignUp href={href} onSignedIn={onSignedIn} onLeave={onLeave} />;
    case '/reset-password':
      return <ResetPassword href={href} email={decodeURIComponent(new URL(href).hash.slice(1))} />;
    case '/oauth/callback':
      return <SignInCallback href={href} onSignedIn={onSignedIn} />;
    case '/magic-link/callback':
      return <MagicLinkCallback href={href} />;
    case '/magic-link/confirm':
      return <MagicLinkConfirm href={href} onSignedIn={onSignedIn} />;
    case '/invitation':
      return <Invitation href={href} onSignedIn={onSignedIn} />;
    case '/email-undo':
      return <EmailUndo href={href} />;
    case '/account':
      return <Account onSignedOut={onSignedOut} />;
  }
}

function isAccount(address: string, path: string): boolean {
  return new URL(path, location.origin).href === address;
}
