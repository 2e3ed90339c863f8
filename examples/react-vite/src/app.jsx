import {
  Account,
  Consent,
  Device,
  EmailUndo,
  Invitation,
  MagicLinkCallback,
  MagicLinkConfirm,
  ResetPassword,
  SignIn,
  SignInCallback,
  SignUp,
  UserButton,
  useKeyward,
  useSession,
} from '@keyward/react';

const goHome = () => location.replace('/');
const goToSignIn = () => location.replace('/signin');

/** A page that needs a signed-in person opens again after the sign-in. */
const next = sessionStorage.getItem('next') ?? '/';
const signInFirst = () => {
  sessionStorage.setItem('next', location.href);
  goToSignIn();
};
const goOn = () => {
  sessionStorage.removeItem('next');
  location.replace(next);
};

const query = new URLSearchParams(location.search);

/** The paths that mails and providers lead back to, and those that the components link to. */
const PAGES = {
  '/signin': <SignIn onSignedIn={goOn} />,
  '/signup': <SignUp onSignedIn={goHome} />,
  '/reset-password': <ResetPassword />,
  '/oauth/callback': <SignInCallback onSignedIn={goHome} />,
  '/magic-link/callback': <MagicLinkCallback />,
  '/magic-link/confirm': <MagicLinkConfirm onSignedIn={goHome} />,
  '/invitation': <Invitation onSignedIn={goHome} />,
  '/email-undo': <EmailUndo />,
  '/account': <Account onSignedOut={goToSignIn} />,
  '/consent': <Consent request={query.get('request') ?? ''} onSignedOut={signInFirst} />,
  '/device': <Device userCode={query.get('user_code') ?? ''} onSignedOut={signInFirst} />,
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
      <UserButton showName />
      <h1>Hello {account.name}.</h1>
      <p>
        This is <a href="/account">your account</a>.
      </p>
      <button onClick={() => void signOut()}>Sign out</button>
    </>
  );
}
