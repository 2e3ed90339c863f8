import { KeywardError } from '../../../errors.ts';
import { isCommonPassword } from './common-passwords.ts';

/** The longest password, in bytes of UTF-8 as sent. */
export const MAX_PASSWORD_BYTES = 1024;

/** The rules that a password can break; the names in `details.rules`. */
export type PasswordRule =
  'min_length' | 'uppercase' | 'lowercase' | 'digit' | 'max_bytes' | 'well_formed' | 'common' | 'personal';

export interface PasswordContext {
  /** `strict` asks for more characters and refuses common and personal passwords, on top of `documented`. */
  profile: 'documented' | 'strict';
  email?: string | null | undefined;
  name?: string | null | undefined;
  handle?: string | null | undefined;
}

/** Characters (code points). */
export const MIN_PASSWORD_LENGTH = { documented: 6, strict: 8 } as const;

/** Shorter parts of a name occur in good passwords by chance. */
const MIN_PERSONAL_LENGTH = 4;

/**
 * Throws `WeakPasswordError` unless the password may be set. The message and `details.rules` name every broken rule.
 */
export function assertPasswordAllowed(password: string, context: PasswordContext): void {
  assertHashable(password);
  const text = password.normalize('NFKC');
  const rules: PasswordRule[] = [];
  const personal = context.profile === 'strict' ? personalWordIn(text, context) : undefined;
  if (Array.from(text).length < MIN_PASSWORD_LENGTH[context.profile]) rules.push('min_length');
  if (!/\p{Lu}/u.test(text)) rules.push('uppercase');
  if (!/\p{Ll}/u.test(text)) rules.push('lowercase');
  if (!/\p{Nd}/u.test(text)) rules.push('digit');
  if (context.profile === 'strict') {
    if (isCommonPassword(text)) rules.push('common');
    if (personal !== undefined) rules.push('personal');
  }
  if (rules.length > 0) throw weakPassword(rules, context.profile, personal);
}

/**
 * Whether the password may be hashed at all: at most 1,024 bytes and no lone surrogates. All lone surrogates turn
 * into the same bytes (U+FFFD), which would make different passwords equal.
 */
export function isHashable(password: string): boolean {
  return fitsInBytes(password) && password.isWellFormed();
}

/** Throws `WeakPasswordError` unless the password may be hashed at all. */
export function assertHashable(password: string): void {
  if (!fitsInBytes(password)) throw weakPassword(['max_bytes']);
  if (!password.isWellFormed()) throw weakPassword(['well_formed']);
}

function fitsInBytes(password: string): boolean {
  return Buffer.byteLength(password) <= MAX_PASSWORD_BYTES;
}

function weakPassword(
  rules: PasswordRule[],
  profile: PasswordContext['profile'] = 'documented',
  personal = '',
): KeywardError {
  const remedies = {
    min_length: `use at least ${MIN_PASSWORD_LENGTH[profile]} characters`,
    uppercase: 'add an uppercase letter',
    lowercase: 'add a lowercase letter',
    digit: 'add a digit',
    max_bytes: 'use at most 1,024 bytes',
    well_formed: 'use whole Unicode characters',
    common: 'choose one that is not among the most common passwords',
    personal: `choose one without "${personal}", which is part of the account's name, handle or email address`,
  } satisfies Record<PasswordRule, string>;
  return new KeywardError('WeakPasswordError', {
    message: `The password is too weak: ${rules.map((rule) => remedies[rule]).join('; ')}.`,
    details: { rules },
  });
}

/** The first part of the name, handle or email address that the password contains. */
function personalWordIn(password: string, { email, name, handle }: PasswordContext): string | undefined {
  const mailbox = email?.replace(/@[^@]*$/, '') ?? '';
  const words = [mailbox, mailbox.split('+')[0], handle, name, ...(name?.split(/\s+/) ?? [])];
  const text = squeeze(password);
  return words
    .filter((word) => typeof word === 'string')
    .find((word) => Array.from(squeeze(word)).length >= MIN_PERSONAL_LENGTH && text.includes(squeeze(word)));
}

/** Only letters and digits, so that `Ada.Lovelace` is found in `ada_lovelace1A`. */
function squeeze(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
}
