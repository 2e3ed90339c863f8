import type { ReactNode } from 'react';
import { useOrganization } from './use-organization.ts';

export interface ProtectProps {
  /** What the person must be allowed to do in the active organization, such as `invoices:write`. */
  permission: string;
  /** Shown to everybody else, once it is known. Default: nothing */
  fallback?: ReactNode;
  children: ReactNode;
}

/**
 * Shows its children to people with a permission in the active organization. Pages can be changed in a browser, so the
 * API behind them must ask for the permission, too.
 */
export function Protect({ permission, fallback = null, children }: ProtectProps): ReactNode {
  const { status, can } = useOrganization();
  if (can(permission)) return children;
  return status === 'loading' ? null : fallback;
}
