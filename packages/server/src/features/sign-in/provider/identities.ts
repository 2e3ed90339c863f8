import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../lib/clock.ts';
import type { Store, Transaction } from '../../../store/database.ts';
import type { AccountRow, NewAccount, ProviderLinkRow } from '../../../store/engine/schema.ts';
import { byOwner } from '../../audit/events/origin.ts';
import type { Notices } from '../../delivery/mail/notices.ts';
import { changedMeanwhile } from '../../identity/accounts/changed-meanwhile.ts';
import { type ActedOn, actOnAccount, provenBySignIn } from '../../identity/accounts/credential-lifecycle.ts';
import { insertAccount } from '../../identity/accounts/insert-account.ts';
import { isFromBefore } from '../../identity/accounts/lifecycle.ts';
import type { OpenSignUps } from '../../identity/accounts/open-sign-ups.ts';
import type { AccountDraft, SignUps } from '../../identity/accounts/sign-up.ts';
import { isUnproven } from '../../identity/sessions/recent-authentication.ts';
import type { Entry, SignIns } from '../complete.ts';
import type { Destination, DestinationOf } from './destination.ts';
import { type Identified, identityOf } from './identified.ts';
import { isOld, type Linking } from './linking.ts';
import type { ProviderProfile } from './profile.ts';
import { GONE, retryRaces } from './retry-races.ts';

/** Sign-ins of people whom a provider has identified. */
export interface Identities {
  /**
   * Begins a session for the account that the identity is linked to. Without a link, for the account with the same
   * email, which is then linked if the provider is trusted and reports that the email is verified, but never for a
   * superadmin. Otherwise for a new account.
   * @throws KeywardError `AccountInactiveError`, `ProviderEmailMissingError`, `EmailAlreadyExistsError` when
   * the email is another account's and not verified, `OAuthAlreadyLinkedError` when that account is linked to
   * another identity at this provider, the errors of `SignUpPolicy` and of `SignIns.begin`,
   * `RateLimitedError` when the address has opened too many accounts
   */
  signIn(identified: Identified): Promise<Entry>;
}

/** An account that a person has entered, whose mailbox the provider may have just proven. */
interface Entered {
  account: AccountRow;
  how: Destination['how'];
  /** The link that was used; null if there was none. */
  via: ProviderLinkRow | null;
  /** What the proof did; null for a new account. */
  done: ActedOn | null;
}

