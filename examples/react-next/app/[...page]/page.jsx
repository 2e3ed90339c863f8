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
  keepReturnPath,
  returnAddress,
} from '@keyward/react';
import { notFound, usePathname, useRouter } from 'next/navigation';
import { Suspense, useCallback, useEffect } from 'react';

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
  const goOn = useCallback(() => router.replace(returnAddress()), [router]);
  const leave = useCallback(
    (reason) =>
      router.replace(reason === 'left' ? '/signin' : `/signin?return_to=${encodeURIComponent(path)}`),
    [router, path],
  );
  useEffect(() => {
    if (path === '/signin') keepReturnPath();
  }, [path]);
  const pages = {
    '/signin': <SignIn onSignedIn={goOn} />,
    '/signup': <SignUp onSignedIn={goOn} />,
    '/reset-password': <ResetPassword />,
    '/oauth/callback': <SignInCallback onSignedIn={goOn} />,
    '/magic-link/callback': <MagicLinkCallback />,
    '/magic-link/confirm': <MagicLinkConfirm onSignedIn={goOn} />,
    '/invitation': <Invitation onSignedIn={goOn} />,
    '/email-undo': <EmailUndo />,
    '/account': <Account onSignedOut={leave} />,
  };
  return pages[path] ?? notFound();
}
