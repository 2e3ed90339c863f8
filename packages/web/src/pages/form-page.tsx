import {
  EmailUndo,
  Invitation,
  MagicLinkCallback,
  MagicLinkConfirm,
  ResetPassword,
  SignIn,
  SignInCallback,
  SignUp,
  useKeyward,
} from '@keyward/react';
import { type ReactNode, useCallback } from 'react';
import type { PageProps } from './pages.ts';
import { addressOf, forget, recall, remember } from './return.ts';

/** The component of each page but the account's. */
export function FormPage({ place, replace }: PageProps): ReactNode {
  const { paths } = useKeyward();
  const { href, page, returnTo } = place;

  const onSignedIn = useCallback(() => {
    const to = addressOf(returnTo ?? recall());
    forget();
    if (to === null || to === addressOf(paths.account)) replace(paths.account);
    else location.replace(to);
  }, [returnTo, paths, replace]);

  // The sign-in may end on another page, or in another tab.
  const onLeave = useCallback(() => (returnTo === null ? forget() : remember(returnTo)), [returnTo]);

  switch (page) {
    case '/account':
    case '/signin':
      return <SignIn onSignedIn={onSignedIn} onLeave={onLeave} />;
    case '/signup':
      return <SignUp href={href} onSignedIn={onSignedIn} onLeave={onLeave} />;
    case '/reset-password':
      return <ResetPassword href={href} email={emailIn(href)} />;
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
  }
}

/** What somebody typed before they pressed “Forgot password”. */
function emailIn(href: string): string {
  try {
    return decodeURIComponent(new URL(href).hash.slice(1));
  } catch {
    return '';
  }
}
