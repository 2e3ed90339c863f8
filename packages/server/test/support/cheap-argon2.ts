import type { Argon2Parameters } from '../../src/features/identity/passwords/password-hasher.ts';

/** argon2id at a fraction of its cost. At its real cost, most tests would spend their time hashing. */
export const CHEAP_ARGON2: Argon2Parameters = { memoryCost: 256, timeCost: 1, parallelism: 1 };
