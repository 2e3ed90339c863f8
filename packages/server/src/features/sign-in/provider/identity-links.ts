import { KeywardError } from '../../../errors.ts';
import type { Client } from '../../../lib/client.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Store } from '../../../store/database.ts';
import type { ProviderLinkRow } from '../../../store/engine/schema.ts';
import type { Caller } from '../../audit/actors/caller.ts';
import type { Events } from '../../audit/events/events.ts';
import { byCaller } from '../../audit/events/origin.ts';
import { linkEvent } from '../../identity/accounts/account-events.ts';
import { isUnproven } from '../../identity/sessions/recent-authentication.ts';
import type { SignIns } from '../complete.ts';
import type { FinishLink } from '../second-factor/answer-challenge.ts';
import { type Identified, identityOf } from './identified.ts';
import type { Linking } from './linking.ts';
import { retryRaces } from './retry-races.ts';

/** The identities that owners link to their accounts. */
export interface IdentityLinks {
  /**
   * Links the identity to the account of a session. An existing link is not an error. A link proves nothing about the
   * owner of the mailbox, so it does not sign anybody in.
   * @param proven whether the person who requested it had authenticated recently; otherwise the link does not count as
   * a proof for some days
   * @throws KeywardError `SessionDestroyedError`, `AccountInactiveError`, `OAuthAlreadyLinkedError`
   */
  link(identified: Identified, sessionId: number | null, proven: boolean): Promise<void>;
  /** The account's links, oldest first. */
  list(accountId: number): Promise<ProviderLinkRow[]>;
  /** Links the identity of a sign-in that needed a factor. */
  finishLink: FinishLink;
  /**
   * @throws KeywardError `OAuthLinkNotFoundError`, `AuthError` for the only way to sign in, `ConnectionRequiredError` for
   * a member whose organization requires its connection
   */
  unlink(caller: Caller, issuer: string, client: Client): Promise<void>;
}

export function createIdentityLinks(deps: {
  store: Store;
  linking: Linking;
  signIns: Pick<SignIns, 'assertMayBegin'>;
  /** The configured name of the provider with this issuer. */
  providerName: (issuer: string) => string;
  events: Events;
  clock: Clock;
}): IdentityLinks {
  const { store, linking, signIns, providerName, events, clock } = deps;

  return {
    async link(identified, sessionId, proven) {
      const { client, providerName: provider } = identified;
      const { account, session, linked } = await retryRaces(() =>
        store.transaction(async (tables) => {
          const begun = sessionId === null ? null : await tables.sessions.findWithAccount(sessionId);
          const owner = begun === null ? null : await tables.accounts.lock(begun.account_id);
          // The previous holder of the lock may have ended it.
          const live = begun === null ? null : await tables.sessions.findWithAccount(begun.id);
          if (live === null || owner === null || live.expires_at <= clock.now())
            throw new KeywardError('SessionDestroyedError');
          if (owner.status !== 'active') throw new KeywardError('AccountInactiveError');
          const by = { client, proven, provider };
          return {
            account: owner,
            session: live,
            linked: await linking.linkNew(tables, owner, identityOf(identified), by),
          };
        }),
      );
      const metadata = { provider, linked_now: linked };
      events.emit('provider.linked', { client, accountId: account.id, sessionId: session.id, metadata });
    },

    async finishLink(tables, account, identity, client) {
      const provider = providerName(identity.provider);
      const proven = !isUnproven(account.email_unproven_at, clock.now());
      await linking.linkNew(tables, account, identity, { client, proven, provider });
    },

    list: (accountId) => store.providerLinks.ofAccount(accountId),

    unlink: (caller, issuer, client) =>
      store.transaction(async (tables) => {
        // Two simultaneous calls would each see the other's link, and together leave no way in.
        const account = await tables.accounts.lock(caller.row.account_id);
        const links = await tables.providerLinks.ofAccount(caller.row.account_id);
        const link = links.find(({ provider }) => provider === issuer);
        if (account === null || link === undefined) throw new KeywardError('OAuthLinkNotFoundError');
        if (account.password_hash === null && links.length === 1) {
          throw new KeywardError('AuthError', {
            message:
              'This provider is the only way to sign in to the account; set a password or link another provider first.',
          });
        }
        // Without the identity, a change of the email would avoid the connection that the organization requires.
        await signIns.assertMayBegin(account, { method: 'provider' }, tables);
        await tables.providerLinks.delete(link.id);
        const attribution = { by: byCaller(caller, client), at: clock.now() };
        await tables.events.add([linkEvent('provider.unlinked', account, link, attribution)]);
      }),
  };
}
