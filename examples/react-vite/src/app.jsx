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
  useKeyward,
  useSession,
} from '@keyward/react';

const goHome = () => location.replace('/');
const goToSignIn = () => location.replace('/signin');

/** The paths that mails and providers lead back to, and those that the components link to. */
const PAGES = {
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

export function App() {
  return PAGES[location.pathname] ?? <Home />;
}

function Home() {
  const { signOut } = useKeyward();
  const { status, account } = useSession();
  if (status === 'loading') return null;
  if (status === 'signed-out') return <a href="/signin">Sign in</a>;
  return (
    <>
      <p>
        Hello {account.name}. This is <a href="/account">your account</a>.
      </p>
      <button onClick={() => void signOut()}>Sign out</button>
    </>
  );
}
