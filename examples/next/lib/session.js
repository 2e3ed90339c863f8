import { cache } from 'react';
import { headers } from 'next/headers';
import { getKeyward } from './keyward.ts';

/**
 * The account that is signed in, or null. One call to Keyward for each request, even if this is called several
 * times.
 */
export const currentAccount = cache(async () => {
  // Called first, so that a build, which has no request, does not start a service.
  const cookie = (await headers()).get('cookie') ?? '';
  const keyward = await getKeyward();
  try {
    // A page only reads. Without a method, Keyward would treat it as a write, and require an origin.
    const caller = await keyward.authenticate({ method: 'GET', headers: { cookie } });
    return caller?.account ?? null;
  } catch {
    // The session has ended: signed out elsewhere, expired, or its account is suspended.
    return null;
  }
});
