import { KeywardError } from '../../../errors.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { SecondFactor } from '../../audit/serializers/factor-kinds.ts';
import { counter, type Limit } from '../../limits/counter-key.ts';
import { type MailLimits, mailsBy } from '../../limits/mail-budget.ts';
import type { Consume } from '../../limits/quota.ts';
import { networkIn } from '../../../lib/fair-queue.ts';
import type { Client } from '../../../lib/client.ts';
import type { Transaction } from '../../../store/database.ts';
import type { QueuedMail } from './compose.ts';
import type { UndoLink } from './mail.ts';
import { type Addressee, type FirstProof, greetedName } from './mail.ts';
import type { Mailer } from './mailer.ts';
import { BULK } from './outbox.ts';
import { forMailbox, maskEmail } from './unproven-mailbox.ts';

/**
 * Mails that tell the owner of an account what happened to it, stored in the transaction of the act. They contain no secret except for a link that undoes
 * the change. Each uses the account as it was before the change, because text that was entered before the mailbox was
 * proven may come from a stranger.
 */
export interface Notices {
  /** @param own for a change by the owner: the link that undoes it, and the applications that keep access */
  passwordChanged(
    tables: Transaction,
    account: Addressee,
    client: Client,
    own?: { undo: UndoLink; applications: readonly string[] },
  ): Promise<void>;
  /** To the previous address of the account. @param undo the link that brings it back, for a change by the owner */
  emailChanged(
    tables: Transaction,
    account: Addressee,
    newEmail: string,
    client: Client,
    undo?: UndoLink | null,
  ): Promise<void>;
  /** To a mailbox that an undo takes the account from. */
  accountReturned(tables: Transaction, account: Addressee, client: Client): Promise<void>;
  /** To a mailbox that gets its account back, because the reader of the later one did not want it. */
  accountBack(tables: Transaction, account: Addressee, laterEmail: string, client: Client): Promise<void>;
  mailboxProven(tables: Transaction, account: Addressee, proof: FirstProof, client: Client): Promise<void>;
  /** @param providers the configured names of the providers that stay linked */
  passwordReset(
    tables: Transaction,
    account: Addressee,
    providers: readonly string[],
    client: Client,
  ): Promise<void>;
  /** @param provider its configured name */
  providerLinked(
    tables: Transaction,
    account: Addressee,
    provider: string,
    client: Client,
    undo: UndoLink,
  ): Promise<void>;
  /** @param provider who has proven the mailbox: a provider or a connection */
  accessDropped(tables: Transaction, account: Addressee, provider: string, client: Client): Promise<void>;
  /** Whoever reads the mailbox has shown it. @param organization whose member the account is */
  memberAccessDropped(
    tables: Transaction,
    account: Addressee,
    organization: string,
    client: Client,
  ): Promise<void>;
  factorAdded(
    tables: Transaction,
    account: Addressee,
    factor: SecondFactor,
    client: Client,
    undo: UndoLink,
  ): Promise<void>;
  factorRemoved(tables: Transaction, account: Addressee, factor: SecondFactor, client: Client): Promise<void>;
  /** A superadmin has removed all factors. */
  factorsReset(tables: Transaction, account: Addressee, client: Client): Promise<void>;
  recoveryCodesMade(tables: Transaction, account: Addressee, client: Client, undo: UndoLink): Promise<void>;
  /** To the superadmin whose session, or whose application, created an API key. @param key its name */
  keyCreated(tables: Transaction, account: Addressee, key: string, client: Client): Promise<void>;
  /** Somebody who has passed the first factor is guessing codes of the authenticator app. */
  appCodesGuessed(tables: Transaction, account: Addressee, client: Client): Promise<void>;
  /** @param left how many codes are left */
  recoveryCodeUsed(tables: Transaction, account: Addressee, left: number, client: Client): Promise<void>;
  /** @param until when the account is deleted */
  deletionRequested(tables: Transaction, account: Addressee, until: number, client: Client): Promise<void>;
  deletionCancelled(tables: Transaction, account: Addressee, client: Client): Promise<void>;
  /** The account stays after the grace period, because nobody else can manage an organization or the service. */
  deletionPrevented(tables: Transaction, account: Addressee, client: Client): Promise<void>;
  /** A superadmin acts for the owner, for a reason that the owner reads as text. */
  impersonated(tables: Transaction, account: Addressee, reason: string, client: Client): Promise<void>;
  accountDeleted(tables: Transaction, account: Addressee, client: Client): Promise<void>;
  // Mails about organizations go only to owners with a proven mailbox: see `unproven-mailbox.ts`.
  /** To an owner. @param until when the organization is removed */
  organizationDeleted(
    tables: Transaction,
    account: Addressee,
    organization: { name: string; until: number },
    client: Client,
  ): Promise<void>;
  /** To an owner. @param until when the last certificate of the identity provider ends */
  certificateExpiring(
    tables: Transaction,
    account: Addressee,
    about: { organization: string; connection: string; until: number },
    client: Client,
  ): Promise<void>;
  /** To an owner: whoever vouches for a connection has lost rights for that. */
  trustLost(
    tables: Transaction,
    account: Addressee,
    about: { organization: string; connection: string },
    client: Client,
  ): Promise<void>;
  /** To an owner. @param until when the organization loses the domain, unless DNS has its record again */
  domainUnproven(
    tables: Transaction,
    account: Addressee,
    about: { organization: string; domain: string; until: number },
    client: Client,
  ): Promise<void>;
}

