import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/*
 * The form of a secret that programs keep: a prefix, 43 characters for 256 random bits, and 6 for the CRC-32 of all
 * before, in base62. Scanners of leaked secrets find them by the prefix, and distinguish them from similar texts by the
 * checksum.
 */

export const SECRET_BYTES = 32;

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const HINT_LENGTH = 6;
const FORM = /^[0-9A-Za-z]+$/;

/** @param random {@link SECRET_BYTES} bytes */
export function checkedSecret(prefix: string, random: Buffer): string {
  const body = prefix + base62(BigInt(`0x${random.toString('hex')}`), RANDOM_LENGTH);
  return body + checksum(body);
}

/** Whether a text can be such a secret: it has the form and the right checksum. */
export function isCheckedSecret(prefix: string, text: string): boolean {
  const rest = text.slice(prefix.length);
  if (!text.startsWith(prefix) || rest.length !== RANDOM_LENGTH + CHECKSUM_LENGTH || !FORM.test(rest))
    return false;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  return text.slice(-CHECKSUM_LENGTH) === checksum(body);
}

/** The form in which a random secret is stored. Nobody can guess it, so a fast hash is enough. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** The first part of a secret, by which people recognize it. It leaves 220 bits to guess. */
export function secretHint(prefix: string, secret: string): string {
  return secret.slice(0, prefix.length + HINT_LENGTH);
}

function checksum(body: string): string {
  return base62(BigInt(crc32(body)), CHECKSUM_LENGTH);
}

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = DIGITS.charAt(Number(rest % 62n)) + text;
  return text.padStart(length, '0');
}
