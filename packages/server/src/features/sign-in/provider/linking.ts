import { KeywardError } from '../../../errors.ts';
import type { Client } from '../../../lib/client.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Tables, Transaction } from '../../../store/database.ts';
import type { AccountRow, ProviderLinkRow } from '../../../store/engine/schema.ts';
import { byOwner } from '../../audit/events/origin.ts';
import type { UndoLink } from '../../delivery/mail/mail.ts';
import type { Notices } from '../../delivery/mail/notices.ts';
import { linkEvent } from '../../identity/accounts/account-events.ts';
import type { UndoLinks } from '../../identity/undo/undo-links.ts';
import type { Identity } from '../complete.ts';
import type { Relinks } from './identified.ts';

export type Linking = ReturnType<typeof createLinking>;

/** Links identities to accounts, within the transaction of the caller. */
export function createLinking(deps: {
  notices: Pick<Notices, 'providerLinked'>;
  undoLinks: Pick<UndoLinks, 'keep'>;
  clock: Clock;
}) {
  const { notices, undoLinks, clock } = deps;

  /** @returns a function that removes the link again */
  async function addLink(
    tables: Transaction,
    account: AccountRow,
    identity: Identity,
    { client, proven }: { client: Client; proven: boolean },
  ): Promise<UndoLink> {
    const at = clock.now();
    const made = await tables.providerLinks.insert({
      account_id: account.id,
      ...identity,
      created_at: at,
      unproven_at: proven ? null : at,
    });
    await tables.events.add([
      linkEvent('provider.linked', account, made, { by: byOwner(account, client), at }),
    ]);
    return undoLinks.keep(tables, account, 'provider');
  }

  /** @returns whether the link is new; then a mail notifies the owner */
  async function linkNew(
    tables: Transaction,
    account: AccountRow,
    identity: Identity,
    { provider, ...by }: { client: Client; proven: boolean; provider: string },
  ): Promise<boolean> {
    const existing = await tables.providerLinks.find(identity);
    if (existing?.account_id === account.id) return false;
    if (existing !== null) throw new KeywardError('OAuthAlreadyLinkedError');
    const other = await otherIdentityError(tables, account.id, identity.provider);
    if (other !== null) throw other;
    const undo = await addLink(tables, account, identity, by);
    await notices.providerLinked(tables, account, provider, by.client, undo);
    return true;
  }

  /** Removes the old links of an identity, and those of the account that takes it over; see {@link Relinks}. */
  async function dropOld(
    tables: Transaction,
    account: AccountRow,
    identity: Identity,
    client: Client,
  ): Promise<void> {
    const told = { by: byOwner(account, client), at: clock.now() };
    for (const link of await tables.providerLinks.deleteAt(identity, account.id)) {
      const owner = await tables.accounts.find('id', link.account_id);
      if (owner !== null) await tables.events.add([linkEvent('provider.unlinked', owner, link, told)]);
    }
  }

  return { addLink, linkNew, dropOld };
}

/** The error for an account that another identity of this provider is linked to; null if there is none. */
export async function otherIdentityError(
  tables: Pick<Tables, 'providerLinks'>,
  accountId: number,
  issuer: string,
  relinks?: Relinks,
): Promise<KeywardError | null> {
  const links = await tables.providerLinks.ofAccount(accountId);
  if (!links.some((link) => link.provider === issuer && !isOld(link, relinks))) return null;
  return new KeywardError('OAuthAlreadyLinkedError', {
    message: 'The account is linked to another identity of this provider; unlink that first.',
  });
}

/** Whether a link counts only with the email; see {@link Relinks}. @param relinks undefined: not of a connection */
export function isOld({ created_at: madeAt }: ProviderLinkRow, relinks: Relinks | undefined): boolean {
  return relinks !== undefined && madeAt < relinks.madeBefore;
}
