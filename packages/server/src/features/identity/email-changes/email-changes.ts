import { KeywardError } from '../../../errors.ts';
import type { Client } from '../../../lib/client.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Email } from '../../../lib/email.ts';
import type { Store, Tables, Transaction } from '../../../store/database.ts';
import type { AccountRow, EmailChangeRow, SessionRow } from '../../../store/engine/schema.ts';
import { changedMeanwhile } from '../accounts/changed-meanwhile.ts';
import { actOnAccount } from '../accounts/credential-lifecycle.ts';
import { SUPERADMIN } from '../../audit/actors/superadmin-role.ts';
import { asTaken } from '../accounts/identity.ts';
import { assertReader } from '../accounts/mailbox-reader.ts';
import type { SendCode } from '../codes/send-code.ts';
import type { Events } from '../../audit/events/events.ts';
import type { Frontends } from '../../settings/frontends.ts';
import { counter, type Limit } from '../../limits/counter-key.ts';
import type { Consume } from '../../limits/quota.ts';
import { greetedName } from '../../delivery/mail/mail.ts';
import type { Mailer } from '../../delivery/mail/mailer.ts';
import type { Notices } from '../../delivery/mail/notices.ts';
import { maskEmail } from '../../delivery/mail/unproven-mailbox.ts';
import type { Settings } from '../../settings/settings.ts';
import type { SignUpPolicy } from '../sign-up-policy/sign-up-policy.ts';
import { byOwner } from '../../audit/events/origin.ts';
import { presentEmail, UNDO_MS, type UndoLinks } from '../undo/undo-links.ts';
import type { UndoTokens } from '../undo/undo-token.ts';

/** Changes of email. They take effect when the new mailbox is proven, and the old mailbox can undo them. */
export interface EmailChanges {
  /**
   * Whether an account must confirm every change of its email: if the settings require it, and always with second
   * factors, which depend on a proven mailbox.
   */
  isAsked(account: Pick<AccountRow, 'second_factors'>): boolean;
  /**
   * Whether an account must confirm a change now: also if an organization knows it. Otherwise somebody could move it to the
   * mailbox of another person, who would find the mover's organizations and providers in there.
   */
  mustConfirm(
    tables: Pick<Tables, 'memberships'>,
    account: Pick<AccountRow, 'id' | 'second_factors'>,
  ): Promise<boolean>;
  /**
   * Whoever may have opened an account that an organization knows must not move it away from the mailbox whose reader can
   * still come, and be its reader elsewhere.
   * @throws KeywardError `EmailProofRequiredError`
   */
  assertMayLeave(
    tables: Pick<Tables, 'memberships'>,
    account: AccountRow,
    session: Pick<SessionRow, 'mailbox_at'>,
  ): Promise<void>;
  /** The new email, which is not proven yet; undefined if there is none. */
  pendingEmail(account: Pick<AccountRow, 'id'>): Promise<string | undefined>;
  /**
   * Mails a code to the new mailbox, and an undo link to the current one. It does not reserve the email, and replaces
   * a pending change.
   * @param known the account as it was when the change was decided
   * @param also runs in the transaction that stores the change, before it; throws if the change is not allowed
   * @returns the account, whose email is still the old one
   * @throws KeywardError `EmailAlreadyExistsError`, `RateLimitedError`, `EmailNotConfiguredError`,
   * `ServiceUnavailableError`, `UserNotFoundError`
   */
  request<T>(
    known: Pick<AccountRow, 'id' | 'email_key'>,
    email: AskedEmail,
    client: Client,
    also: (tables: Transaction) => Promise<T>,
  ): Promise<{ account: AccountRow; done: T }>;
  /**
   * Makes the change that a code was mailed for, and notifies the old mailbox, in the transaction that spends the code.
   * @param use.session the session that came with the code. Without it, a click would give the reader an account that a
   * stranger has opened
   * @throws KeywardError `OTPNotFoundError` if the change is no longer pending, `ReauthenticationRequiredError`
   * without a live session of the account, `AccountInactiveError`, `EmailDomainNotAllowedError`,
   * `EmailAlreadyExistsError`, `ServiceUnavailableError`, and the errors of {@link assertMayLeave}
   */
  confirm(
    tables: Transaction,
    accountId: number,
    use: { email: Email; client: Client; session?: number | undefined },
  ): Promise<AccountRow>;
}

export interface AskedEmail extends Email {
  /** Whether the person who requests it has authenticated recently. */
  proven: boolean;
  /** Whether the provider of an organization requests it, which must not use up the limit of the owner. */
  byProvider?: true;
}

/** How long the new mailbox can confirm; a new code can be requested in that time. */
const PENDING_MS = 24 * 3_600_000;
/** Each request mails the owner, and no limit may suppress that mail: a change must not happen without it. */
const PER_ACCOUNT: Limit = { limit: 10, windowMs: 3_600_000 };

