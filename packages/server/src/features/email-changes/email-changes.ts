import { KeywardError } from '../../errors.ts';
import type { Client } from '../../lib/client.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Email } from '../../lib/email.ts';
import type { Store, Tables } from '../../store/database.ts';
import type { AccountRow, EmailChangeRow } from '../../store/schema.ts';
import { type ActedOn, actOnAccount, changedMeanwhile } from '../accounts/credential-lifecycle.ts';
import { SUPERADMIN } from '../accounts/superadmin-role.ts';
import { asTaken } from '../accounts/identity.ts';
import type { SendCode } from '../codes/send-code.ts';
import type { Events } from '../events/events.ts';
import type { Frontends } from '../frontends/frontends.ts';
import type { Limit } from '../limits/failure-limiter.ts';
import type { Consume } from '../limits/quota.ts';
import { greetedName } from '../mail/mail.ts';
import type { Mailer } from '../mail/mailer.ts';
import { maskEmail, type Notices } from '../mail/notices.ts';
import type { Caller } from '../sessions/sessions.ts';
import type { Settings } from '../settings/settings.ts';
import type { SignUpPolicy } from '../sign-up-policy/sign-up-policy.ts';
import { byOwner } from '../trail/origin.ts';
import type { UndoTokens } from './undo-token.ts';

/**
 * Changes of emails that count only when the new mailbox is proven, and that the old mailbox can undo.
 */
export interface EmailChanges {
  /** Whether the settings ask for the proof. */
  isAsked(): boolean;
  /** The email that waits for its proof; undefined without one, and while the settings do not ask. */
  pendingEmail(accountId: number): Promise<string | undefined>;
  /**
   * Mails a code to the new mailbox, and the link that undoes the change to the present one. It reserves nothing, and
   * replaces a change that waits.
   * @param also runs in the transaction that keeps the change, before it
   * @returns the account, whose email is still the old one
   * @throws KeywardError `EmailAlreadyExistsError`, `RateLimitedError`, `EmailNotConfiguredError`,
   * `ServiceUnavailableError`, `SessionDestroyedError`
   */
  request(
    caller: Caller,
    email: AskedEmail,
    client: Client,
    also: (tables: Tables) => Promise<unknown>,
  ): Promise<AccountRow>;
  /**
   * Makes the change that a code was mailed for, in the transaction that spends the code.
   * @param use.session the live session that came with the code
   * @throws KeywardError `OTPNotFoundError` if the change does not wait any more, `AccountInactiveError`, `EmailDomainNotAllowedError`,
   * `EmailAlreadyExistsError`, `ServiceUnavailableError`
   */
  confirm(
    tables: Tables,
    accountId: number,
    use: { email: Email; client: Client; session?: number | undefined },
  ): Promise<ConfirmedChange>;
  /** Tells the old mailbox of a change that was made. */
  tellConfirmed(change: ConfirmedChange, client: Client): Promise<void>;
  /**
   * Brings back the email that the account had before the change of a token, ends all sessions, and drops the password
   * and the factors that were added since; or cancels a change that still waits. What came after the change cannot be undone any more.
   * @returns whether the email had changed
   * @throws KeywardError `EmailUndoInvalidError`; `EmailAlreadyExistsError` if another account has got an email whose
   * mailbox was never proven; `ServiceUnavailableError`
   */
  undo(token: string, client: Client): Promise<{ changed: boolean }>;
}

/** A new email, and whether whoever asks for it has proven who they are. */
export type AskedEmail = Email & { proven: boolean };

export type ConfirmedChange = Pick<ActedOn, 'before' | 'after'> & { change: EmailChangeRow };

/** How long the new mailbox can confirm; the code for it can be asked for again. */
const PENDING_MS = 24 * 3_600_000;
/** How long the old mailbox can undo. */
const UNDO_MS = 7 * 86_400_000;
/** Each is a mail to the owner that no limit may hold back: a change must not happen without it. */
const PER_ACCOUNT: Limit = { limit: 10, windowMs: 3_600_000 };

