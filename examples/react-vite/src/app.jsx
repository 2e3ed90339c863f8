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
  keepReturnPath,
  returnAddress,
  useKeyward,
  useSession,
} from '@keyward/react';

/** A page that needs a signed-in person opens again after the sign-in. */
if (location.pathname === '/signin') keepReturnPath();
const goOn = () => location.replace(returnAddress());
const signInFirst = () =>
  location.replace(`/signin?return_to=${encodeURIComponent(location.pathname + location.search)}`);
const leave = (reason) => (reason === 'left' ? location.replace('/signin') : signInFirst());

const query = new URLSearchParams(location.search);

/** The paths that mails and providers lead back to, and those that the components link to. */
const PAGES = {
  '/signin': <SignIn onSignedIn={goOn} />,
  '/signup': <SignUp onSignedIn={goOn} />,
  '/reset-password': <ResetPassword />,
  '/oauth/callback': <SignInCallback onSignedIn={goOn} />,
  '/magic-link/callback': <MagicLinkCallback />,
  '/magic-link/confirm': <MagicLinkConfirm onSignedIn={goOn} />,
  '/invitation': <Invitation onSignedIn={goOn} />,
  '/email-undo': <EmailUndo />,
  '/account': <Account onSignedOut={leave} />,
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
