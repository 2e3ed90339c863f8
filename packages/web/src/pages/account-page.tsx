import { Account, type SignedOutReason } from '@keyward/react';
import { type ReactNode, useCallback } from 'react';
import { queryOf } from './address.ts';
import type { PageProps } from './page.ts';

export function AccountPage({ place: { base }, replace }: PageProps): ReactNode {
  const onSignedOut = useCallback(
    (reason: SignedOutReason) =>
      replace(
        reason === 'left' ? `${base}/signin` : `${base}/signin${queryOf({ returnTo: `${base}/account` })}`,
      ),
    [base, replace],
  );
  return <Account onSignedOut={onSignedOut} />;
}
