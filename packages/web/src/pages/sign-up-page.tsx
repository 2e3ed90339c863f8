import { SignUp } from '@keyward/react';
import type { ReactNode } from 'react';
import type { PageProps } from './page.ts';
import { useLeaving } from './use-leaving.ts';
import { useSignedIn } from './use-signed-in.ts';

export function SignUpPage(props: PageProps): ReactNode {
  const { href, back } = props.place;
  return <SignUp href={href} onSignedIn={useSignedIn(props)} onLeave={useLeaving(back)} />;
}
