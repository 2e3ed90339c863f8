import { redirect } from 'next/navigation';
import { currentAccount } from '../lib/session.js';
import { logOut } from './actions.js';

/** A page for people who are signed in: the server sends everybody else to the login page. */
export default async function Page() {
  const account = await currentAccount();
  if (account === null) redirect('/login');
  return (
    <main>
      <h1>Hello {account.name}</h1>
      <form action={logOut}>
        <button>Sign out</button>
      </form>
    </main>
  );
}
