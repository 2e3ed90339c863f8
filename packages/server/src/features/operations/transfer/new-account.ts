import { randomInt, randomUUID } from 'node:crypto';
import { deriveHandle, withSuffix } from '../../../lib/handle.ts';
import type { NewAccount } from '../../../store/engine/schema.ts';
import { mergedColumns } from './account-data.ts';
import type { UserDraft } from './read-user.ts';
import type { Taken } from './taken.ts';

/** The row of the account that a draft makes. */
export function newAccount(
  { email, email_key, columns, marks, data }: UserDraft,
  taken: Taken,
  now: number,
): NewAccount {
  const name = columns.name ?? mailboxOf(email);
  const created = columns.created_at ?? now;
  const account = {
    uid: randomUUID(),
    email_verified: 0,
    role: 'user',
    status: 'active',
    password_hash: null,
    external_id: null,
    metadata: null,
    // As in the other product, its owner must verify the email.
    // A superadmin has set the status of an account that is proven.
    awaits_proof: columns.status === 'pending' && columns.email_verified !== 1 ? 1 : null,
    password_after_proof: columns.email_verified ?? 0,
    app_metadata: null,
    ...columns,
    ...marks,
    ...mergedColumns(data),
    name,
    email,
    email_key,
    created_at: created,
    updated_at: created,
  };
  const { handle, handle_key } = account;
  if (handle !== undefined && handle_key !== undefined) return { ...account, handle, handle_key };
  const free = freeHandle(deriveHandle(name, email), taken, email_key);
  return { ...account, handle: free, handle_key: free };
}

/** The handle of an account whose draft has none, unless it is taken. */
export function derivedHandle({ email, columns }: UserDraft): string {
  return deriveHandle(columns.name ?? mailboxOf(email), email);
}

function freeHandle(derived: string, taken: Taken, emailKey: string): string {
  let handle = derived;
  while (!taken.isFree('handle_key', handle, emailKey)) handle = withSuffix(derived, randomInt);
  return handle;
}

function mailboxOf(email: string): string {
  return email.slice(0, email.indexOf('@'));
}
