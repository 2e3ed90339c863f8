import { cache } from 'react';
import { headers } from 'next/headers';
import { getKeyward } from './keyward.ts';

/** The account that is signed in, or null. Keyward is asked once for each request, however often this is called. */
export const currentAccount = cache(async () => {
  // First, so that a build, which has no request, does not begin a service.
  const cookie = (await headers()).get('cookie') ?? '';
  const keyward = await getKeyward();
  try {
    // A page only reads. Without a method, Keyward would ask for the origin of a write.
    const caller = await keyward.authenticate({ method: 'GET', headers: { cookie } });
    return caller?.account ?? null;
  } catch {
    // The session has ended: signed out elsewhere, expired, or its account is suspended.
    return null;
  }
});
