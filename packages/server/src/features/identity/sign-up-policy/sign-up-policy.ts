import { KeywardError } from '../../../errors.ts';
import { domainOf, type Email } from '../../../lib/email.ts';
import type { AccountRow } from '../../../store/engine/schema.ts';
import type { SignupSettings } from '../../settings/settings.ts';

/** An account that somebody wants to open. */
export interface SignUpAttempt {
  email: Pick<Email, 'key'>;
  /** Whether they have shown that the mailbox is theirs, or will show it before the account exists. */
  proof: 'none' | 'mailbox';
  /** Whether they hold an invitation for this email. */
  invited: boolean;
}

/**
 * The rules for who may open an account. They apply to strangers and owners, not to superadmins, operators and the host
 * application. They depend only on the settings and the input. Checked before any look-up, they reveal nothing about
 * accounts and invitations, not even by timing.
 */
export interface SignUpPolicy {
  /**
   * Every way to open an account checks this first. The order is: mode, domain, proof.
   * @throws KeywardError `SignupClosedError`, `EmailDomainNotAllowedError`, `EmailProofRequiredError`
   */
  assertMayOpen(attempt: SignUpAttempt): void;
  /** For an owner who changes the email. @throws KeywardError `EmailDomainNotAllowedError` */
  assertDomain(email: SignUpAttempt['email']): void;
  /**
   * Every sign-in checks this, after its proof. Superadmins pass, because otherwise nobody could turn the rule off.
   * @throws KeywardError `EmailProofRequiredError`
   */
  assertProven(account: Pick<AccountRow, 'role' | 'email_verified'>): void;
}

/** @param rules the rules in force */
export function createSignUpPolicy(rules: () => SignupSettings): SignUpPolicy {
  function assertMode({ mode }: SignupSettings, invited: boolean): void {
    if (mode === 'closed' || (mode === 'invite' && !invited)) throw new KeywardError('SignupClosedError');
  }

  const assertDomain: SignUpPolicy['assertDomain'] = ({ key }) => {
    const { allowed_domains: allowed, blocked_domains: blocked } = rules();
    const domain = domainOf(key);
    if (isAmong(blocked, domain) || (allowed.length > 0 && !isAmong(allowed, domain)))
      throw new KeywardError('EmailDomainNotAllowedError');
  };

  return {
    assertMayOpen({ email, proof, invited }) {
      assertMode(rules(), invited);
      // The inviter has chosen the email.
      if (!invited) assertDomain(email);
      if (rules().require_verified_email && proof === 'none')
        throw new KeywardError('EmailProofRequiredError', { message: SIGN_UP_WITH_CODE });
    },
    assertDomain,
    assertProven({ role, email_verified }) {
      if (rules().require_verified_email && email_verified === 0 && role !== 'superadmin')
        throw new KeywardError('EmailProofRequiredError', { message: VERIFY });
    },
  };
}

const SIGN_UP_WITH_CODE =
  'Prove the mailbox first: ask for a code at /send/email/otp/signup, then sign up at /signup/otp.';
const VERIFY =
  'Prove the mailbox first: ask for a code at /send/email/otp/verify and send it to /link/verify, then sign in.';

/** `*.example.com` matches all subdomains, but not the domain itself. */
function isAmong(patterns: readonly string[], domain: string): boolean {
  return patterns.some((one) => (one.startsWith('*.') ? domain.endsWith(one.slice(1)) : domain === one));
}
