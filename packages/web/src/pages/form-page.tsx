import { SignIn, SignInCallback } from '@keyward/react';
import type { ReactNode } from 'react';
import { hintIn } from './hint.ts';
import type { PageProps } from './page.ts';
import { useLeaving } from './use-leaving.ts';
import { useSignedIn } from './use-signed-in.ts';

/** The component of each page for signing in. */
export function FormPage(props: PageProps): ReactNode {
  const { href, page, back } = props.place;
  const onSignedIn = useSignedIn(props);
  const onLeave = useLeaving(back);

  if (page === '/oauth/callback') return <SignInCallback href={href} onSignedIn={onSignedIn} />;
  return <SignIn identifier={hintIn(href)} onSignedIn={onSignedIn} onLeave={onLeave} />;
}
