import { createHash } from 'node:crypto';
import { addressBucket } from '../../lib/address.ts';
import type { AccountRow } from '../../store/engine/schema.ts';
import { type Purpose, PURPOSES } from '../../store/tables/codes.ts';
import { counter, type CounterKey, type Limit, type LimitedKey } from './counter-key.ts';

export interface LoginLimits {
  /** Failures for one account from one address. */
  accountAddress: Limit;
  /** Failures for one account from anywhere. */
  account: Limit;
  /** Failures from one address for any account. */
  address: Limit;
}

/**
 * The limit of wrong guesses for one email and purpose, over all its codes: one for the asker, and one for all
 * others.
 */
const CODE_FAILURES: Limit = { limit: 20, windowMs: 3_600_000 };

/** The subject of a guess. */
export type Guessed = CounterKey & { kind: 'account' | 'code' };

/** The subject for guesses from devices that the account knows. */
export function ofAccount(id: number): Guessed {
  return { kind: 'account', subject: id };
}

/**
 * The subject for guesses by strangers who enter an identifier. The id of an account never begins with a question mark.
 */
function ofIdentifier(identifier: string): Guessed {
  return { kind: 'account', subject: `?${digest(identifier)}` };
}

/** The subject for guesses over all codes for a mailbox and purpose. */
export function ofCodes(purpose: Purpose, emailKey: string): Guessed {
  return { kind: 'code', subject: `${purpose}:${emailKey}` };
}

/** All subjects of guesses for an account. */
export function ofOwner(owner: Pick<AccountRow, 'id' | 'email_key' | 'handle_key' | 'phone'>): Guessed[] {
  const identifiers = [owner.email_key, owner.handle_key, owner.phone].filter((one) => one !== null);
  return [
    ofAccount(owner.id),
    ...identifiers.map(ofIdentifier),
    ...PURPOSES.map((purpose) => ofCodes(purpose, owner.email_key)),
  ];
}

/** The number of wrong guesses that lock an account: for everybody, or for one place only. */
export function lockLimit(
  kind: Guessed['kind'],
  reach: 'everywhere' | 'one place',
  limits: Omit<LoginLimits, 'address'>,
): Limit {
  if (kind === 'code') return CODE_FAILURES;
  return reach === 'everywhere' ? limits.account : limits.accountAddress;
}

/** @param scope the place whose guesses count separately; undefined: all places */
export function guessKey(
  guessed: Guessed,
  limits: Omit<LoginLimits, 'address'>,
  scope?: CounterKey['scope'],
): LimitedKey {
  const reach = scope === undefined ? 'everywhere' : 'one place';
  return counter({ ...guessed, scope }, lockLimit(guessed.kind, reach, limits));
}

/** The keys for guesses from one address, from anywhere, and for the address. */
export function guessKeys(
  guessed: Guessed,
  limits: LoginLimits,
  ipAddress: string,
): [here: LimitedKey, anywhere: LimitedKey, address: LimitedKey] {
  return [
    guessKey(guessed, limits, { kind: 'address', value: addressBucket(ipAddress) }),
    guessKey(guessed, limits),
    addressKey(limits, ipAddress),
  ];
}

/**
 * The keys that a stranger's wrong password counts against; see `PasswordBudget`. An identifier without an account has
 * the same keys, so that limits reveal nothing about accounts.
 * @param identifier in its canonical form, or as it was typed
 */
export function loginKeys(limits: LoginLimits, identifier: string, ipAddress: string): LimitedKey[] {
  return guessKeys(ofIdentifier(identifier), limits, ipAddress);
}

/** The keys for wrong codes of an app that a session is setting up. They do not affect the app that is in use. */
export function setUpKeys(limits: LoginLimits, sessionId: number, ipAddress: string): LimitedKey[] {
  const setUp = counter({ kind: 'set-up', subject: sessionId }, limits.accountAddress);
  return [setUp, addressKey(limits, ipAddress)];
}

/** The key that every failure from an address counts against, whatever was tried. */
export function addressKey({ address }: Pick<LoginLimits, 'address'>, ipAddress: string): LimitedKey {
  return counter({ kind: 'address', subject: addressBucket(ipAddress) }, address);
}

/** The key for the accounts that an address opens. */
export function signUpKey({ signUps }: { signUps: Limit }, ipAddress: string): LimitedKey {
  return counter({ kind: 'sign-ups', subject: addressBucket(ipAddress) }, signUps);
}

/** Keeps typed input, perhaps a password in the wrong field, out of the table. */
function digest(identifier: string): string {
  return createHash('sha256').update(identifier).digest('base64url').slice(0, 22);
}
