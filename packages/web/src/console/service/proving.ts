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

/** A longer repetition fails, as a longer call does. */
const REPEATED_MS = 30_000;

/**
 * A fetch whose answers are never "prove again who you are": it asks the person for the proof, and sends the request
 * again. Where the person gives none, the refusal is the answer. So no page has to think of it.
 */
export function proving(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const answer = await send(input, init);
    const methods = await wantedProof(answer);
    if (methods === null || !(await proof(methods))) return answer;
    // The time that the person took is none that the service took.
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

/** One dialog answers all who wait. */
function proof(offered: readonly unknown[]): Promise<boolean> {
  const methods = METHODS.filter((method) => offered.includes(method));
  waiting ??= new Promise<boolean>((settle) => asked.set({ methods, settle })).finally(() => {
    asked.set(null);
    waiting = null;
  });
  return waiting;
}
