import type { Mail, MailContent } from './mail.ts';
import type { MailName } from './mail-kinds.ts';

const DAY_MS = 24 * 3_600_000;

/** A mail of each kind with made-up values. Its links lead to the service itself and do nothing. */
export function sampleMail(
  name: MailName,
  { to, language, now, publicUrl }: { to: string; language: string; now: number; publicUrl: string },
): Mail {
  const link = `${publicUrl}/`;
  const until = now + 7 * DAY_MS;
  const person = { name: 'Ada Lovelace' };
  const act = { ...person, at: now, ipAddress: '192.0.2.10' };
  const undo = { link, until };
  const code = { ...person, code: '123456', link, minutes: 10 };
  const organization = 'Analytical Engines';
  const contents: Record<MailName, MailContent> = {
    signup_code: { kind: 'code', purpose: 'signup', ...code },
    signup_link: { kind: 'link', purpose: 'signup', ...code },
    login_code: { kind: 'code', purpose: 'login', ...code },
    login_link: { kind: 'link', purpose: 'login', ...code },
    reset_code: { kind: 'code', purpose: 'reset', ...code },
    reset_link: { kind: 'link', purpose: 'reset', ...code },
    verify_code: { kind: 'code', purpose: 'verify', ...code },
    verify_link: { kind: 'link', purpose: 'verify', ...code },
    signup_notice: { kind: 'signup_notice', ...person, link },
    invitation: { kind: 'invitation', name: null, link, until },
    organization_invitation: { kind: 'organization_invitation', name: null, organization, link, until },
    password_changed: { kind: 'password_changed', ...act, undo },
    email_changed: { kind: 'email_changed', ...act, newEmail: 'a•••@example.org' },
    email_change_asked: { kind: 'email_change_asked', ...act, newEmail: 'a•••@example.org', link, until },
    email_change_made: { kind: 'email_change_made', ...act, newEmail: 'a•••@example.org', link, until },
    provider_linked: { kind: 'provider_linked', ...act, provider: 'Google', undo },
    factor_added: { kind: 'factor_added', ...act, factor: 'passkey', undo },
    factor_removed: { kind: 'factor_removed', ...act, factor: 'passkey' },
    deletion_requested: { kind: 'deletion_requested', ...act, until },
    deletion_cancelled: { kind: 'deletion_cancelled', ...act },
    deletion_prevented: { kind: 'deletion_prevented', ...act },
    account_returned: { kind: 'account_returned', ...act },
    account_back: { kind: 'account_back', ...act, newEmail: 'a•••@example.org' },
    account_deleted: { kind: 'account_deleted', ...act },
    organization_deleted: { kind: 'organization_deleted', ...act, organization, until },
    certificate_expiring: { kind: 'certificate_expiring', ...act, organization, connection: 'Okta', until },
    trust_lost: { kind: 'trust_lost', ...act, organization, connection: 'Okta' },
    domain_unproven: { kind: 'domain_unproven', ...act, organization, domain: 'example.org', until },
    factors_reset: { kind: 'factors_reset', ...act },
    recovery_codes_made: { kind: 'recovery_codes_made', ...act, undo },
    key_created: { kind: 'key_created', ...act, key: 'Deployment' },
    app_codes_guessed: { kind: 'app_codes_guessed', ...act },
    recovery_code_used: { kind: 'recovery_code_used', ...act, left: 7 },
    impersonated: { kind: 'impersonated', ...act, reason: 'You asked us to look at an order.' },
    settings_test: { kind: 'settings_test', ...act, name: null },
    webhook_gone: { kind: 'webhook_gone', ...person, webhook: 'hooks.example.org', at: now },
    webhook_failing: { kind: 'webhook_failing', ...person, webhook: 'hooks.example.org', at: now },
    access_dropped: { kind: 'access_dropped', ...act, provider: 'Google' },
    member_access_dropped: { kind: 'member_access_dropped', ...act, organization },
    mailbox_proven: {
      kind: 'mailbox_proven',
      ...act,
      password: true,
      sessions: [],
      removed: [],
      opened: null,
      earlierUntil: null,
      undo,
    },
    password_reset: { kind: 'password_reset', ...act, providers: ['Google'] },
  };
  return { ...contents[name], to, languages: language, expiresAt: now + 60_000 };
}
