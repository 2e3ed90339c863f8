import type { Client } from '../../../lib/client.ts';
import type { Transaction } from '../../../store/database.ts';
import type { AccountRow, ProviderLinkRow, SessionRow } from '../../../store/engine/schema.ts';
import type { Origin } from '../../audit/events/event-types.ts';
import { changedMeanwhile, isAsSeen } from './changed-meanwhile.ts';
import { type ActedOn, actOnAccount } from './credential-lifecycle.ts';
import { isFromBefore, isOfFirstPassword } from './lifecycle.ts';

/** Somebody who has just shown that they read the mailbox of an account. */
export interface MailboxReader {
  client: Client;
  by: Origin;
  /** Their session, which stays; absent: it begins later. */
  session?: number;
  /** The account when they were recognised; absent: it has been locked since. */
  seen?: AccountRow;
  /** Their identity at a provider, whose link stays. */
  identity?: Pick<ProviderLinkRow, 'provider' | 'subject'> | undefined;
  /** Whether they have answered a factor, so that the factors are theirs. */
  hasFactor: boolean;
  /** Whether they know the password, so that it is theirs. */
  hasPassword?: boolean;
}

/** The organizations that the transaction changes too; see `actOnAccount`. */
interface Within {
  organizations: readonly number[];
  now: number;
}

/**
 * Leaves a locked account, which somebody could have opened before the owner of the mailbox proved it, to a reader of the
 * mailbox: the other ways in end.
 * @throws KeywardError `ServiceUnavailableError` if it has changed since they were recognised
 */
export async function leaveToReader(
  tables: Transaction,
  account: AccountRow,
  { by, session, seen, identity, hasFactor, hasPassword = false }: Omit<MailboxReader, 'client'>,
  { organizations, now }: Within,
): Promise<ActedOn> {
  if (seen !== undefined && !isAsSeen(account, seen)) throw changedMeanwhile();
  const link = identity === undefined ? null : await tables.providerLinks.find(identity);
  return actOnAccount(tables, account, {
    acts: () => ['adoption'],
    changes: () => ({ updated_at: now }),
    keptSession: session,
    keepsFactors: hasFactor,
    keepsPassword: hasPassword,
    ...(link !== null && { keepLink: link.id }),
    proven: true,
    organizations,
    by,
    now,
  });
}

/**
 * Settles whose an account is that somebody could have opened before the owner of the mailbox proved it. A mailed code or
 * token in a session comes from a reader of the mailbox. If the session began with the first password, all is theirs. A
 * reader who has signed in in another way need not know what others have left, and only the factor of that sign-in is
 * theirs. A later password is theirs too, but not what others may have left before it.
 * @returns the account before, if it has lost other ways in
 */
export async function settleOwner(
  tables: Transaction,
  account: AccountRow,
  { method, factor_at: factorAt, factor_vouched: vouched, id: session }: SessionRow,
  { by, ...within }: Within & { by: Origin },
): Promise<AccountRow | null> {
  if (!isFromBefore(account.password_after_proof)) return null;
  const hasPassword = method === 'password';
  if (hasPassword && isOfFirstPassword(account.password_after_proof)) {
    await tables.accounts.update(account.id, { password_after_proof: 1 });
    tables.accounts.noteProof(account.id);
    return null;
  }
  const reader = { by, session, hasFactor: factorAt !== null && vouched !== 1, hasPassword };
  const { before, removed } = await leaveToReader(tables, account, reader, within);
  return removed.length > 0 ? before : null;
}
