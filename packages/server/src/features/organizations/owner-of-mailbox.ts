import type { Client } from '../../lib/client.ts';
import type { Transaction } from '../../store/database.ts';
import type { AccountRow, ProviderLinkRow } from '../../store/engine/schema.ts';
import type { Origin } from '../audit/events/event-types.ts';
import {
  type ActedOn,
  actOnAccount,
  changedMeanwhile,
  isAsSeen,
} from '../identity/accounts/credential-lifecycle.ts';

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
