import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/*
 * The form of an API key: `kw_live_`, 43 characters for 256 random bits, and 6 for the CRC-32 of all before, in
 * base62. Secret scanners find leaked keys by the prefix, and verify them by the checksum.
 */

export const KEY_PREFIX = 'kw_live_';
export const KEY_BYTES = 32;

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const HINT_LENGTH = KEY_PREFIX.length + 6;
const FORM = new RegExp(`^${KEY_PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/** @param random {@link KEY_BYTES} bytes */
export function apiKeyOf(random: Buffer): string {
  const body = KEY_PREFIX + base62(BigInt(`0x${random.toString('hex')}`), RANDOM_LENGTH);
  return body + checksum(body);
}

/** Whether a text can be a key: it has the form and the right checksum. */
export function isApiKey(text: string): boolean {
  if (!FORM.test(text)) return false;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  return text.slice(-CHECKSUM_LENGTH) === checksum(body);
}

/** The form in which a key is stored. It is random, so a fast hash is enough. */
export function keyHash(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** The beginning of a key, by which people recognise it. An attacker still has to guess 220 bits. */
export function keyHint(key: string): string {
  return key.slice(0, HINT_LENGTH);
}

function checksum(body: string): string {
  return base62(BigInt(crc32(body)), CHECKSUM_LENGTH);
}

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = DIGITS.charAt(Number(rest % 62n)) + text;
  return text.padStart(length, '0');
}
