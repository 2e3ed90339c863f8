import { SignIn, SignInCallback, SignUp } from '@keyward/react';
import { type ReactNode, useCallback } from 'react';
import { hintIn } from './hint.ts';
import type { PageProps } from './page.ts';
import { forget, remember } from './return.ts';
import { useSignedIn } from './use-signed-in.ts';

/** The component of each page for signing in and up. */
export function FormPage(props: PageProps): ReactNode {
  const { href, page, back } = props.place;
  const onSignedIn = useSignedIn(props);
  // The sign-in may end on another page, or in another tab.
  const onLeave = useCallback(() => (back === null ? forget() : remember(back)), [back]);

  if (page === '/oauth/callback') return <SignInCallback href={href} onSignedIn={onSignedIn} />;
  if (page === '/signup') return <SignUp href={href} onSignedIn={onSignedIn} onLeave={onLeave} />;
  return <SignIn identifier={hintIn(href)} onSignedIn={onSignedIn} onLeave={onLeave} />;
}
