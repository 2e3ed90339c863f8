import { isServiceError } from '../service.ts';
import { createStore } from '../lib/store.ts';

const METHODS = ['passkey', 'totp', 'recovery_code', 'password', 'otp'] as const;
export type ProofMethod = (typeof METHODS)[number];

interface Asked {
  /** Those that can be answered now; the best first. */
  methods: readonly ProofMethod[];
  settle: (proven: boolean) => void;
}

/** What the dialog asks for; null while nobody waits for a proof. */
export const asked = createStore<Asked | null>(null);
let waiting: Promise<boolean> | null = null;

/**
 * Acts. Where the service wants a recent proof of who acts, asks the person for one, and acts again.
 * @throws the errors of the act; `ReauthenticationRequiredError` where the person gives no proof
 */
export async function proving<Data>(act: () => Promise<Data>): Promise<Data> {
  try {
    return await act();
  } catch (error) {
    if (!isServiceError(error) || error.kind !== 'ReauthenticationRequiredError') throw error;
    if (!(await proof(error.details?.['methods']))) throw error;
    return act();
  }
}

/** One dialog answers all who wait. */
function proof(offered: unknown): Promise<boolean> {
  const texts: unknown[] = Array.isArray(offered) ? offered : [];
  const methods = METHODS.filter((method) => texts.includes(method));
  waiting ??= new Promise<boolean>((settle) => asked.set({ methods, settle })).finally(() => {
    asked.set(null);
    waiting = null;
  });
  return waiting;
}
