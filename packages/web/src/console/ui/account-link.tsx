import type { AdministeredAccount } from '@keyward/client';
import { Link } from '@tanstack/react-router';
import { consolePath } from '../lib/paths.ts';

/** A link to the account of a record. @param props.account undefined while it is unknown */
export function AccountLink({ id, account }: { id: number; account: AdministeredAccount | undefined }) {
  return (
    <Link className="kc-primary" to={consolePath(`accounts/${id}`)} title={account?.name}>
      {account?.email ?? `#${id}`}
    </Link>
  );
}
