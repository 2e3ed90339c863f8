import type { Argon2Parameters } from '../../src/features/identity/passwords/password-hasher.ts';

/** argon2id at a fraction of its cost: hashing is what most tests would spend their time with. */
export const CHEAP_ARGON2: Argon2Parameters = { memoryCost: 256, timeCost: 1, parallelism: 1 };
