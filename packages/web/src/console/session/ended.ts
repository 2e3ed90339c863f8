import type { KeywardError } from '@keyward/client';
import { createStore } from '../lib/store.ts';

const reason = createStore<KeywardError | null>(null);
const cause = createStore<string | null>(null);

/** Why the console's session is over, as a refused call tells; null while it lives. */
export const sessionEnded = {
  reason,
  /** What the person did that ended it, in a sentence for the door; null: the session ended by itself. */
  cause,
  tell: (error: KeywardError): void => reason.set(error),
  /** Called after an action that ends the caller's own session. */
  becauseOf: (sentence: string): void => cause.set(sentence),
  forget(): void {
    reason.set(null);
    cause.set(null);
  },
};
