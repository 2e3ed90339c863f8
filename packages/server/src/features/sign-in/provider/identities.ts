import { randomUUID } from 'node:crypto';
import { KeywardError } from '../../../errors.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Store, Transaction } from '../../../store/database.ts';
import { DuplicateError } from '../../../store/engine/duplicate-error.ts';
import type { AccountRow, NewAccount, ProviderLinkRow } from '../../../store/engine/schema.ts';
import { linkEvent } from '../../identity/accounts/account-events.ts';
import { insertAccount } from '../../identity/accounts/insert-account.ts';
import { SUPERADMIN } from '../../audit/actors/superadmin-role.ts';
import { actOnAccount, provenBySignIn } from '../../identity/accounts/credential-lifecycle.ts';
import type { OpenSignUps } from '../../identity/accounts/open-sign-ups.ts';
import type { AccountDraft, SignUps } from '../../identity/accounts/sign-up.ts';
import type { Events } from '../../audit/events/events.ts';
import type { Notices } from '../../delivery/mail/notices.ts';
import type { Client } from '../../../lib/client.ts';
import type { Caller } from '../../audit/actors/caller.ts';
import type { SignUpPolicy } from '../../identity/sign-up-policy/sign-up-policy.ts';
import { isUnproven } from '../../identity/sessions/recent-authentication.ts';
import { byCaller, byOwner } from '../../audit/events/origin.ts';
import type { UndoLinks } from '../../identity/undo/undo-links.ts';
import type { Entry, Identity, SignIns } from '../complete.ts';
import type { FinishLink } from '../second-factor/answer-challenge.ts';
import { createLinking } from './linking.ts';
import type { ProviderProfile } from './profile.ts';

/** A person whom a provider has identified. */
export interface Identified {
  /** The provider's issuer; together with the subject, it identifies the person. */
  issuer: string;
  /** The provider's configured name, for people. */
  providerName: string;
  profile: ProviderProfile;
  client: Client;
  /** The live session that came with the callback; see `actOnAccount`. */
  session?: number | undefined;
  /** Further rules of the connection of an organization; undefined: a provider of the deployment. */
  admission?: Admission | undefined;
}

/** The rules of a connection for the people that it identifies. The sign-up policy does not apply to them. */
export interface Admission {
  /** The connection, for sessions and events. */
  id: string;
  /** Whether its sign-ins count as two factors. */
  trustsFactors: boolean;
  /**
   * Called in the transaction of each sign-in, under the account's lock.
   * @param how whether the account is new, or was found by its email only
   * @throws KeywardError if the person may not sign in to this account
   */
  admit(tables: Transaction, account: AccountRow, how: 'new' | 'adopted' | 'linked'): Promise<void>;
}

