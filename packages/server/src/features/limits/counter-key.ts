import type { FailureKey } from '../../store/tables/failure-counts.ts';
import type { KeyRange } from '../../store/tables/failures.ts';

/** At most `limit` failures or acts in a window of `windowMs` milliseconds. */
export type Limit = Pick<FailureKey, 'limit' | 'windowMs'>;

/** The kind of a counter. Counters of one kind share a limit and a window, with a scope and without. */
export interface CounterKey {
  kind: CounterKind;
  /** The subject, such as the id of an account. Undefined: this kind has a single counter. */
  subject?: string | number | undefined;
  /** Narrows the counter to guesses from one place. Undefined: all places. */
  scope?: { kind: 'address' | 'asker' | 'browser' | 'network' | 'rank'; value: string } | undefined;
}

/** Whom the counters of acts in a session count: only `countedAs` of sessions makes it. */
export interface CountedAs {
  readonly subject: string;
}

export type CounterKind =
  | 'account'
  | 'address'
  | 'anonymous'
  | 'anonymous-network'
  | 'anonymous-total'
  | 'api-keys'
  | 'captcha'
  | 'changes'
  | 'changes-day'
  | 'changes-total'
  | 'code'
  | 'codes-restricted'
  | 'device-code'
  | 'documents'
  | 'documents-asked'
  | 'documents-known'
  | 'email-change'
  | 'export'
  | 'invitations'
  | 'mail'
  | 'mail-asker'
  | 'mail-turn'
  | 'mailbox'
  | 'mailbox-known'
  | 'mailbox-reset'
  | 'mails'
  | 'notice'
  | 'pictures'
  | 'pictures-address'
  | 'pictures-network'
  | 'provider-email-change'
  | 'provisioned'
  | 'provisioned-total'
  | 'provisioning'
  | 'provisioning-reads'
  | 'recovery-digits'
  | 'registrations'
  | 'retry'
  | 'saml-answer'
  | 'securing-address'
  | 'securing-day'
  | 'securing-first'
  | 'securing-network'
  | 'securing-session'
  | 'securing-total'
  | 'set-up'
  | 'sign-ups'
  | 'silent-codes'
  | 'silent-codes-day'
  | 'taken'
  | 'vouched-codes'
  | 'wrong-codes';

/** A counter that is limited. */
export interface LimitedKey extends CounterKey, FailureKey {}

export function counter(key: CounterKey, { limit, windowMs }: Limit): LimitedKey {
  return { ...key, key: nameOf(key), limit, windowMs };
}

/**
 * The name under which a counter is stored: `account:7`, or `account:7 address:192.0.2.1` with a scope. Only this file
 * reads names.
 */
export function nameOf({ kind, subject, scope }: CounterKey): string {
  const name = subject === undefined ? kind : `${kind}:${part(subject)}`;
  return scope === undefined ? name : `${name} ${scope.kind}:${part(scope.value)}`;
}

/** The name without its scope. */
export function subjectOf(name: string): string {
  const end = name.indexOf(' ');
  return end === -1 ? name : name.slice(0, end);
}

/** The names of a subject's counters: without a scope, and with any. */
export function rangeOf(subject: string): KeyRange {
  // The character after the space ends the range.
  return { from: subject, below: `${subject}!` };
}

/** Stored in databases, so it never changes. */
const OVERFLOW = 'crowd';

/** The names of the counters that keys without their own counter share. */
export const OVERFLOW_NAMES = rangeOf(OVERFLOW);

/** The name of an overflow counter. Keys of the same kind and scope as `name` share these counters. */
export function overflowName(name: string, serial: number): string {
  const kinds = name.split(' ').map((named) => named.split(':', 1)[0]);
  return [OVERFLOW, ...kinds, serial].join(' ');
}

export function isOverflow(name: string): boolean {
  return subjectOf(name) === OVERFLOW;
}

/** A space would begin the scope. PostgreSQL stores neither NUL nor half a character, and a batch has keys of others. */
function part(value: string | number): string {
  return String(value)
    .toWellFormed()
    .replaceAll(/[%\s\0]/g, encodeURIComponent);
}
