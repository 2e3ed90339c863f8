import { cache } from 'react';
import { cookies, headers } from 'next/headers';
import { getKeyward } from './keyward.ts';

/** The cookie of this application that holds the access token; no script of a page sees it. */
const COOKIE = 'session';

/** Posts to a route of Keyward below `/auth`, in this process. The limits count by the address of the person who asks. */
export async function callKeyward(path, { body, token }) {
  const keyward = await getKeyward();
  const sent = new Headers({ 'user-agent': (await headers()).get('user-agent') ?? '' });
  const forwardedFor = (await headers()).get('x-forwarded-for');
  if (forwardedFor !== null) sent.set('x-forwarded-for', forwardedFor);
  if (token !== undefined) sent.set('authorization', `Bearer ${token}`);
  if (body !== undefined) sent.set('content-type', 'application/json');
  return keyward.fetch(
    new Request(`http://localhost/auth${path}`, {
      method: 'POST',
      headers: sent,
      body: JSON.stringify(body),
    }),
  );
}

export async function sessionToken() {
  return (await cookies()).get(COOKIE)?.value;
}

/** The account that is signed in, or null. Keyward is asked once for each request, however often this is called. */
export const currentAccount = cache(async () => {
  const token = await sessionToken();
  if (token === undefined) return null;
  const keyward = await getKeyward();
  try {
    const caller = await keyward.authenticate({ headers: { authorization: `Bearer ${token}` } });
    return caller?.account ?? null;
  } catch {
    // The session has ended: signed out elsewhere, expired, or its account is suspended.
    return null;
  }
});

export async function keepSession(token) {
  (await cookies()).set(COOKIE, token, {
    httpOnly: true,
    secure: process.env.KEYWARD_ENV === 'production',
    sameSite: 'lax',
    path: '/',
    maxAge: 7 * 86_400,
  });
}

export async function dropSession() {
  (await cookies()).delete(COOKIE);
}
