import { randomBytes as systemRandomBytes } from 'node:crypto';

import { type Instrument, uninstrumented } from '../../../lib/instrument.ts';
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
  /** The queue in which checks that cost many times as much wait before they enter `queue`. */
  costly?: HashQueue;
  parameters?: Argon2Parameters | undefined;
  instrument?: Instrument | undefined;
  randomBytes?: (size: number) => Buffer;
}

export interface PasswordVerdict {
  valid: boolean;
  /** The password is right, but its stored hash should be replaced by a new one from `hash`. */
  outdated: boolean;
}

export interface PasswordHasher {
  /**
   * The argon2id PHC string of a password, with a fresh salt.
   *
   * Throws `WeakPasswordError` if the password cannot be hashed (for example, over 1,024 bytes),
   * `ServiceUnavailableError` if the queue is full for `asker`, and the signal's reason if it aborts in the queue.
   */
  hash(password: string, asker?: Asker): Promise<string>;
  /**
   * Whether the password is the stored one. `null` means no account or no password, and takes as long as a
   * wrong password. An unreadable hash or a failed check counts as a wrong password, not as an error. Throws
   * the errors of `hash`, except that a password that cannot be hashed is wrong.
   */
  verify(stored: string | null, password: string, asker?: Asker): Promise<PasswordVerdict>;
}

const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** OWASP's recommended minimum for argon2id: about 10 ms on one core. */
export const DEFAULT_ARGON2: Argon2Parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The beginning of hashes with these parameters. */
export function hashPrefix({ memoryCost, timeCost, parallelism }: Argon2Parameters): string {
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`;
}

/** A check above either bound is costly. Nearly all hashes that other services make are below. */
const COSTLY_MEMORY = 64 * 2 ** 20;
const COSTLY_WORK = 20;

function isCostly({ memory, work }: StoredHash): boolean {
  return memory > COSTLY_MEMORY || work > COSTLY_WORK;
}

/** Hashes and verifies passwords, always through the queue. */
export function createPasswordHasher({
  queue: permits,
  costly = createHashQueue(costlyQueueSize(MAX_CHECK_MEMORY / 1024)),
  parameters: { memoryCost, timeCost, parallelism } = DEFAULT_ARGON2,
  instrument = uninstrumented,
  randomBytes = systemRandomBytes,
}: PasswordHasherOptions): PasswordHasher {
  const queue: Pick<HashQueue, 'run'> = {
    run: (task, asker) => permits.run(() => instrument('password hash', task), asker),
  };
  const prefix = hashPrefix({ memoryCost, timeCost, parallelism });
  // Random bytes instead of a hash: nobody knows a password for it, and it costs nothing at startup.
  const decoy = `${prefix}${base64(randomBytes(SALT_BYTES))}$${base64(randomBytes(HASH_BYTES))}`;

  function isRight(stored: StoredHash, password: string, asker: Asker | undefined): Promise<boolean> {
    // An error from the library would reveal that this account is special, so a failed check takes as long as the
    // decoy.
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
      // Other services hashed the password as typed, and Keyward never did, so only their algorithms get a second try.
      if (!valid && normalised !== password && !stored.startsWith('$argon2id$')) {
        valid = await isRight(hash, password, asker);
      }
      return { valid, outdated: valid && !isCurrent(stored) };
    },
  };
}

/** One form for passwords that look the same: some keyboards send `ä` as one code point, others as two. */
function normalise(password: string): string {
  return password.normalize('NFKC');
}

/** Base64 without padding, as in PHC strings. */
function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
