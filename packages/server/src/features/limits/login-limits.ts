import { createHash } from 'node:crypto';
import { addressBucket } from '../../lib/address.ts';
import type { Limit, LimitedKey } from './failure-limiter.ts';

export interface LoginLimits {
  /** Failures for one account from one address. */
  accountAddress: Limit;
  /** Failures for one account from anywhere. */
  account: Limit;
  /** Failures from one address for any account. */
  address: Limit;
}

/**
 * The keys that a failed login counts against. All forms of an identifier lead to the same account and so to one
 * budget. An identifier without an account has its own budget, so that limits reveal nothing about accounts.
 * @param who the account's id, or the canonical identifier that names none
 */
export function loginKeys(limits: LoginLimits, who: number | string, ipAddress: string): LimitedKey[] {
  // One kind of key for both, so that both share counters alike when room runs out: a limit reveals nothing about
  // accounts.
  return guessKeys(accountSubject(typeof who === 'number' ? who : `?${digest(who)}`), limits, ipAddress);
}

/** The keys for wrong codes of an app that a session sets up. They tell nothing about the app that is in force. */
export function setUpKeys(limits: LoginLimits, sessionId: number, ipAddress: string): LimitedKey[] {
  return [{ key: `set-up:${sessionId}`, ...limits.accountAddress }, addressKey(limits, ipAddress)];
}

/** The beginning of the keys of {@link loginKeys}, up to a space. */
export function accountSubject(who: number | string): string {
  return `account:${who}`;
}

function guessKeys(subject: string, limits: LoginLimits, ipAddress: string): LimitedKey[] {
  const address = addressKey(limits, ipAddress);
  return [
    { key: `${subject} ${address.key}`, ...limits.accountAddress },
    { key: subject, ...limits.account },
    address,
  ];
}

/** The key that every failure from an address counts against, whatever was tried. */
export function addressKey({ address }: Pick<LoginLimits, 'address'>, ipAddress: string): LimitedKey {
  return { key: `address:${addressBucket(ipAddress)}`, ...address };
}

/** The key for the accounts that an address opens. */
export function signUpKey({ signUps }: { signUps: Limit }, ipAddress: string): LimitedKey {
  return { key: `sign-ups:${addressBucket(ipAddress)}`, ...signUps };
}

/** Keeps typed input, perhaps a password in the wrong field, out of the table. */
function digest(identifier: string): string {
  return createHash('sha256').update(identifier).digest('base64url').slice(0, 22);
}