export function createIdentities(deps: {
  store: Store;
  destinationOf: DestinationOf;
  linking: Linking;
  signUps: SignUps;
  openSignUps: OpenSignUps;
  signIns: Pick<SignIns, 'assertMayBegin' | 'begin' | 'complete'>;
  notices: Pick<Notices, 'accessDropped' | 'providerLinked'>;
  clock: Clock;
}): Identities {
  const { store, destinationOf, linking, signUps, openSignUps, signIns, clock } = deps;
  const { notices } = deps;

  /**
   * Locks the account and marks its mailbox as proven if the provider proves it. A stranger who signed up with another
   * person's address may have left a password, sessions and links behind. The first proof removes them.
   */
  async function prove(
    tables: Transaction,
    found: AccountRow,
    identified: Identified,
    link: ProviderLinkRow | null,
  ): Promise<ActedOn> {
    const { session, client, admission } = identified;
    const now = clock.now();
    // An account with factors is not taken over before its owner has confirmed that with one, which links it. In a doubtful
    // account, they may be a stranger's, and tell nothing.
    const isTakenOver = (account: AccountRow) =>
      admission !== undefined &&
      (isFromBefore(account.password_after_proof) || (link === null && account.second_factors === 0));
    return actOnAccount(tables, found, {
      acts: (account) => {
        if (!isProof(identified, account)) return [];
        if (isTakenOver(account) !== isTakenOver(found)) throw changedMeanwhile();
        return [isTakenOver(account) ? 'adoption' : 'soleProof'];
      },
      changes: (before) => {
        if (!isProof(identified, before)) return {};
        const changed = provenBySignIn(before);
        return Object.keys(changed).length === 0 ? {} : { ...changed, updated_at: now };
      },
      presented: session,
      proven: true,
      ...(admission !== undefined && { organizations: [admission.organizationId] }),
      ...(link !== null && { keepLink: link.id }),
      by: byOwner(found, client),
      now,
    });
  }

  async function enter(
    tables: Transaction,
    identified: Identified,
    newAccount: NewAccount | null,
  ): Promise<Entered> {
    const found = await destinationOf(tables, identified);
    if (found.refusal !== null) throw found.refusal;
    if (found.account !== null) {
      const done = await prove(tables, found.account, identified, found.link);
      // The previous holder of the lock may have removed the link, or changed the account.
      const now = await destinationOf(tables, identified);
      if (now.account?.id !== done.after.id) throw GONE;
      if (now.refusal !== null) throw now.refusal;
      return { account: done.after, done, how: now.how, via: now.link };
    }
    if (newAccount === null) throw GONE;
    const { client, admission } = identified;
    const by = (created: AccountRow) => byOwner(created, client);
    const method = admission === undefined ? 'provider' : 'connection';
    const account = await insertAccount(tables, newAccount, { method, by });
    const identity = identityOf(identified);
    if (admission !== undefined) await linking.dropOld(tables, account, identity, client);
    await linking.addLink(tables, account, identity, { client, proven: true });
    return { account, done: null, how: 'new', via: null };
  }

  function attempt(identified: Identified, newAccount: NewAccount | null) {
    return store.transaction(async (tables) => {
      const { account, done, how, via } = await enter(tables, identified, newAccount);
      const { admission, client, providerName: provider } = identified;
      await admission?.admit(tables, account, how);
      if (via !== null && isOld(via, admission?.relinks))
        await tables.providerLinks.renew(via.id, clock.now());
      const method = admission === undefined ? 'provider' : 'connection';
      await signIns.assertMayBegin(account, { method, via: admission?.via }, tables);
      const before = done !== null && done.removed.length > 0 ? done.before : account;
      if (before !== account) await notices.accessDropped(tables, before, provider, client);
      // If the mailbox does not count as a proof, neither does a link that was made with it.
      const proven = !isUnproven(account.email_unproven_at, clock.now());
      const link = how === 'adopted' ? identityOf(identified) : undefined;
      if (link !== undefined && admission !== undefined) await linking.dropOld(tables, account, link, client);
      // For an account with factors, the challenge keeps the identity until the last factor is proven.
      const linked = link !== undefined && account.second_factors === 0;
      if (linked) {
        const undo = await linking.addLink(tables, account, link, { client, proven });
        await notices.providerLinked(tables, before, provider, client, undo);
      }
      const linkUnprovenAt = via !== null ? via.unproven_at : proven ? null : clock.now();
      const provenBy =
        admission === undefined && isProof(identified, account) ? identityOf(identified) : undefined;
      return { account, link, linked, linkUnprovenAt, provenBy, created: how === 'new' };
    });
  }

  return {
    async signIn(identified) {
      const { client, providerName: provider, admission } = identified;
      const draft = draftOf(identified.profile, clock.now());
      const by = { ipAddress: client.ipAddress };
      // Limits are counted before the transaction: within it, their counters would need a second connection.
      const { account, created, link, linked, linkUnprovenAt, provenBy } = await retryRaces(async () => {
        const { how, closed } = await destinationOf(store, identified);
        if (how === 'linked' || draft === null) return attempt(identified, null);
        if (closed !== null) throw closed;
        if (how === 'adopted') return openSignUps.guess(by, () => attempt(identified, null));
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
      const how = {
        client,
        method: admission === undefined ? 'provider' : 'connection',
        via: admission?.via ?? provider,
        word: admission?.word,
        linkUnprovenAt,
        provenBy,
        reason: created ? 'sign-up' : 'login',
        event: { name: 'provider.signed_in', metadata },
      } as const;
      // The owner of an account with factors confirms each new identity with one of them.
      return admission?.trustsFactors === true && link === undefined
        ? signIns.complete(account, { ...how, proof: { amr: 'fed' } })
        : signIns.begin(account, { ...how, link });
    },
  };
}

/** Whether the provider proves the mailbox of an account. */
function isProof({ profile }: Identified, { email_key: key }: AccountRow): boolean {
  return profile.emailVerified && profile.email?.key === key;
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
