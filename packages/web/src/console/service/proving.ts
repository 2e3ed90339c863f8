import type { ErrorDetails } from '@keyward/client';
import { keysOf } from '../lib/keys-of.ts';
import { createStore } from '../lib/store.ts';

export type ProofMethod = ErrorDetails['ReauthenticationRequiredError']['methods'][number];

/** The best first. */
const METHODS = keysOf<ProofMethod>({ passkey: 1, totp: 2, recovery_code: 3, password: 4, otp: 5 });

interface Asked {
  /** The available methods, the best first. */
  methods: readonly ProofMethod[];
  settle: (proven: boolean) => void;
}

/** The proof that the dialog asks for; null while no request waits for one. */
export const asked = createStore<Asked | null>(null);
let waiting: Promise<boolean> | null = null;

/** The time limit of the repeated request, like that of a call. */
const REPEATED_MS = 30_000;

/**
 * A fetch that handles "prove again who you are" for all pages: it asks the person for the proof, and sends the
 * request again. Without a proof, it returns the refusal.
 */
export function proving(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const answer = await send(input, init);
    const methods = await wantedProof(answer);
    if (methods === null || !(await proof(methods))) return answer;
    // The time limit does not include the time that the person took.
    return send(input, { ...init, signal: AbortSignal.timeout(REPEATED_MS) });
  };
}

/** The methods that a refusal names; null for any other answer, and for one to a proof. */
async function wantedProof(answer: Response): Promise<unknown[] | null> {
  if (answer.status !== 403 || answer.url.endsWith('/account/reauthenticate')) return null;
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => null);
  if (!isRecord(body) || body['error'] !== 'ReauthenticationRequiredError') return null;
  const { details } = body;
  return isRecord(details) && Array.isArray(details['methods']) ? details['methods'] : [];
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** One dialog serves all waiting requests. */
function proof(offered: readonly unknown[]): Promise<boolean> {
  const methods = METHODS.filter((method) => offered.includes(method));
  waiting ??= new Promise<boolean>((settle) => asked.set({ methods, settle })).finally(() => {
    asked.set(null);
    waiting = null;
  });
  return waiting;
}
