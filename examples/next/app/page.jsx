import { redirect } from 'next/navigation';
import { currentAccount } from '../lib/session.js';

/** A server component for people who are signed in: Keyward's own page signs everybody else in, and leads back. */
export default async function Page() {
  const account = await currentAccount();
  if (account === null) redirect('/id/signin?return_to=/');
  return (
    <main>
      <h1>Hello {account.name}</h1>
      <p>
        <a href="/id/account">Your account</a>
      </p>
    </main>
  );
}