export function createEmailChanges(deps: {
  store: Store;
  settings: Settings;
  sendCode: SendCode;
  mailer: Mailer;
  consume: Consume;
  frontends: Frontends;
  policy: Pick<SignUpPolicy, 'assertDomain'>;
  tokens: UndoTokens;
  events: Events;
  notices: Pick<Notices, 'emailChanged'>;
  clock: Clock;
  report: (error: unknown) => void;
}): EmailChanges {
  const {
    store,
    settings,
    sendCode,
    mailer,
    consume,
    frontends,
    policy,
    tokens,
    events,
    notices,
    clock,
    report,
  } = deps;

  const isAsked = () => settings.current.signup.confirm_email_change;

  /** To a frontend that no request chooses: whoever holds a session must not lead the owner astray. */
  const undoLink = (nonce: string) =>
    `${frontends.fallback}/email-undo?${new URLSearchParams({ token: tokens.of(nonce) }).toString()}`;

  async function mailOwner(
    tables: Pick<Tables, 'mailQueue'>,
    kind: 'email_change_asked' | 'email_change_made',
    owner: Pick<AccountRow, 'name' | 'email' | 'email_verified'>,
    change: Pick<EmailChangeRow, 'new_email' | 'undo_nonce' | 'expires_at'>,
    client: Client,
  ): Promise<void> {
    const { new_email, undo_nonce, expires_at: until } = change;
    await mailer.keep(tables, {
      kind,
      to: owner.email,
      languages: client.languages,
      expiresAt: until,
      name: greetedName(owner),
      newEmail: maskEmail(new_email, owner),
      link: undoLink(undo_nonce),
      until,
      at: clock.now(),
      ipAddress: client.ipAddress,
    });
  }

  async function assertFree({ accounts }: Pick<Tables, 'accounts'>, email: Email): Promise<void> {
    if ((await accounts.find('email_key', email.key)) !== null)
      throw new KeywardError('EmailAlreadyExistsError');
  }

  return {
    isAsked,

    async pendingEmail(accountId) {
      if (!isAsked()) return undefined;
      return (await store.emailChanges.pendingOf(accountId, clock.now()))?.new_email;
    },

    async request(caller, email, client, also) {
      const { row } = caller;
      await assertFree(store, email);
      await consume([{ key: `email-change:${row.account_id}`, ...PER_ACCOUNT }]);
      const now = clock.now();
      const change = {
        account_id: row.account_id,
        old_email: row.account__email,
        old_email_key: row.account__email_key,
        new_email: email.address,
        new_email_key: email.key,
        proven: email.proven ? 1 : 0,
        undo_nonce: tokens.newNonce(),
        created_at: now,
        pending_until: now + PENDING_MS,
        expires_at: now + UNDO_MS,
      };
      const kept: { account?: AccountRow } = {};
      const keep = async (tables: Tables) => {
        await also(tables);
        const account = await tables.accounts.lock(row.account_id);
        // The previous holder of the lock may have ended it.
        const session = await tables.sessions.findWithAccount(row.id);
        if (account === null || session === null) throw new KeywardError('SessionDestroyedError');
        if (account.email_key !== row.account__email_key) throw changedMeanwhile();
        await tables.emailChanges.insert({
          ...change,
          old_email_verified: account.email_verified,
          old_email_unproven_at: account.email_unproven_at,
        });
        // Not after the transaction: without this mail there is no change.
        await mailOwner(tables, 'email_change_asked', account, change, client);
        kept.account = account;
      };
      const { origin = '' } = client;
      const frontend = frontends.isAllowed(origin) ? frontends.resolve(origin) : null;
      await sendCode({
        email,
        purpose: 'verify',
        form: 'link',
        frontend,
        client,
        change: { accountId: row.account_id, keep },
      });
      events.emit('account.email_change_asked', { client, accountId: row.account_id, sessionId: row.id });
      if (kept.account === undefined) throw new KeywardError('SessionDestroyedError');
      return kept.account;
    },

    async confirm(tables, accountId, { email, client, session }) {
      const now = clock.now();
      // Whoever is signed in elsewhere would give their mailbox to the account of somebody else who has typed it.
      const presented = session === undefined ? null : await tables.sessions.findWithAccount(session);
      if (presented !== null && presented.account_id !== accountId)
        throw new KeywardError('OTPNotFoundError');
      const change = await tables.emailChanges.pendingOf(accountId, now);
      const found = await tables.accounts.find('id', accountId);
      if (change?.new_email_key !== email.key || found === null) throw new KeywardError('OTPNotFoundError');
      const { before, after } = await actOnAccount(tables, found, {
        acts: () => ['ownEmail'],
        changes: ({ status, role }) => {
          if (status !== 'active') throw new KeywardError('AccountInactiveError');
          // The rule may be newer than the wish.
          if (role !== SUPERADMIN) policy.assertDomain(email);
          const { new_email, new_email_key } = change;
          return { email: new_email, email_key: new_email_key, email_verified: 1, updated_at: now };
        },
        presented: session,
        proven: change.proven === 1,
        by: byOwner(found, client),
        now,
      }).catch((error: unknown) => {
        throw asTaken(error);
      });
      const until = now + UNDO_MS;
      await tables.emailChanges.confirm(change.id, until);
      return { before, after, change: { ...change, expires_at: until } };
    },

    async tellConfirmed({ before, change }, client) {
      try {
        await mailOwner(store, 'email_change_made', before, change, client);
      } catch (error) {
        // The change has happened, and the first mail can undo it.
        report(error);
      }
    },

    async undo(token, client) {
      const nonce = tokens.read(token);
      const change = nonce === null ? null : await store.emailChanges.find(nonce);
      const now = clock.now();
      if (change === null || change.expires_at <= now) throw new KeywardError('EmailUndoInvalidError');
      const old = {
        email: change.old_email,
        email_key: change.old_email_key,
        email_verified: change.old_email_verified,
        // Otherwise a thief's second change, undone, would make the first mailbox one that proves something.
        email_unproven_at: change.old_email_unproven_at,
      };
      const { before, after } = await store
        .transaction(async (tables) => {
          const found = await tables.accounts.find('id', change.account_id);
          if (found === null) throw new KeywardError('EmailUndoInvalidError');
          const moved = found.email_key !== old.email_key;
          const acted = await actOnAccount(tables, found, {
            acts: () => (moved ? ['emailUndone'] : []),
            changes: () => (moved ? { ...old, updated_at: now } : {}),
            proven: true,
            // Otherwise a passkey of whoever moved the email would go on signing them in.
            ...(moved && { factorsSince: change.created_at }),
            by: byOwner(found, client),
            now,
          });
          if (!(await tables.emailChanges.deleteFrom(change)))
            throw new KeywardError('EmailUndoInvalidError');
          return acted;
        })
        .catch((error: unknown) => {
          throw asTaken(error);
        });
      const changed = before.email_key !== after.email_key;
      events.emit('account.email_change_undone', { client, accountId: after.id, metadata: { changed } });
      // The mailbox that loses the account.
      if (changed) await notices.emailChanged(before, after.email, client);
      return { changed };
    },
  };
}
