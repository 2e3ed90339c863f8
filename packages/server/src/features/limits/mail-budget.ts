import { addressBucket } from '../../lib/address.ts';
import { type Purpose, PURPOSES } from '../../store/tables/codes.ts';
import { counter, type CounterKey, type Limit, type LimitedKey } from './counter-key.ts';
import type { Knowledge } from './known-devices.ts';

/** One mail for an email and purpose. */
const PER_EMAIL: Limit = { limit: 1, windowMs: 60_000 };

/** A mail with a code. */
export interface AskedMail {
  purpose: Purpose;
  emailKey: string;
  /** Of who asks. */
  ipAddress: string;
  /** How the account knows the device; see `KnownDevices`. */
  known: Knowledge;
}

export interface MailLimits {
  /** Mails that one address can cause. */
  mails: Limit;
  /** Mails to one mailbox. */
  mailbox: Limit;
}

/**
 * The counters for a mail with a code. Browsers and addresses from which an account signed in have a separate
 * budget, so that strangers who ask for mails cannot keep them from its owner. Resets have a separate budget
 * too, because people with a new device need them most.
 */
export function codeMailKeys(
  limits: MailLimits,
  { purpose, emailKey, ipAddress, known }: AskedMail,
): LimitedKey[] {
  const address = addressBucket(ipAddress);
  const scope = known === null ? undefined : scopeOf(known, address);
  return [
    counter({ ...ofPurpose(purpose, emailKey), scope }, PER_EMAIL),
    counter({ ...ofMailbox(purpose, emailKey), scope }, limits.mailbox),
    counter({ kind: 'mails', subject: address }, limits.mails),
  ];
}

/** The counters for mails to a mailbox. */
export function mailsTo(emailKey: string): CounterKey[] {
  return PURPOSES.flatMap((purpose) => [ofPurpose(purpose, emailKey), ofMailbox(purpose, emailKey)]);
}

function scopeOf(how: NonNullable<Knowledge>, address: string): CounterKey['scope'] {
  return how === 'address' ? { kind: 'address', value: address } : { kind: 'browser', value: how.browser };
}

function ofPurpose(purpose: Purpose, emailKey: string): CounterKey {
  return { kind: 'mail', subject: `${purpose}:${emailKey}` };
}

function ofMailbox(purpose: Purpose, emailKey: string): CounterKey {
  return { kind: purpose === 'reset' ? 'mailbox-reset' : 'mailbox', subject: emailKey };
}
