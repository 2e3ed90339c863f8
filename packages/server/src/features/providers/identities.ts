import { randomUUID } from 'node:crypto';
import { KeywardError } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Store, Tables } from '../../store/database.ts';
import { DuplicateError } from '../../store/duplicate-error.ts';
import type { AccountRow, NewAccount, ProviderLinkRow } from '../../store/schema.ts';
import type { OpenSignUps } from '../accounts/open-sign-ups.ts';
import type { AccountDraft, SignUps } from '../accounts/sign-up.ts';
import type { Events } from '../events/events.ts';
import type { Arrival, SignInHooks } from '../hooks/sign-in-hooks.ts';
import type { Notices } from '../mail/notices.ts';
import type { Client } from '../../lib/client.ts';
import type { Sessions, SignIn } from '../sessions/sessions.ts';
import type { ProviderProfile } from './profile.ts';

/** Somebody whom a provider has identified. */
export interface Identified {
  /** The provider's issuer: with the subject, the key of the identity. */
  issuer: string;
  /** The provider's configured name, for people. */
  providerName: string;
  profile: ProviderProfile;
  client: Client;
}

/** Which account a provider's identity belongs to. */
export interface Identities {
  /**
   * Begins a session: for the account that the identity is linked to, else for the one with the same email, which is
   * linked if the provider says that the email is verified, else for a new account.
   * @throws KeywardError `AccountInactiveError`, `ProviderEmailMissingError`, `EmailAlreadyExistsError` when the
   * email is another account's and not verified, `OAuthAlreadyLinkedError` when that account is linked to somebody
   * else at this provider, `LoginRefusedError`, `RateLimitedError` when it opens one account too many
   */
  signIn(identified: Identified): Promise<SignIn>;
  /**
   * Links the identity to the account of a session. Done already is done.
   * @throws KeywardError `SessionDestroyedError`, `AccountInactiveError`, `OAuthAlreadyLinkedError`
   */
  link(identified: Identified, sessionId: number | null): Promise<SignIn>;
  /** The account's links, oldest first. */
  list(accountId: number): Promise<ProviderLinkRow[]>;
  /** @throws KeywardError `OAuthLinkNotFoundError`, `AuthError` for the only way to sign in */
  unlink(accountId: number, issuer: string): Promise<void>;
}

interface Linked {
  account: AccountRow;
  link: ProviderLinkRow;
}

/** An account after a provider has perhaps proven its mailbox. */
interface Proven {
  account: AccountRow;
  /** Whether a password or links were dropped, of which the owner should know. */
  dropped: boolean;
}

/** An account that was there a moment ago. */
const GONE = new KeywardError('ServiceUnavailableError', {
  message: 'The account was changed at the same time; try again.',
  retryAfter: 1,
});

/** Two first sign-ins at the same time both find nothing; the one that comes second looks again. */
const ATTEMPTS = 3;

