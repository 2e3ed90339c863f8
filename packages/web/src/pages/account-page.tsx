import { Account, type SignedOutReason } from '@keyward/react';
import { type ReactNode, useCallback } from 'react';
import type { PageProps } from './pages.ts';

export function AccountPage({ place: { base }, replace }: PageProps): ReactNode {
  const onSignedOut = useCallback(
    (reason: SignedOutReason) =>
      replace(
        reason === 'left'
          ? `${base}/signin`
          : `${base}/signin?${new URLSearchParams({ return_to: `${base}/account` }).toString()}`,
      ),
    [base, replace],
  );
  return <Account onSignedOut={onSignedOut} />;
}