/** After this time, a notice is useless. */
const WORTH_SENDING_MS = 24 * 3_600_000;

/**
 * The limit of notices of one kind to one address. More would be redundant, and would let anybody flood a
 * stranger's mailbox.
 */
const PER_ADDRESSEE: Limit = { limit: 5, windowMs: 3_600_000 };

/**
 * Applied when a notice is sent, because a limit must not prevent it from being stored with its act. Notices to
 * unproven mailboxes count as mails that their address has caused: anybody can enter the emails of strangers.
 */
export function noticeLimits(
  consume: Consume,
  { mails }: MailLimits,
): (notice: QueuedMail) => Promise<boolean> {
  return async ({ mail, asker }) => {
    const by = networkIn(asker) === BULK && 'ipAddress' in mail ? [mailsBy(mail.ipAddress, mails)] : [];
    const subject = `${mail.kind}:${mail.to.toLowerCase()}`;
    try {
      await consume([counter({ kind: 'notice', subject }, PER_ADDRESSEE), ...by]);
      return true;
    } catch (error) {
      if (error instanceof KeywardError && error.kind === 'RateLimitedError') return false;
      throw error;
    }
  };
}

export function createNotices(deps: { mailer: Pick<Mailer, 'keep'>; clock: Clock }): Notices {
  const { mailer, clock } = deps;

  function mailTo(account: Addressee, client: Client) {
    const now = clock.now();
    const facts = { name: greetedName(account), at: now, ipAddress: client.ipAddress };
    return { to: account.email, languages: client.languages, expiresAt: now + WORTH_SENDING_MS, ...facts };
  }

  async function notify(
    tables: Transaction,
    account: Addressee,
    client: Client,
    content: NoticeContent,
  ): Promise<void> {
    const mail = forMailbox({ ...mailTo(account, client), ...content }, account);
    if (mail === null) return;
    await mailer.keep(tables, mail, account.email_verified === 1 ? 'notice' : 'unproven');
  }

  return {
    passwordChanged: (tables, account, client, own) =>
      notify(tables, account, client, { kind: 'password_changed', ...own }),
    async emailChanged(tables, account, newEmail, client, undo = null) {
      const masked = maskEmail(newEmail, account);
      if (undo === null) await notify(tables, account, client, { kind: 'email_changed', newEmail: masked });
      // No limit may suppress the link.
      else
        await mailer.keep(tables, {
          ...mailTo(account, client),
          kind: 'email_change_made',
          newEmail: masked,
          ...undo,
          expiresAt: undo.until,
        });
    },
    accountReturned: (tables, account, client) =>
      notify(tables, account, client, { kind: 'account_returned' }),
    accountBack: (tables, account, laterEmail, client) =>
      notify(tables, account, client, { kind: 'account_back', newEmail: maskEmail(laterEmail, account) }),
    async mailboxProven(tables, account, { sessions, ...proof }, client) {
      const open = sessions.map(({ created_at, ip_address }) => ({ created_at, ip_address }));
      await notify(tables, account, client, { kind: 'mailbox_proven', ...proof, sessions: open });
    },
    passwordReset: (tables, account, providers, client) =>
      notify(
        tables,
        account,
        client,
        providers.length === 0 ? { kind: 'password_changed' } : { kind: 'password_reset', providers },
      ),
    providerLinked: (tables, account, provider, client, undo) =>
      notify(tables, account, client, { kind: 'provider_linked', provider, undo }),
    accessDropped: (tables, account, provider, client) =>
      notify(tables, account, client, { kind: 'access_dropped', provider }),
    memberAccessDropped: (tables, account, organization, client) =>
      notify(tables, account, client, { kind: 'member_access_dropped', organization }),
    factorAdded: (tables, account, factor, client, undo) =>
      notify(tables, account, client, { kind: 'factor_added', factor, undo }),
    factorRemoved: (tables, account, factor, client) =>
      notify(tables, account, client, { kind: 'factor_removed', factor }),
    factorsReset: (tables, account, client) => notify(tables, account, client, { kind: 'factors_reset' }),
    recoveryCodesMade: (tables, account, client, undo) =>
      notify(tables, account, client, { kind: 'recovery_codes_made', undo }),
    keyCreated: (tables, account, key, client) =>
      notify(tables, account, client, { kind: 'key_created', key }),
    appCodesGuessed: (tables, account, client) =>
      notify(tables, account, client, { kind: 'app_codes_guessed' }),
    recoveryCodeUsed: (tables, account, left, client) =>
      notify(tables, account, client, { kind: 'recovery_code_used', left }),
    deletionRequested: (tables, account, until, client) =>
      notify(tables, account, client, { kind: 'deletion_requested', until }),
    deletionCancelled: (tables, account, client) =>
      notify(tables, account, client, { kind: 'deletion_cancelled' }),
    deletionPrevented: (tables, account, client) =>
      notify(tables, account, client, { kind: 'deletion_prevented' }),
    impersonated: (tables, account, reason, client) =>
      notify(tables, account, client, { kind: 'impersonated', reason }),
    accountDeleted: (tables, account, client) => notify(tables, account, client, { kind: 'account_deleted' }),
    organizationDeleted: (tables, account, { name: organization, until }, client) =>
      notify(tables, account, client, { kind: 'organization_deleted', organization, until }),
    certificateExpiring: (tables, account, about, client) =>
      notify(tables, account, client, { kind: 'certificate_expiring', ...about }),
    trustLost: (tables, account, about, client) =>
      notify(tables, account, client, { kind: 'trust_lost', ...about }),
    domainUnproven: (tables, account, about, client) =>
      notify(tables, account, client, { kind: 'domain_unproven', ...about }),
  };
}

