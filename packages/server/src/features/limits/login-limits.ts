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
 * The keys that a stranger's wrong password counts against; see `PasswordBudget`. An identifier without an account has
 * the same, so that limits reveal nothing about accounts.
 * @param identifier in its canonical form, or as it was typed
 */
export function loginKeys(limits: LoginLimits, identifier: string, ipAddress: string): LimitedKey[] {
  return guessKeys(identifierSubject(identifier), limits, ipAddress);
}

/** The keys for wrong codes of an app that a session sets up. They tell nothing about the app that is in force. */
export function setUpKeys(limits: LoginLimits, sessionId: number, ipAddress: string): LimitedKey[] {
  return [{ key: `set-up:${sessionId}`, ...limits.accountAddress }, addressKey(limits, ipAddress)];
}

/** The beginning of the keys of whoever is known to an account, up to a space. */
export function accountSubject(id: number): string {
  return `account:${id}`;
}

/** The beginning of the keys of strangers who type an identifier, up to a space. */
export function identifierSubject(identifier: string): string {
  return `account:?${digest(identifier)}`;
}

/** The keys for a subject from one address, from anywhere, and for the address. */
export function guessKeys(
  subject: string,
  limits: LoginLimits,
  ipAddress: string,
): [here: LimitedKey, anywhere: LimitedKey, address: LimitedKey] {
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
