import { protectPage } from '../lib/session.js';

/** A server component for people who are signed in: Keyward's own page signs everybody else in, and leads back. */
export default async function Page() {
  const account = await protectPage('/');
  return (
    <main>
      <h1>Hello {account.name}</h1>
    </main>
  );
}
