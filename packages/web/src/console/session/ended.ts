import type { KeywardError } from '@keyward/client';
import { createStore } from '../lib/store.ts';

const reason = createStore<KeywardError | null>(null);

/** Why the console's session is over, as a refused call tells; null while it lives. */
export const sessionEnded = {
  reason,
  tell: (error: KeywardError): void => reason.set(error),
  forget: (): void => reason.set(null),
};
