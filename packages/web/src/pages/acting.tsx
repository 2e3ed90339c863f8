import { useSession } from '@keyward/react';
import { useKeyward, useLoaded } from '@keyward/react/parts';
import { type ReactNode, useEffect } from 'react';
import { impersonated } from '../impersonation.ts';

// Not imported by name, which would split the file of the account page.
const { Impersonated } = await import('./account-page.tsx');

/** A page of somebody for whom a superadmin acts. It comes back to the console. */
export function Acting({ base, children }: { base: string; children: ReactNode }): ReactNode {
  const { client } = useKeyward();
  const { status } = useSession();
  const { data } = useLoaded(client.me);
  const ended = status === 'signed-out';
  useEffect(() => {
    // With a new page, because the client of this one has the session of the impersonation.
    if (ended) location.replace(`${base}/console/accounts/${impersonated?.id}`);
  }, [ended, base]);
  return (
    <div className="kw kw-account">
      {data !== null && <Impersonated name={data.account.name} until={data.session.expires_at} />}
      {children}
    </div>
  );
}
