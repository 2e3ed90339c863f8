import { Account, type SignedOutReason } from '@keyward/react';
import { Impersonated } from '@keyward/react/parts';
import { type ReactNode, useCallback } from 'react';
import { impersonated } from '../impersonation.ts';
import { queryOf } from './address.ts';
import type { PageProps } from './page.ts';

export { Impersonated };

export function AccountPage({ place: { base }, replace }: PageProps): ReactNode {
  const onSignedOut = useCallback(
    (reason: SignedOutReason) => {
      // With a new page, because the client of this one has the session of the impersonation.
      if (impersonated !== null) location.replace(`${base}/console/accounts/${impersonated.id}`);
      else
        replace(
          reason === 'left' ? `${base}/signin` : `${base}/signin${queryOf({ returnTo: `${base}/account` })}`,
        );
    },
    [base, replace],
  );
  return <Account onSignedOut={onSignedOut} />;
}
