'use client';
import { KeywardProvider, UserButton } from '@keyward/react';

const options = { url: '', storage: 'cookies' };
const paths = { signIn: '/id/signin', account: '/id/account' };
const goHome = () => location.assign('/');

/** Who is signed in, with the way to the account and out. */
export function Header() {
  return (
    <KeywardProvider options={options} paths={paths}>
      <header>
        <UserButton showName onSignedOut={goHome} />
      </header>
    </KeywardProvider>
  );
}
