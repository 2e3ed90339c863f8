'use client';
import {
  Account,
  EmailUndo,
  Invitation,
  MagicLinkCallback,
  MagicLinkConfirm,
  ResetPassword,
  SignIn,
  SignInCallback,
  SignUp,
} from '@keyward/react';
import { notFound, usePathname, useRouter } from 'next/navigation';
import { Suspense, useCallback } from 'react';

/** With Cache Components, Next.js asks for a boundary around what depends on the address. */
export default function Page() {
  return (
    <Suspense>
      <Pages />
    </Suspense>
  );
}

/** The paths that mails and providers lead back to, and those that the components link to. */
function Pages() {
  const router = useRouter();
  const path = usePathname();
  const goHome = useCallback(() => router.replace('/'), [router]);
  const goToSignIn = useCallback(() => router.replace('/signin'), [router]);
  const pages = {
    '/signin': <SignIn onSignedIn={goHome} />,
    '/signup': <SignUp onSignedIn={goHome} />,
    '/reset-password': <ResetPassword />,
    '/oauth/callback': <SignInCallback onSignedIn={goHome} />,
    '/magic-link/callback': <MagicLinkCallback />,
    '/magic-link/confirm': <MagicLinkConfirm onSignedIn={goHome} />,
    '/invitation': <Invitation onSignedIn={goHome} />,
    '/email-undo': <EmailUndo />,
    '/account': <Account onSignedOut={goToSignIn} />,
  };
  return pages[path] ?? notFound();
}
