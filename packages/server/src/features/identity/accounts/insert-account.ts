import type { Tables } from '../../../store/database.ts';
import type { AccountRow, NewAccount } from '../../../store/engine/schema.ts';
import { presentEventAccount } from '../../audit/serializers/account.ts';
import type { EventData, Origin } from '../../audit/events/event-types.ts';
import { newEvent } from '../../audit/events/event.ts';
import { assertNotReserved } from './reserved-email.ts';
import { settleProof } from './settle-proof.ts';

const VOUCHED: ReadonlySet<string> = new Set<EventData<'account.created'>['method']>([
  'superadmin',
  'operator',
  'set_up',
]);

/**
 * Adds an account with its event, in an open transaction, and ends the invitations for its email if that is proven.
 * @param how who creates it; by default derived from the account, because most accounts are created by their owners
 * @throws DuplicateError
 */
export async function insertAccount(
  tables: Tables,
  row: NewAccount,
  how: { method: EventData<'account.created'>['method']; by: Origin | ((created: AccountRow) => Origin) },
): Promise<AccountRow> {
  // Superadmins and operators may assign the email.
  if (!VOUCHED.has(how.method)) await assertNotReserved(tables, row.email_key, { now: row.created_at });
  const byKey = typeof how.by !== 'function' && how.by.actor?.type === 'key';
  const account = await tables.accounts.insert({
    ...row,
    ...(byKey && row.password_hash !== null && { assigned_at: row.created_at }),
    // The owner has not set this password, even if somebody else vouches for the email.
    password_after_proof: how.method === 'superadmin' ? null : row.email_verified,
  });
  if (account.email_verified === 1) await settleProof(tables, account, account.created_at);
  const by = typeof how.by === 'function' ? how.by(account) : how.by;
  const data = { account: presentEventAccount(account), method: how.method };
  await tables.events.add([newEvent('account.created', data, { by, at: account.created_at })]);
  return account;
}
