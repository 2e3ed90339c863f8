import type { Limit } from './failure-limiter.ts';

/** Wrong guesses for one email and purpose, over all its codes: by whoever asked for them, and by all others. */
export const CODE_FAILURES: Limit = { limit: 20, windowMs: 3_600_000 };

/**
 * The counter of wrong guesses over all codes for a mailbox and purpose. Whoever asked for a code has one of their own,
 * whose name goes on with a space.
 */
export function guessCounter(purpose: string, emailKey: string): string {
  return `code:${purpose}:${emailKey}`;
}
