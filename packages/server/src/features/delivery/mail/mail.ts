import type { AccountRow } from '../../../store/engine/schema.ts';
import type { Purpose } from '../../../store/tables/codes.ts';
import type { SecondFactor } from '../../audit/serializers/factor-kinds.ts';

/** The link that undoes the change that a mail reports. */
export interface UndoLink {
  link: string;
  /** Milliseconds since the epoch. */
  until: number;
}

/** A mail to one person. */
export type Mail = {
  /** One address, as `lib/email.ts` reads it. */
  to: string;
  /** The `Accept-Language` header of the request behind the mail; may be empty. */
  languages: string;
  /** Milliseconds since the epoch. The mail is given up after that. */
  expiresAt: number;
} & MailContent;

export type MailContent =
  /** The code first. The link, if there is one, is a button below it. */
  | {
      kind: 'code';
      purpose: Purpose;
      code: string;
      link: string | null;
      minutes: number;
      name: string | null;
    }
  /** The button first; the code below it. */
  | {
      kind: 'link';
      purpose: Purpose;
      code: string;
      link: string;
      minutes: number;
      name: string | null;
      /** The service sends it of its own accord, so there is no request that somebody else could have made. */
      unasked?: boolean;
    }
  /** Somebody tried to sign up with an address that has an account. */
  | { kind: 'signup_notice'; name: string | null; link: string | null }
  /** `until` is when the link ends, in milliseconds since the epoch. */
  | { kind: 'invitation'; name: null; link: string; until: number }
  /** `organization` is the name, which anybody may have chosen. */
  | { kind: 'organization_invitation'; name: null; organization: string; link: string; until: number }
  | ({
      kind: 'password_changed';
      name: string | null;
      /** The names of the applications that keep access, as the applications chose them. */
      applications?: readonly string[];
      at: number;
      ipAddress: string;
    } & MaybeUndone)
  /** To the previous address of the account. `newEmail` is masked: `a•••@example.org`. */
  | {
      kind: 'email_changed' | 'account_back';
      name: string | null;
      newEmail: string;
      at: number;
      ipAddress: string;
    }
  | { kind: 'impersonated'; name: string | null; reason: string; at: number; ipAddress: string }
  /** The same, for a change that is requested and for one that was made. `link` undoes the change until `until`. */
  | {
      kind: 'email_change_asked' | 'email_change_made';
      name: string | null;
      newEmail: string;
      link: string;
      until: number;
      at: number;
      ipAddress: string;
    }
  | ({
      kind: 'provider_linked';
      name: string | null;
      provider: string;
      at: number;
      ipAddress: string;
    } & MaybeUndone)
  /**
   * A sign-in with a provider was the first proof of the mailbox. Earlier passwords, sessions and links were removed.
   */
  | { kind: 'access_dropped'; name: string | null; provider: string; at: number; ipAddress: string }
  /** The same for a member of an organization: whoever reads the mailbox has signed in, or accepted an invitation. */
  | {
      kind: 'member_access_dropped';
      name: string | null;
      organization: string;
      at: number;
      ipAddress: string;
    }
  | ({
      kind: 'factor_added' | 'factor_removed';
      name: string | null;
      factor: SecondFactor;
      at: number;
      ipAddress: string;
    } & MaybeUndone)
  | ({
      kind: 'factors_reset' | 'recovery_codes_made' | 'app_codes_guessed';
      name: string | null;
      at: number;
      ipAddress: string;
    } & MaybeUndone)
  /** `key` is its name, which its maker chose. */
  | { kind: 'key_created'; name: string | null; key: string; at: number; ipAddress: string }
  | { kind: 'recovery_code_used'; name: string | null; left: number; at: number; ipAddress: string }
  /** `until` is when the account is deleted, in milliseconds since the epoch. */
  | { kind: 'deletion_requested'; name: string | null; until: number; at: number; ipAddress: string }
  /** To an owner. `until` is when the organization is removed; nobody can restore it later. */
  | {
      kind: 'organization_deleted';
      name: string | null;
      organization: string;
      until: number;
      at: number;
      ipAddress: string;
    }
  /** To an owner. DNS no longer has the record of a domain; `until` is when the organization loses the domain. */
  | {
      kind: 'domain_unproven';
      name: string | null;
      organization: string;
      domain: string;
      until: number;
      at: number;
      ipAddress: string;
    }
  /** To an owner. `until` is when the last certificate of the identity provider ends. */
  | {
      kind: 'certificate_expiring';
      name: string | null;
      organization: string;
      connection: string;
      until: number;
      at: number;
      ipAddress: string;
    }
  /** To an owner: whoever vouches for a connection has lost rights for that. */
  | {
      kind: 'trust_lost';
      name: string | null;
      organization: string;
      connection: string;
      at: number;
      ipAddress: string;
    }
  | {
      kind: 'deletion_cancelled' | 'deletion_prevented' | 'account_deleted' | 'account_returned';
      name: string | null;
      at: number;
      ipAddress: string;
    }
  /** A superadmin tests the settings of the mail server. */
  | { kind: 'settings_test'; name: null; at: number; ipAddress: string }
  /** To a superadmin: a webhook was disabled. `webhook` names it. */
  | { kind: 'webhook_gone' | 'webhook_failing'; name: string | null; webhook: string; at: number }
  /** The first proof of the mailbox. Earlier credentials may belong to somebody else. */
  | ({ kind: 'mailbox_proven'; name: string | null; at: number; ipAddress: string } & FirstProof)
  /** The names of the providers that stay linked. */
  | {
      kind: 'password_reset';
      name: string | null;
      providers: readonly string[];
      at: number;
      ipAddress: string;
    };

/** The effect of the first proof on the earlier credentials of an account. */
export interface FirstProof {
  /** Whether the account keeps a password. */
  password: boolean;
  /** The sessions that stay, newest first. */
  sessions: readonly { created_at: number; ip_address: string }[];
  removed: readonly ('password' | 'sessions' | 'links' | 'factors' | 'phone')[];
  /** Null if no credential of the sign-up is left. */
  opened: SignUpOrigin | null;
  /** Until when an earlier mailbox can take the account back, in milliseconds since the epoch; null if none can. */
  earlierUntil: number | null;
  /** The link that removes the remaining credentials, or gives the account back to the earlier mailbox. */
  undo: UndoLink | null;
}

/** When and from where an account was opened. */
export interface SignUpOrigin {
  name: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** Null if it is not known. */
  ipAddress: string | null;
  browser: string | null;
  system: string | null;
}

/** A change by somebody who was signed in can be undone. A change by the service or a superadmin cannot. */
interface MaybeUndone {
  undo?: UndoLink | undefined;
}

export type NoticeKind = Exclude<MailContent['kind'], 'code' | 'link'>;

/** The receiver of a mail. */
export type Addressee = Pick<AccountRow, 'name' | 'email' | 'email_verified'>;

/**
 * The name to greet somebody by; null if the mailbox is not proven. Anybody can open an account with a stranger's
 * address and a name of their choice, and could otherwise send the stranger a text in our name.
 */
export function greetedName({ name, email_verified: proven }: Addressee): string | null {
  return proven === 1 ? name : null;
}
