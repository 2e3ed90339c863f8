import { pbkdf2, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

import * as argon2 from '@node-rs/argon2';
import * as bcrypt from '@node-rs/bcrypt';

import { parsePhc } from './phc.ts';

/** Runs the hash function once and compares in constant time. Belongs in the hash queue. */
export type PasswordCheck = (password: string) => Promise<boolean>;

// Upper bounds of the work that a stored hash may ask for. Without them one hostile row of an import would hold a
// core for hours, or the memory of the machine. At these bounds a check takes two to five seconds.
const MAX_BCRYPT_COST = 15;
const MAX_SCRYPT_MEMORY = 256 * 2 ** 20;
/** Memory × parallelism: the lanes run one after the other. */
const MAX_SCRYPT_WORK = 512 * 2 ** 20;
const MAX_PBKDF2_ITERATIONS = 5_000_000;
/** KiB. As much as scrypt's, since as many hashes as there are cores run at once. */
const MAX_ARGON2_MEMORY = 2 ** 18;
/** KiB × passes. */
const MAX_ARGON2_WORK = 4 * 2 ** 20;

/** A shorter hash could be met by chance, an empty one by every password. */
const MIN_HASH_BYTES = 16;

/**
 * Reads a stored hash of any known form: argon2 (i, d, id), bcrypt (2a, 2b, 2y), scrypt, PBKDF2 (SHA-1, -256, -512).
 *
 * @returns its check, or null when the form is unknown, damaged, or asks for more work than the bounds allow
 */
export function readStoredHash(stored: string): PasswordCheck | null {
  if (/^\$argon2(?:id|i|d)\$/.test(stored)) return argon2Check(stored);
  if (/^\$2[aby]\$/.test(stored)) return bcryptCheck(stored);
  if (stored.startsWith('$scrypt$')) return scryptCheck(stored);
  if (stored.startsWith('$pbkdf2')) return pbkdf2Check(stored);
  return null;
}

function argon2Check(stored: string): PasswordCheck | null {
  const options = orNull(() => argon2.parseOptions(stored));
  if (options === null || options.outputLen < MIN_HASH_BYTES) return null;
  if (options.memoryCost > MAX_ARGON2_MEMORY) return null;
  if (options.memoryCost * options.timeCost > MAX_ARGON2_WORK) return null;
  return (password) => argon2.verify(stored, password);
}

function bcryptCheck(stored: string): PasswordCheck | null {
  const options = orNull(() => bcrypt.parseOptions(stored));
  if (options === null || options.cost > MAX_BCRYPT_COST) return null;
  // bcrypt repeats its key after a closing NUL, so `abc\0abc` would pass for `abc`.
  return async (password) => (await bcrypt.verify(password, stored)) && !password.includes('\0');
}

const scryptAsync = promisify<string, Buffer, number, object, Buffer>(scrypt);

function scryptCheck(stored: string): PasswordCheck | null {
  const phc = parsePhc(stored);
  const ln = phc?.parameters.get('ln') ?? 0;
  const r = phc?.parameters.get('r') ?? 0;
  const p = phc?.parameters.get('p') ?? 0;
  if (phc === null || phc.hash.length < MIN_HASH_BYTES || ln < 1 || r < 1 || p < 1) return null;
  const memory = 128 * 2 ** ln * r;
  if (memory > MAX_SCRYPT_MEMORY || memory * p > MAX_SCRYPT_WORK) return null;
  const options = { N: 2 ** ln, r, p, maxmem: 2 * MAX_SCRYPT_WORK };
  return async (password) =>
    timingSafeEqual(await scryptAsync(password, phc.salt, phc.hash.length, options), phc.hash);
}

const pbkdf2Async = promisify(pbkdf2);

const PBKDF2_DIGESTS = new Map([
  ['pbkdf2', { name: 'sha1', bytes: 20 }], // passlib's name
  ['pbkdf2-sha1', { name: 'sha1', bytes: 20 }],
  ['pbkdf2-sha256', { name: 'sha256', bytes: 32 }],
  ['pbkdf2-sha512', { name: 'sha512', bytes: 64 }],
]);

function pbkdf2Check(stored: string): PasswordCheck | null {
  const phc = parsePhc(stored);
  const digest = PBKDF2_DIGESTS.get(phc?.id ?? '');
  const iterations = phc?.parameters.get('i') ?? 0;
  if (phc === null || digest === undefined || iterations < 1) return null;
  const { salt, hash } = phc;
  if (hash.length < MIN_HASH_BYTES || hash.length !== (phc.parameters.get('l') ?? hash.length)) return null;
  // Every block of the output costs all the iterations again.
  if (iterations * Math.ceil(hash.length / digest.bytes) > MAX_PBKDF2_ITERATIONS) return null;
  return async (password) =>
    timingSafeEqual(await pbkdf2Async(password, salt, iterations, hash.length, digest.name), hash);
}

function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
