import { Link } from '@tanstack/react-router';
import { consolePath } from '../lib/paths.ts';

interface AccountLinkProps {
  id: number;
  /** Undefined or null while it is unknown. */
  account: { name: string; email: string } | null | undefined;
}

/** A link to the account of a record. */
export function AccountLink({ id, account }: AccountLinkProps) {
  return (
    <Link className="kc-primary" to={consolePath(`accounts/${id}`)} title={account?.name}>
      {account?.email ?? `#${id}`}
    </Link>
  );
}
