import { createHash, randomBytes } from 'node:crypto';
import type { Client } from '../../../lib/client.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Transaction } from '../../../store/database.ts';
import type { Mailer } from '../../delivery/mail/mailer.ts';
import { counter, type Limit } from '../../limits/counter-key.ts';
import type { Consume } from '../../limits/quota.ts';
import type { Frontends } from '../../settings/frontends.ts';

/** The data of an invitation of any kind that its mail needs. */
interface Invited {
  email: string;
  /** The frontend that the link leads to; null for the service's own page. */
  frontend: string | null;
  expires_at: number;
}

/** The links of invitations. Only the mails contain their tokens. */
export interface InvitationLinks {
  /** @throws KeywardError `EmailNotConfiguredError` */
  assertConfigured(): void;
  /**
   * Counts a mail to the mailbox.
   * @throws KeywardError `RateLimitedError`, `EmailNotConfiguredError`
   */
  assertMayMail(emailKey: string): Promise<void>;
  /** @param prefix shows the purpose of the token */
  newToken(days: number, prefix?: string): NewToken;
  /** Mails a link, in the language of the request. @param organization the name of the organization to join */
  mail(
    tables: Transaction,
    client: Client,
    token: string,
    invited: Invited,
    organization?: string,
  ): Promise<void>;
}

interface NewToken {
  token: string;
  columns: { token_hash: string; expires_at: number };
}

export const MAX_DAYS = 90;
const DAY_MS = 86_400_000;
const TOKEN_BYTES = 32;

export function createInvitationLinks(deps: {
  mailer: Pick<Mailer, 'keep' | 'assertConfigured'>;
  consume: Consume;
  /** The limit of invitations to one mailbox. Codes that strangers request do not count. */
  mailbox: Limit;
  frontends: Pick<Frontends, 'own'>;
  clock: Clock;
}): InvitationLinks {
  const { mailer, consume, mailbox, frontends, clock } = deps;
  return {
    assertConfigured: () => mailer.assertConfigured(),

    async assertMayMail(emailKey) {
      mailer.assertConfigured();
      await consume([counter({ kind: 'invitations', subject: emailKey }, mailbox)]);
    },

    newToken(days, prefix = '') {
      const token = prefix + randomBytes(TOKEN_BYTES).toString('base64url');
      return { token, columns: { token_hash: digest(token), expires_at: clock.now() + days * DAY_MS } };
    },

    mail(tables, { languages }, token, { email, frontend, expires_at: until }, organization) {
      const link = `${frontend ?? frontends.own}/invitation?${new URLSearchParams({ token }).toString()}`;
      const shared = { to: email, languages, expiresAt: until, name: null, link, until };
      return mailer.keep(
        tables,
        organization === undefined
          ? { ...shared, kind: 'invitation' }
          : { ...shared, kind: 'organization_invitation', organization },
        'bulk',
      );
    },
  };
}

/** The stored form of a token. */
export function digest(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