/** Connects identities at providers with accounts. */
export interface Identities {
  /**
   * Begins a session for the account that the identity is linked to. Without a link, for the account with the same
   * email, which is then linked if the provider is trusted and reports that the email is verified, but never for a
   * superadmin. Otherwise for a new account.
   * @throws KeywardError `AccountInactiveError`, `ProviderEmailMissingError`, `EmailAlreadyExistsError` when
   * the email is another account's and not verified, `OAuthAlreadyLinkedError` when that account is linked to
   * another identity at this provider, the errors of the {@link SignUpPolicy} and of `SignIns.begin`,
   * `RateLimitedError` when the address has opened too many accounts
   */
  signIn(identified: Identified): Promise<Entry>;
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

/** An account, whose mailbox a provider may have just proven. */
interface Proven {
  account: AccountRow;
  /** The link that was used; null if the account was found by its email. */
  via: ProviderLinkRow | null;
  /** Whether the owner should know that credentials were dropped. */
  dropped: boolean;
  /** The identity to link together with the session; undefined if it is linked. */
  link?: Identity;
}

/** For an account that disappeared during the request. */
const GONE = new KeywardError('ServiceUnavailableError', {
  message: 'The account was changed at the same time; try again.',
  retryAfter: 1,
});

/** If two simultaneous first sign-ins both find nothing, the second one tries again. */
const ATTEMPTS = 3;

export function createIdentities(deps: {
  store: Store;
  policy: SignUpPolicy;
  signUps: SignUps;
  openSignUps: OpenSignUps;
  signIns: Pick<SignIns, 'assertMayBegin' | 'begin' | 'complete'>;
  notices: Notices;
  undoLinks: UndoLinks;
  /** The configured name of the provider with this issuer. */
  providerName: (issuer: string) => string;
  events: Events;
  clock: Clock;
}): Identities {
  const { store, policy, signUps, openSignUps, signIns, notices } = deps;
  const { providerName, events, clock } = deps;
  const { addLink, linkNew, assertNoOther } = createLinking(deps);

  /**
   * Locks the account and marks its mailbox as proven if the provider proves it. A stranger who signed up with another
   * person's address may have left a password, sessions and links behind. The first proof removes them.
   */
  async function prove(
    tables: Transaction,
    found: AccountRow,
    { profile, session, client }: Identified,
    keepLink?: number,
  ): Promise<Proven> {
    const now = clock.now();
    const isProof = ({ email_key: key }: AccountRow) => profile.emailVerified && profile.email?.key === key;
    const { after, removed } = await actOnAccount(tables, found, {
      acts: (account) => (isProof(account) ? ['soleProof'] : []),
      changes: (before) => {
        assertActive(before);
        const proof = isProof(before) ? provenBySignIn(before) : {};
        return Object.keys(proof).length === 0 ? {} : { ...proof, updated_at: now };
      },
      presented: session,
      proven: true,
      ...(keepLink !== undefined && { keepLink }),
      by: byOwner(found, client),
      now,
    });
    return { account: after, via: null, dropped: removed.length > 0 };
  }

  /** Signs in to the account that the identity is linked to; null without a link. */
  async function enterLinked(tables: Transaction, identified: Identified): Promise<Proven | null> {
    const identity = identityOf(identified);
    const found = await tables.providerLinks.find(identity);
    const owner = found === null ? null : await tables.accounts.find('id', found.account_id);
    if (found === null || owner === null) return null;
    const proven = await prove(tables, owner, identified, found.id);
    // The previous holder of the lock may have removed the link deliberately.
    const link = await tables.providerLinks.find(identity);
    return link?.id === found.id ? { ...proven, via: link } : null;
  }

  /** Signs in to the account with the identity's email, which is to be linked; null without such an account. */
  async function enterByEmail(tables: Transaction, identified: Identified): Promise<Proven | null> {
    const { profile, issuer } = identified;
    if (profile.email === null) throw new KeywardError('ProviderEmailMissingError');
    const owner = await tables.accounts.find('email_key', profile.email.key);
    if (owner === null) return null;
    // Another first sign-in of the same person may have linked the account in the meantime.
    const proven = await (profile.emailVerified
      ? prove(tables, owner, identified)
      : enterLinked(tables, identified));
    // A provider cannot sign in to a superadmin's account by its email. The answer does not reveal whose account it
    // is.
    if (proven === null || (proven.via === null && proven.account.role === SUPERADMIN))
      throw new KeywardError('EmailAlreadyExistsError', {
        message:
          'An account with this email exists already; sign in to it in another way, then link the provider.',
      });
    const link = await tables.providerLinks.find(identityOf(identified));
    if (link?.account_id === proven.account.id) return { ...proven, via: link };
    // Mailboxes change owners: if this provider knew the owner by another identity, this is another person.
    await assertNoOther(tables, owner.id, issuer);
    return { ...proven, link: identityOf(identified) };
  }

  /** If the mailbox does not count as a proof, neither does a link that was made with it. */
  const mailboxProves = ({ email_unproven_at: at }: AccountRow) => !isUnproven(at, clock.now());

  async function enter(tables: Transaction, identified: Identified, newAccount: NewAccount | null) {
    const linked = await enterLinked(tables, identified);
    if (linked !== null) return { ...linked, created: false };
    const known = await enterByEmail(tables, identified);
    if (known !== null) return { ...known, created: false };
    if (newAccount === null) throw GONE;
    const by = (created: AccountRow) => byOwner(created, identified.client);
    const method = identified.admission === undefined ? 'provider' : 'connection';
    const account = await insertAccount(tables, newAccount, { method, by });
    await addLink(tables, account, identityOf(identified), { client: identified.client, proven: true });
    return { account, via: null, dropped: false, link: undefined, created: true };
  }

  function attempt(identified: Identified, newAccount: NewAccount | null) {
    return store.transaction(async (tables) => {
      const { via, ...outcome } = await enter(tables, identified, newAccount);
      const { account, link } = outcome;
      const how = outcome.created ? 'new' : link === undefined ? 'linked' : 'adopted';
      const { admission } = identified;
      await admission?.admit(tables, account, how);
      const method = admission === undefined ? 'provider' : 'connection';
      await signIns.assertMayBegin(account, { method, via: admission?.id }, tables);
      const { client, providerName: provider } = identified;
      const before = { ...account, ...(outcome.dropped && { email_verified: 0 }) };
      if (outcome.dropped) await notices.accessDropped(tables, before, provider, client);
      const proven = mailboxProves(account);
      // For an account with factors, the challenge keeps the identity until the last factor is proven.
      const linked = link !== undefined && account.second_factors === 0;
      if (linked) {
        const undo = await addLink(tables, account, link, { client, proven });
        await notices.providerLinked(tables, before, provider, client, undo);
      }
      const linkUnprovenAt = via !== null ? via.unproven_at : proven ? null : clock.now();
      return { ...outcome, linked, linkUnprovenAt };
    });
  }

  return {
    async signIn(identified) {
      const draft = draftOf(identified.profile, clock.now());
      const by = { ipAddress: identified.client.ipAddress };
      const { emailVerified } = identified.profile;
      const { client, providerName: provider } = identified;
      // Limits are counted before the transaction: within it, their counters would need a second connection.
      const { account, created, link, linked, linkUnprovenAt } = await again(async () => {
        const isLinked = (await store.providerLinks.find(identityOf(identified))) !== null;
        if (isLinked || draft === null) return attempt(identified, null);
        // Otherwise the operator of a provider could test for each email whether it has an account here.
        const known = (await store.accounts.find('email_key', draft.columns.email_key)) !== null;
        // An email that is not verified never gives access to its account, and must not reveal that an account exists.
        if (identified.admission === undefined && (!known || !emailVerified)) {
          const email = { key: draft.columns.email_key };
          policy.assertMayOpen({ email, proof: emailVerified ? 'mailbox' : 'none', invited: false });
        }
        // A connection may open accounts in any mode, but only in the domains of the deployment.
        if (identified.admission !== undefined && !known)
          policy.assertDomain({ key: draft.columns.email_key });
        if (known) return openSignUps.guess(by, () => attempt(identified, null));
        return openSignUps.counted(
          by,
          () =>
            signUps.withHandle(draft, (handle) =>
              attempt(identified, { ...draft.columns, ...handle, password_hash: null }),
            ),
          (outcome) => outcome.created,
        );
      });
      const metadata = { provider, linked_now: linked };
      const { admission } = identified;
      const how = {
        client,
        method: admission === undefined ? 'provider' : 'connection',
        via: admission?.id ?? provider,
        linkUnprovenAt,
        reason: created ? 'sign-up' : 'login',
        event: { name: 'provider.signed_in', metadata },
      } as const;
      // The owner of an account with factors confirms each new identity with one of them.
      return admission?.trustsFactors === true && link === undefined
        ? signIns.complete(account, { ...how, proof: { amr: 'fed' } })
        : signIns.begin(account, { ...how, link });
    },

    async link(identified, sessionId, proven) {
      const { client, providerName: provider } = identified;
      const { account, session, linked } = await again(() =>
        store.transaction(async (tables) => {
          const begun = sessionId === null ? null : await tables.sessions.findWithAccount(sessionId);
          const owner = begun === null ? null : await tables.accounts.lock(begun.account_id);
          // The previous holder of the lock may have ended it.
          const live = begun === null ? null : await tables.sessions.findWithAccount(begun.id);
          if (live === null || owner === null || live.expires_at <= clock.now())
            throw new KeywardError('SessionDestroyedError');
          assertActive(owner);
          const made = await linkNew(tables, owner, identityOf(identified), { client, proven, provider });
          return { account: owner, session: live, linked: made };
        }),
      );
      const metadata = { provider, linked_now: linked };
      events.emit('provider.linked', { client, accountId: account.id, sessionId: session.id, metadata });
    },

    async finishLink(tables, account, identity, client) {
      const provider = providerName(identity.provider);
      await linkNew(tables, account, identity, { client, proven: mailboxProves(account), provider });
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

function identityOf({ issuer, profile }: Identified): Identity {
  return { provider: issuer, subject: profile.subject };
}

function assertActive(account: AccountRow): void {
  if (account.status !== 'active') throw new KeywardError('AccountInactiveError');
}

/** A new account for a profile; null without an email. */
function draftOf(profile: ProviderProfile, now: number): AccountDraft | null {
  const { email, emailVerified, name, avatarUrl } = profile;
  if (email === null) return null;
  return {
    columns: {
      uid: randomUUID(),
      name: name ?? email.address.slice(0, email.address.indexOf('@')),
      email: email.address,
      email_key: email.key,
      email_verified: emailVerified ? 1 : 0,
      avatar_url: avatarUrl,
      role: 'user',
      status: 'active',
      created_at: now,
      updated_at: now,
    },
    handle: null,
  };
}

async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const raced =
        error === GONE ||
        error instanceof DuplicateError ||
        (error instanceof KeywardError && error.cause instanceof DuplicateError);
      if (!raced || attempt === ATTEMPTS) throw error;
    }
  }
}
