import type { Addressee, Mail } from './mail.ts';

const HIDDEN = '•••';

/**
 * A mail as the mailbox of an account may get it; null if it gets none. Anybody can open an account with a stranger's
 * address, and could otherwise send the stranger a text in our name: that of an organization, or of an application.
 * Each kind of mail is named here, so that a new one needs a decision.
 */
export function forMailbox(mail: Mail, account: Pick<Addressee, 'email_verified'>): Mail | null {
  return account.email_verified === 1 ? mail : forUnproven(mail);
}

function forUnproven(mail: Mail): Mail | null {
  switch (mail.kind) {
    // Without these names, the mails say nothing.
    case 'member_access_dropped':
    case 'organization_deleted':
    case 'certificate_expiring':
    case 'trust_lost':
    case 'domain_unproven':
      return null;
    case 'password_changed':
      return { ...mail, applications: [] };
    case 'impersonated':
      return { ...mail, reason: HIDDEN };
    case 'key_created':
      return { ...mail, key: HIDDEN };
    case 'webhook_gone':
    case 'webhook_failing':
      return { ...mail, webhook: HIDDEN };
    // The act has just proven the mailbox, or the name is that of a provider of the deployment.
    case 'mailbox_proven':
    case 'access_dropped':
    case 'password_reset':
    case 'provider_linked':
      return mail;
    // The invited person has to know to what. The inviter's mailbox is proven, and the subject omits the name.
    case 'organization_invitation':
      return mail;
    // No texts by others: addresses are masked.
    case 'code':
    case 'link':
    case 'signup_notice':
    case 'invitation':
    case 'email_changed':
    case 'email_change_asked':
    case 'email_change_made':
    case 'account_back':
    case 'account_returned':
    case 'account_deleted':
    case 'factor_added':
    case 'factor_removed':
    case 'factors_reset':
    case 'recovery_codes_made':
    case 'recovery_code_used':
    case 'app_codes_guessed':
    case 'deletion_requested':
    case 'deletion_cancelled':
    case 'deletion_prevented':
    case 'settings_test':
      return mail;
  }
}

/**
 * `a•••@example.org`: enough to recognise one's own address, too little to learn somebody else's. A mail to an
 * unproven mailbox, which may belong to anybody, shows only `•••@•••`.
 */
export function maskEmail(
  email: string,
  { email_verified: proven }: Pick<Addressee, 'email_verified'>,
): string {
  if (proven !== 1) return `${HIDDEN}@${HIDDEN}`;
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}${HIDDEN}${email.slice(at)}`;
}