type NoticeContent =
  | { kind: 'password_changed'; undo?: UndoLink; applications?: readonly string[] }
  | {
      kind:
        | 'factors_reset'
        | 'recovery_codes_made'
        | 'app_codes_guessed'
        | 'deletion_cancelled'
        | 'deletion_prevented'
        | 'account_deleted'
        | 'account_returned';
      undo?: UndoLink | undefined;
    }
  | { kind: 'deletion_requested'; until: number }
  | { kind: 'organization_deleted'; organization: string; until: number }
  | { kind: 'certificate_expiring'; organization: string; connection: string; until: number }
  | { kind: 'trust_lost'; organization: string; connection: string }
  | { kind: 'member_access_dropped'; organization: string }
  | { kind: 'domain_unproven'; organization: string; domain: string; until: number }
  | { kind: 'factor_added' | 'factor_removed'; factor: SecondFactor; undo?: UndoLink }
  | { kind: 'recovery_code_used'; left: number }
  | ({ kind: 'mailbox_proven' } & FirstProof)
  | { kind: 'password_reset'; providers: readonly string[] }
  | { kind: 'email_changed' | 'account_back'; newEmail: string }
  | { kind: 'impersonated'; reason: string }
  | { kind: 'key_created'; key: string }
  | { kind: 'provider_linked' | 'access_dropped'; provider: string; undo?: UndoLink };
