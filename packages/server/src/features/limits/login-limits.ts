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
 * What a failed login counts against. All forms of an identifier lead to the same account and so to one budget;
 * an identifier that names no account has a budget of its own, so that limits tell nothing about accounts.
 * @param who the account's id, or the canonical identifier that names none
 */
export function loginKeys(limits: LoginLimits, who: number | string, ipAddress: string): LimitedKey[] {
  // Of one kind, so that they share counters alike where there is no room: a limit tells nothing about accounts.
  const subject = `account:${typeof who === 'number' ? who : `?${digest(who)}`}`;
  const address = addressKey(limits, ipAddress);
  return [
    { key: `${subject} ${address.key}`, ...limits.accountAddress },
    { key: subject, ...limits.account },
    address,
  ];
}

/** What every failure from an address counts against, whatever was tried. */
export function addressKey({ address }: Pick<LoginLimits, 'address'>, ipAddress: string): LimitedKey {
  return { key: `address:${addressBucket(ipAddress)}`, ...address };
}

/** What the accounts that an address opens count against. */
export function signUpKey({ signUps }: { signUps: Limit }, ipAddress: string): LimitedKey {
  return { key: `sign-ups:${addressBucket(ipAddress)}`, ...signUps };
}

/** Keeps what people type, perhaps a password in the wrong field, out of the table. */
function digest(identifier: string): string {
  return createHash('sha256').update(identifier).digest('base64url').slice(0, 22);
}
