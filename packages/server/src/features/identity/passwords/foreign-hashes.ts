import { pbkdf2, scrypt, timingSafeEqual } from 'node:crypto';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';

import * as argon2 from '@node-rs/argon2';
import type * as Bcrypt from '@node-rs/bcrypt';

import { parsePhc } from './phc.ts';

/** Runs the hash function once and compares in constant time. Call it through the hash queue. */
export type PasswordCheck = (password: string) => Promise<boolean>;

/** A hash that can be checked, and the cost of one check. */
export interface StoredHash {
  check: PasswordCheck;
  /** Bytes. */
  memory: number;
  /** Time, in units of Keyward's own hash at its default cost. Measured; the ratio is about the same on any machine. */
  work: number;
}

/** The reason why a hash cannot be checked: a sentence whose subject, the hash, is left out. */
export interface HashProblem {
  problem: string;
}

// Upper bounds of the work for a stored hash. Without them, one malicious row of an import could occupy a core for
// hours or fill the memory of the machine. At these bounds a check takes one to five seconds.
/** In bytes, for hashes of any form. */
export const MAX_CHECK_MEMORY = 256 * 2 ** 20;
const MAX_BCRYPT_COST = 15;
const MAX_SCRYPT_PARALLELISM = 16;
/** Memory × parallelism: the lanes run one after the other. */
const MAX_SCRYPT_WORK = 512 * 2 ** 20;
const MAX_PBKDF2_ITERATIONS = 5_000_000;
/** KiB × passes. */
const MAX_ARGON2_WORK = 4 * 2 ** 20;

/** A shorter hash could match by chance, and an empty one matches every password. */
const MIN_HASH_BYTES = 16;

const UNKNOWN: HashProblem = {
  problem: 'is not an argon2, bcrypt, scrypt or PBKDF2 hash in a documented form, or is damaged',
};

/**
 * Reads a stored hash of any supported form: argon2 (i, d, id), bcrypt (2a, 2b, 2y), scrypt, PBKDF2 (SHA-1, -256,
 * -512).
 *
 * @returns a problem when the form is unknown or damaged, or requires more work than the bounds allow
 */
export function readStoredHash(stored: string): StoredHash | HashProblem {
  if (/^\$argon2(?:id|i|d)\$/.test(stored)) return readArgon2(stored);
  if (/^\$2[aby]\$/.test(stored)) return readBcrypt(stored);
  if (stored.startsWith('$scrypt$')) return readScrypt(stored);
  if (stored.startsWith('$pbkdf2')) return readPbkdf2(stored);
  return UNKNOWN;
}

function readArgon2(stored: string): StoredHash | HashProblem {
  const options = orNull(() => argon2.parseOptions(stored));
  if (options === null || options.outputLen < MIN_HASH_BYTES) return UNKNOWN;
  const { memoryCost, timeCost } = options;
  if (memoryCost * 1024 > MAX_CHECK_MEMORY || memoryCost * timeCost > MAX_ARGON2_WORK)
    return {
      problem: `asks for too much work: argon2 may have m up to ${MAX_CHECK_MEMORY / 1024} and m × t up to ${MAX_ARGON2_WORK}`,
    };
  return {
    check: (password) => argon2.verify(stored, password),
    memory: memoryCost * 1024,
    work: (memoryCost * timeCost) / 38_912,
  };
}

const load = createRequire(import.meta.url);

function readBcrypt(stored: string): StoredHash | HashProblem {
  // Native code with its own heap, which is loaded only for such hashes.
  const bcrypt: typeof Bcrypt = load('@node-rs/bcrypt');
  const options = orNull(() => bcrypt.parseOptions(stored));
  if (options === null) return UNKNOWN;
  if (options.cost > MAX_BCRYPT_COST)
    return { problem: `asks for too much work: bcrypt may have a cost up to ${MAX_BCRYPT_COST}` };
  return {
    // bcrypt repeats its key after a terminating NUL, so `abc\0abc` would match `abc`.
    check: async (password) => (await bcrypt.verify(password, stored)) && !password.includes('\0'),
    memory: 4096,
    work: 2 ** options.cost / 220,
  };
}

const scryptAsync = promisify<string, Buffer, number, object, Buffer>(scrypt);

function readScrypt(stored: string): StoredHash | HashProblem {
  const phc = parsePhc(stored);
  const ln = phc?.parameters.get('ln') ?? 0;
  const r = phc?.parameters.get('r') ?? 0;
  const p = phc?.parameters.get('p') ?? 0;
  if (phc === null || phc.hash.length < MIN_HASH_BYTES || ln < 1 || r < 1 || p < 1) return UNKNOWN;
  // RFC 7914 §2: N is less than 2^(128 × r / 8).
  if (ln >= 16 * r) return { problem: 'is not a scrypt hash: ln must be less than 16 × r' };
  const memory = 128 * r * 2 ** ln;
  if (p > MAX_SCRYPT_PARALLELISM || memory > MAX_CHECK_MEMORY || memory * p > MAX_SCRYPT_WORK)
    return {
      problem: `asks for too much work: scrypt may have p up to ${MAX_SCRYPT_PARALLELISM}, 128 × r × 2^ln up to ${MAX_CHECK_MEMORY}, and that × p up to ${MAX_SCRYPT_WORK}`,
    };
  const options = { N: 2 ** ln, r, p, maxmem: 2 * MAX_SCRYPT_WORK };
  return {
    check: async (password) =>
      timingSafeEqual(await scryptAsync(password, phc.salt, phc.hash.length, options), phc.hash),
    memory,
    work: (memory * p) / (5 * 2 ** 20),
  };
}

const pbkdf2Async = promisify(pbkdf2);

const PBKDF2_DIGESTS = new Map([
  ['pbkdf2', { name: 'sha1', bytes: 20 }], // passlib's name
  ['pbkdf2-sha1', { name: 'sha1', bytes: 20 }],
  ['pbkdf2-sha256', { name: 'sha256', bytes: 32 }],
  ['pbkdf2-sha512', { name: 'sha512', bytes: 64 }],
]);

function readPbkdf2(stored: string): StoredHash | HashProblem {
  const phc = parsePhc(stored);
  const digest = PBKDF2_DIGESTS.get(phc?.id ?? '');
  const iterations = phc?.parameters.get('i') ?? 0;
  if (phc === null || digest === undefined || iterations < 1) return UNKNOWN;
  const { salt, hash } = phc;
  if (hash.length < MIN_HASH_BYTES || hash.length !== (phc.parameters.get('l') ?? hash.length))
    return UNKNOWN;
  // Each block of the output takes all iterations.
  const rounds = iterations * Math.ceil(hash.length / digest.bytes);
  if (rounds > MAX_PBKDF2_ITERATIONS)
    return {
      problem: `asks for too much work: PBKDF2 may have up to ${MAX_PBKDF2_ITERATIONS} iterations for each block of its output`,
    };
  return {
    check: async (password) =>
      timingSafeEqual(await pbkdf2Async(password, salt, iterations, hash.length, digest.name), hash),
    memory: 4096,
    work: rounds / 85_000,
  };
}

function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
