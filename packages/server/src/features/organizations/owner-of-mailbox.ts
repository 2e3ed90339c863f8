import type { Client } from '../../lib/client.ts';
import type { Transaction } from '../../store/database.ts';
import type { AccountRow, ProviderLinkRow } from '../../store/engine/schema.ts';
import type { Caller } from '../audit/actors/caller.ts';
import type { Origin } from '../audit/events/event-types.ts';
import { changedMeanwhile, isAsSeen } from '../identity/accounts/changed-meanwhile.ts';
import { type ActedOn, actOnAccount } from '../identity/accounts/credential-lifecycle.ts';
import { isFromBefore } from '../identity/accounts/lifecycle.ts';
import { settleByFirstPassword } from '../identity/accounts/mailbox-reader.ts';

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
}

/**
 * Leaves a locked account, which somebody could have opened before the owner of the mailbox proved it, to a reader of the
 * mailbox who becomes a member of an organization: the other ways in end.
 * @throws KeywardError `ServiceUnavailableError` if it has changed since they were recognised
 */
export async function leaveToReader(
  tables: Transaction,
  account: AccountRow,
  { by, session, seen, identity, hasFactor }: MailboxReader,
  { organizationId, now }: { organizationId: number; now: number },
): Promise<ActedOn> {
  if (seen !== undefined && !isAsSeen(account, seen)) throw changedMeanwhile();
  const link = identity === undefined ? null : await tables.providerLinks.find(identity);
  return actOnAccount(tables, account, {
    acts: () => ['adoption'],
    changes: () => ({ updated_at: now }),
    keptSession: session,
    keepsFactors: hasFactor,
    ...(link !== null && { keepLink: link.id }),
    proven: true,
    organizations: [organizationId],
    by,
    now,
  });
}

/**
 * Settles whose an account is that somebody could have opened before the owner of the mailbox proved it. The mailed token
 * of an invitation comes from a reader of the mailbox, to whom a session by the first password shows that all is theirs.
 * A reader who has signed in in another way need not know about the password, and only the factor of that sign-in is theirs.
 * @returns the account before, if it has lost other ways in
 */
export async function settleOwner(
  tables: Transaction,
  account: AccountRow,
  { caller, by, client }: { caller: Caller; by: Origin; client: Client },
  into: { organizationId: number; now: number },
): Promise<AccountRow | null> {
  if (!isFromBefore(account.password_after_proof)) return null;
  if (await settleByFirstPassword(tables, account, caller.row)) return null;
  const { factor_at: factorAt, factor_vouched: vouched, id: session } = caller.row;
  const hasFactor = factorAt !== null && vouched !== 1;
  const { before, removed } = await leaveToReader(tables, account, { client, by, session, hasFactor }, into);
  return removed.length > 0 ? before : null;
}
