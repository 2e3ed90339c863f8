import { randomBytes as systemRandomBytes } from 'node:crypto';

import * as argon2 from '@node-rs/argon2';

import { MAX_CHECK_MEMORY, readStoredHash, type StoredHash } from './foreign-hashes.ts';
import { costlyQueueSize, createHashQueue, type Asker, type HashQueue } from './hash-queue.ts';
import { assertHashable, isHashable } from './password-policy.ts';

/** Parameters of argon2id. */
export interface Argon2Parameters {
  /** KiB. */
  memoryCost: number;
  /** Passes over the memory. */
  timeCost: number;
  parallelism: number;
}

export interface PasswordHasherOptions {
  queue: HashQueue;
  /** Where checks that cost many times as much stand in line before they enter `queue`. */
  costly?: HashQueue;
  parameters?: Argon2Parameters | undefined;
  randomBytes?: (size: number) => Buffer;
}

export interface PasswordVerdict {
  valid: boolean;
  /** The password is right, and the stored hash should be replaced by a new one made with `hash`. */
  outdated: boolean;
}

export interface PasswordHasher {
  /**
   * The argon2id PHC string of a password, with a salt of its own.
   *
   * Throws `WeakPasswordError` when the password cannot be hashed (over 1,024 bytes), `ServiceUnavailableError` when
   * the queue is full for `asker`, the signal's reason when it aborts in the queue.
   */
  hash(password: string, asker?: Asker): Promise<string>;
  /**
   * Whether the password is the one that was stored. `null` stands for no account or no password and takes the same
   * time as a wrong password. Garbage in the store, and a check that fails, are a wrong password, not an error. Throws
   * as `hash` does, except that a password that cannot be hashed is simply wrong.
   */
  verify(stored: string | null, password: string, asker?: Asker): Promise<PasswordVerdict>;
}

const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** The minimum that OWASP recommends for argon2id: about 10 ms on one core. */
export const DEFAULT_ARGON2: Argon2Parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** What hashes with these parameters begin with. */
export function hashPrefix({ memoryCost, timeCost, parallelism }: Argon2Parameters): string {
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`;
}

/** Checks over either of these are costly. Nearly all hashes that services make are below. */
const COSTLY_MEMORY = 64 * 2 ** 20;
const COSTLY_WORK = 20;

function isCostly({ memory, work }: StoredHash): boolean {
  return memory > COSTLY_MEMORY || work > COSTLY_WORK;
}

/** Hashes and verifies passwords, always through the queue. */
export function createPasswordHasher({
  queue,
  costly = createHashQueue(costlyQueueSize(MAX_CHECK_MEMORY / 1024)),
  parameters: { memoryCost, timeCost, parallelism } = DEFAULT_ARGON2,
  randomBytes = systemRandomBytes,
}: PasswordHasherOptions): PasswordHasher {
  const prefix = hashPrefix({ memoryCost, timeCost, parallelism });
  // Random bytes instead of a hash: nobody knows a password for it, and making it costs nothing at the start.
  const decoy = `${prefix}${base64(randomBytes(SALT_BYTES))}$${base64(randomBytes(HASH_BYTES))}`;

  function isRight(stored: StoredHash, password: string, asker: Asker | undefined): Promise<boolean> {
    // An error of a library would say that this account is a special one; the decoy takes the time that an error saves.
    const check = () =>
      stored.check(password).catch(async () => {
        await argon2.verify(decoy, password);
        return false;
      });
    return isCostly(stored) ? costly.run(() => queue.run(check, asker), asker) : queue.run(check, asker);
  }

  const isCurrent = (stored: string): boolean => stored.startsWith(prefix) && stored.length === decoy.length;

  return {
    async hash(password, asker) {
      assertHashable(password);
      const options = {
        memoryCost,
        timeCost,
        parallelism,
        outputLen: HASH_BYTES,
        salt: randomBytes(SALT_BYTES),
      };
      return queue.run(() => argon2.hash(normalise(password), options), asker);
    },

    async verify(stored, password, asker) {
      if (!isHashable(password)) return { valid: false, outdated: false };
      const normalised = normalise(password);
      const hash = stored === null ? null : readStoredHash(stored);
      if (stored === null || hash === null || 'problem' in hash) {
        await queue.run(() => argon2.verify(decoy, normalised), asker);
        return { valid: false, outdated: false };
      }
      let valid = await isRight(hash, normalised, asker);
      // Other services hashed what was typed. Ours never did, so their own algorithms alone get a second try.
      if (!valid && normalised !== password && !stored.startsWith('$argon2id$')) {
        valid = await isRight(hash, password, asker);
      }
      return { valid, outdated: valid && !isCurrent(stored) };
    },
  };
}

/** One form for what looks the same: keyboards differ in whether they send `ä` as one code point or as two. */
function normalise(password: string): string {
  return password.normalize('NFKC');
}

/** Base64 as PHC strings have it: without padding. */
function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
