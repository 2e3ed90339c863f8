import type { KeywardError } from '@keyward/client';
import { createStore } from '../lib/store.ts';

const reason = createStore<KeywardError | null>(null);
const cause = createStore<string | null>(null);

/** Why the console's session has ended, from a refused call; null while it is live. */
export const sessionEnded = {
  reason,
  /** The action that ended it, as a sentence for the sign-in page; null: the session ended by itself. */
  cause,
  tell: (error: KeywardError): void => reason.set(error),
  /** Called after an action that ends the caller's own session. */
  becauseOf: (sentence: string): void => cause.set(sentence),
  forget(): void {
    reason.set(null);
    cause.set(null);
  },
};
