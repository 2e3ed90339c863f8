'use client';

import { useActionState } from 'react';
import { logIn } from '../actions.js';

export default function Page() {
  const [state, action, pending] = useActionState(logIn, null);
  return (
    <main>
      <h1>Sign in</h1>
      <form action={action}>
        <p>
          <label>
            Email, handle or phone <input name="identifier" autoComplete="username" required />
          </label>
        </p>
        <p>
          <label>
            Password <input name="password" type="password" autoComplete="current-password" required />
          </label>
        </p>
        <p role="alert">{state?.error}</p>
        <button disabled={pending}>Sign in</button>
      </form>
    </main>
  );
}
