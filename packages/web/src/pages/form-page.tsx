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
import type { PageProps } from './page.ts';
import { addressOf, forget, handedOver, recall, remember } from './return.ts';

/** The component of each page for signing in, and for links. */
export function FormPage({ place, replace }: PageProps): ReactNode {
  const { paths, client } = useKeyward();
  const { href, page, back } = place;

  const onSignedIn = useCallback(() => {
    const wanted = back ?? recall();
    forget();
    const leave = async () => {
      const to = addressOf(wanted?.returnTo) ?? (await handedOver(client, wanted));
      if (to === null || to === addressOf(paths.account)) replace(paths.account);
      else location.replace(to);
    };
    void leave();
  }, [back, client, paths, replace]);

  // The sign-in may end on another page, or in another tab.
  const onLeave = useCallback(() => (back === null ? forget() : remember(back)), [back]);

  switch (page) {
    case '/account':
    case '/consent':
    case '/device':
    case '/signin':
      return <SignIn identifier={hintIn(href)} onSignedIn={onSignedIn} onLeave={onLeave} />;
    case '/signup':
      return <SignUp href={href} onSignedIn={onSignedIn} onLeave={onLeave} />;
    case '/reset-password':
      return <ResetPassword href={href} email={hintIn(href)} />;
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

/** The email that was typed before “Forgot password” was pressed, or that an application knows. */
function hintIn(href: string): string {
  try {
    return decodeURIComponent(new URL(href).hash.slice(1));
  } catch {
    return '';
  }
}