export function createIdentities(deps: {
  store: Store;
  signUps: SignUps;
  openSignUps: OpenSignUps;
  sessions: Sessions;
  notices: Notices;
  events: Events;
  hooks: SignInHooks;
  clock: Clock;
}): Identities {
  const { store, signUps, openSignUps, sessions, notices, events, hooks, clock } = deps;

  /** Tells of what has been done, to the logs and, of a new link, to the owner. */
  async function tell(
    name: 'provider.signed_in' | 'provider.linked',
    { account, session }: SignIn,
    { client, providerName }: Identified,
    linkedNow: boolean,
  ): Promise<void> {
    const metadata = { provider: providerName, linked_now: linkedNow };
    events.emit(name, { client, accountId: account.id, sessionId: session.id, metadata });
    if (linkedNow) await notices.providerLinked(account, providerName, client);
  }

  function newLink(accountId: number, identified: Identified): Omit<ProviderLinkRow, 'id'> {
    return { account_id: accountId, ...identityOf(identified), created_at: clock.now() };
  }

  /** The account that the identity is linked to, locked. */
  async function linkedAccount(tables: Tables, identified: Identified): Promise<Linked | null> {
    const identity = identityOf(identified);
    const found = await tables.providerLinks.find(identity);
    if (found === null) return null;
    const account = await tables.accounts.lock(found.account_id);
    // Whoever held the lock may have dropped the link, and for good reason.
    const link = await tables.providerLinks.find(identity);
    return account !== null && link?.id === found.id ? { account, link } : null;
  }

  /** The account with the identity's email, locked. */
  async function accountByEmail(tables: Tables, { profile }: Identified): Promise<AccountRow | null> {
    if (profile.email === null) throw new KeywardError('ProviderEmailMissingError');
    const found = await tables.accounts.find('email_key', profile.email.key);
    const account = found === null ? null : await tables.accounts.lock(found.id);
    return account?.email_key === profile.email.key ? account : null;
  }

  /**
   * The first proof of a mailbox. Whoever signed up with somebody else's address may have left a password, sessions
   * and links behind: none of them survives it.
   */
  async function proveMailbox(
    tables: Tables,
    account: AccountRow,
    profile: ProviderProfile,
    keepLink = 0,
  ): Promise<Proven> {
    const proof = profile.emailVerified && profile.email?.key === account.email_key;
    if (!proof || account.email_verified === 1) return { account, dropped: false };
    const links = await tables.providerLinks.deleteOfAccount(account.id, keepLink);
    const changes = { password_hash: null, email_verified: 1, updated_at: clock.now() };
    const proven = await tables.accounts.updateAndEndSessions(account.id, changes, null);
    if (proven === null) throw new KeywardError('UserNotFoundError');
    return { account: proven, dropped: links > 0 || account.password_hash !== null };
  }

  async function linkByEmail(tables: Tables, owner: AccountRow, identified: Identified): Promise<Proven> {
    const { profile, issuer } = identified;
    if (!profile.emailVerified) {
      throw new KeywardError('EmailAlreadyExistsError', {
        message:
          'An account with this email exists already, and the provider does not say that the email is yours; sign in another way and link the provider then.',
      });
    }
    assertActive(owner);
    const proven = await proveMailbox(tables, owner, profile);
    // Mailboxes pass on: where this provider knew the owner as somebody else, it is somebody else.
    await assertNoOther(tables, owner.id, issuer);
    await tables.providerLinks.insert(newLink(owner.id, identified));
    return proven;
  }

  function enterLinked(tables: Tables, { account, link }: Linked, identified: Identified): Promise<Proven> {
    assertActive(account);
    return proveMailbox(tables, account, identified.profile, link.id);
  }

  async function enter(tables: Tables, identified: Identified, newAccount: NewAccount | null) {
    const linked = await linkedAccount(tables, identified);
    if (linked !== null)
      return { ...(await enterLinked(tables, linked, identified)), linkedNow: false, created: false };
    const owner = await accountByEmail(tables, identified);
    if (owner !== null) {
      // Another first sign-in of the same person may have linked the account before this one held its lock.
      const link = await tables.providerLinks.find(identityOf(identified));
      return link?.account_id === owner.id
        ? {
            ...(await enterLinked(tables, { account: owner, link }, identified)),
            linkedNow: false,
            created: false,
          }
        : { ...(await linkByEmail(tables, owner, identified)), linkedNow: true, created: false };
    }
    if (newAccount === null) throw GONE;
    const account = await tables.accounts.insert(newAccount);
    await tables.providerLinks.insert(newLink(account.id, identified));
    return { account, dropped: false, linkedNow: false, created: true };
  }

  function attempt(identified: Identified, newAccount: NewAccount | null) {
    return store.transaction(async (tables) => {
      const { account, ...outcome } = await enter(tables, identified, newAccount);
      return {
        account,
        session: await sessions.create(account, identified.client, tables.sessions),
        ...outcome,
      };
    });
  }

  async function assertNoOther(tables: Tables, accountId: number, issuer: string): Promise<void> {
    const links = await tables.providerLinks.ofAccount(accountId);
    if (!links.some((link) => link.provider === issuer)) return;
    throw new KeywardError('OAuthAlreadyLinkedError', {
      message: 'The account is linked to another identity of this provider; unlink that first.',
    });
  }

  return {
    async signIn(identified) {
      const draft = draftOf(identified.profile, clock.now());
      const by = { ipAddress: identified.client.ipAddress };
      // Limits take their places before the transaction: in it, their counters would ask for a second connection.
      const { linkedNow, dropped, created, ...signIn } = await again(async () => {
        const linked = (await store.providerLinks.find(identityOf(identified))) !== null;
        if (linked || draft === null) return attempt(identified, null);
        // With a provider of one's own, one could ask for each email whether somebody here has it.
        const known = (await store.accounts.find('email_key', draft.columns.email_key)) !== null;
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
      const before = { ...signIn.account, ...(dropped && { email_verified: 0 }) };
      if (dropped) await notices.accessDropped(before, identified.providerName, identified.client);
      const arrival: Arrival = {
        account: signIn.account,
        client: identified.client,
        method: 'provider',
        reason: created ? 'sign-up' : 'login',
      };
      if (created) await hooks.signedUp(arrival);
      await hooks.admit(arrival, signIn.session);
      await tell('provider.signed_in', { ...signIn, account: before }, identified, linkedNow);
      return signIn;
    },

    async link(identified, sessionId) {
      const { linkedNow, ...signIn } = await again(() =>
        store.transaction(async (tables) => {
          const begun = sessionId === null ? null : await tables.sessions.findWithAccount(sessionId);
          const account = begun === null ? null : await tables.accounts.lock(begun.account_id);
          // Whoever held the lock may have ended it.
          const session = begun === null ? null : await tables.sessions.findWithAccount(begun.id);
          if (session === null || account === null || session.expires_at <= clock.now())
            throw new KeywardError('SessionDestroyedError');
          assertActive(account);
          const existing = await tables.providerLinks.find(identityOf(identified));
          if (existing?.account_id === account.id) return { account, session, linkedNow: false };
          if (existing !== null) throw new KeywardError('OAuthAlreadyLinkedError');
          await assertNoOther(tables, account.id, identified.issuer);
          await tables.providerLinks.insert(newLink(account.id, identified));
          return { account, session, linkedNow: true };
        }),
      );
      await tell('provider.linked', signIn, identified, linkedNow);
      return signIn;
    },

    list: (accountId) => store.providerLinks.ofAccount(accountId),

    unlink: (accountId, issuer) =>
      store.transaction(async (tables) => {
        // Two at once would each see the other's link, and together leave no way in.
        const account = await tables.accounts.lock(accountId);
        const links = await tables.providerLinks.ofAccount(accountId);
        const link = links.find(({ provider }) => provider === issuer);
        if (account === null || link === undefined) throw new KeywardError('OAuthLinkNotFoundError');
        if (account.password_hash === null && links.length === 1) {
          throw new KeywardError('AuthError', {
            message:
              'This provider is the only way to sign in to the account; set a password or link another provider first.',
          });
        }
        await tables.providerLinks.delete(link.id);
      }),
  };
}

function identityOf({ issuer, profile }: Identified): Pick<ProviderLinkRow, 'provider' | 'subject'> {
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
      phone: null,
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