export function createEmailChanges(deps: {
  store: Store;
  settings: Settings;
  sendCode: SendCode;
  mailer: Mailer;
  notices: Pick<Notices, 'emailChanged'>;
  consume: Consume;
  frontends: Frontends;
  policy: Pick<SignUpPolicy, 'assertDomain'>;
  tokens: UndoTokens;
  undoLinks: UndoLinks;
  events: Events;
  clock: Clock;
}): EmailChanges {
  const { store, settings, sendCode, mailer, consume, frontends, policy, tokens, undoLinks } = deps;
  const { notices, events, clock } = deps;

  const isAsked: EmailChanges['isAsked'] = ({ second_factors: bits }) =>
    bits !== 0 || settings.current.signup.confirm_email_change;

  async function mailOwner(
    tables: Transaction,
    kind: 'email_change_asked' | 'email_change_made',
    owner: Pick<AccountRow, 'name' | 'email' | 'email_verified'>,
    change: Pick<EmailChangeRow, 'new_email' | 'undo_nonce' | 'expires_at'>,
    client: Client,
  ): Promise<void> {
    const { new_email, undo_nonce, expires_at: until } = change;
    const mail = {
      kind,
      to: owner.email,
      languages: client.languages,
      expiresAt: until,
      name: greetedName(owner),
      newEmail: maskEmail(new_email, owner),
      ...undoLinks.of('email', undo_nonce, until),
      at: clock.now(),
      ipAddress: client.ipAddress,
    };
    // No limit may suppress the link, apart from mails to a mailbox that may be a stranger's.
    await mailer.keep(tables, mail, owner.email_verified === 1 ? undefined : 'unproven');
  }

  /** Whoever reads a mailbox that nobody has proven must not get an account with organizations. */
  const mayUndo = async ({ memberships }: Transaction, { id, email_verified: verified }: AccountRow) =>
    verified === 1 || !(await memberships.isKnown(id));

  const assertMayLeave: EmailChanges['assertMayLeave'] = async ({ memberships }, account, session) => {
    if (account.email_verified === 1 && (await memberships.isKnown(account.id)))
      assertReader(
        account,
        session,
        'Verify your present email with a code in this session (POST /link/verify) before you change it.',
      );
  };

  async function assertFree({ accounts }: Pick<Transaction, 'accounts'>, email: Email): Promise<void> {
    if ((await accounts.find('email_key', email.key)) !== null)
      throw new KeywardError('EmailAlreadyExistsError');
  }

  return {
    isAsked,

    mustConfirm: async ({ memberships }, account) =>
      isAsked(account) || (await memberships.isKnown(account.id)),

    assertMayLeave,

    async pendingEmail({ id }) {
      return (await store.emailChanges.pendingOf(id, clock.now()))?.new_email;
    },

    async request<T>(
      known: Pick<AccountRow, 'id' | 'email_key'>,
      email: AskedEmail,
      client: Client,
      also: (tables: Transaction) => Promise<T>,
    ) {
      await assertFree(store, email);
      const kind = email.byProvider === true ? 'provider-email-change' : 'email-change';
      await consume([counter({ kind, subject: known.id }, PER_ACCOUNT)]);
      const now = clock.now();
      const change = {
        account_id: known.id,
        new_email: email.address,
        new_email_key: email.key,
        proven: email.proven ? 1 : 0,
        undo_nonce: tokens.newNonce(),
        created_at: now,
        pending_until: now + PENDING_MS,
        expires_at: now + UNDO_MS,
      };
      const kept: { outcome?: { account: AccountRow; done: T } } = {};
      const keep = async (tables: Transaction) => {
        const done = await also(tables);
        const account = await tables.accounts.lock(known.id);
        if (account === null) throw new KeywardError('UserNotFoundError');
        if (account.email_key !== known.email_key) throw changedMeanwhile();
        await tables.emailChanges.insert({ ...change, ...presentEmail(account) });
        // Queued in the transaction, so that no change happens without this mail.
        if (await mayUndo(tables, account))
          await mailOwner(tables, 'email_change_asked', account, change, client);
        kept.outcome = { account, done };
      };
      const { origin = '' } = client;
      const frontend = frontends.isAllowed(origin) ? frontends.resolve(origin) : null;
      await sendCode({
        email,
        purpose: 'verify',
        form: 'link',
        frontend,
        client,
        change: { accountId: known.id, keep },
      });
      if (kept.outcome === undefined) throw changedMeanwhile();
      events.emit('account.email_change_asked', { client, accountId: known.id });
      return kept.outcome;
    },

    async confirm(tables, accountId, { email, client, session }) {
      const now = clock.now();
      const change = await tables.emailChanges.pendingOf(accountId, now);
      const found = await tables.accounts.find('id', accountId);
      if (change?.new_email_key !== email.key || found === null) throw new KeywardError('OTPNotFoundError');
      const { before, after, own, returned } = await actOnAccount(tables, found, {
        acts: () => ['ownEmail'],
        changes: ({ status, role }) => {
          if (status !== 'active') throw new KeywardError('AccountInactiveError');
          // The rule may have changed since the request.
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
      if (own === null)
        throw new KeywardError('ReauthenticationRequiredError', {
          message: 'Sign in to the account whose email changes, then confirm the new email again.',
          details: { methods: [] },
        });
      const shown = await tables.sessions.findWithAccount(own);
      await assertMayLeave(tables, before, { mailbox_at: shown?.mailbox_at ?? null });
      const until = now + UNDO_MS;
      if (!returned) await tables.emailChanges.confirm(change.id, until);
      if (returned || !(await mayUndo(tables, before))) {
        await notices.emailChanged(tables, before, after.email, client);
        return after;
      }
      await mailOwner(tables, 'email_change_made', before, { ...change, expires_at: until }, client);
      return after;
    },
  };
}
