import type { ReactNode } from 'react';
import { useSession } from '../context/context.tsx';
import { useOrganization } from './use-organization.ts';

export interface ProtectProps {
  /**
   * What the person must be allowed to do in the active organization, such as `invoices:write`. Default: it is enough to
   * be signed in
   */
  permission?: string;
  /** Shown to everybody else, once it is known. Default: nothing */
  fallback?: ReactNode;
  children: ReactNode;
}

/**
 * Shows its children to people who are signed in, or who have a permission in the active organization. Pages can be
 * changed in a browser, so the API behind them must check the same.
 */
export function Protect({ permission, ...shown }: ProtectProps): ReactNode {
  return permission === undefined ? (
    <SignedIn {...shown} />
  ) : (
    <Permitted permission={permission} {...shown} />
  );
}

function SignedIn({ fallback = null, children }: Omit<ProtectProps, 'permission'>): ReactNode {
  const { status } = useSession();
  if (status === 'signed-in') return children;
  return status === 'loading' ? null : fallback;
}

function Permitted({
  permission,
  fallback = null,
  children,
}: ProtectProps & { permission: string }): ReactNode {
  const { status, can } = useOrganization();
  if (can(permission)) return children;
  return status === 'loading' ? null : fallback;
}
